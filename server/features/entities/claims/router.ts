import { z } from 'zod';
import { endpoint, publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf, rowOfCaller } from '../../../operation/objects';
import { TokenSet } from '../../auth/schema';
import { tokenSet } from '../../auth/service';
import { entities } from '../tables';
import { acceptClaim } from './acceptance';
import { startMerge } from './merge';
import { getClaim, listClaims, listOfferedDocuments } from './queries';
import {
  AcceptClaim,
  Claim,
  ClaimId,
  ClaimList,
  ConfirmClaim,
  Joining,
  ListClaims,
  ListOfferedDocuments,
  MergeClaim,
  OfferedDocumentList,
  RejectedOffers,
  RejectOffers,
  UpdateJoining,
} from './schema';
import { confirmClaim, getJoining, rejectClaim, rejectOffers, updateJoining } from './service';
import { claims } from './tables';

export const claimsRouter = router({
  accept: publicEndpoint({
    rest: 'POST /auth/claims/accept',
    summary: 'Accept the invitation of a business with the token from its email',
    description:
      'Creates your business, its first location and its owner, connects it with the one that invited you, and signs the owner ' +
      'in. Works wherever an invitation was mailed; unless signing up is open, the operator reviews the license first. What the ' +
      'inviter has of your business is offered to you, see `/claims`. Whose email belongs to a member signs in and accepts there.',
    input: AcceptClaim,
    output: TokenSet,
    errors: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'email_in_use'],
  }).mutation(async ({ ctx, input }) => tokenSet(ctx.signer, await acceptClaim(ctx, input))),

  list: endpoint({
    rest: 'GET /api/v1/claims',
    summary: 'List claims',
    description:
      'Businesses that say that they are a customer of yours, newest first: those that let sellers learn of them. With ' +
      '`role=claimant` an owner sees what is offered to its business, and what comes along with it, verified sellers first.',
    permission: 'signed-in',
    input: ListClaims,
    output: ClaimList,
    errors: ['permission_required'],
  }).query(({ ctx, input }) => listClaims(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/claims/{id}',
    summary: 'Get a claim',
    description: 'Its seller sees it, and the owner of the claimant once it is offered.',
    permission: 'signed-in',
    input: ClaimId,
    output: Claim,
    object: rowOf(claims.id),
    errors: ['NOT_FOUND', 'permission_required'],
  }).query(({ ctx, input }) => getClaim(ctx, input.id)),

  documents: endpoint({
    rest: 'GET /api/v1/claims/{id}/documents',
    summary: 'List the orders and invoices of an offer',
    description: 'What comes along when you merge it, newest first. Only the owner of the claimant sees it.',
    permission: 'signed-in',
    input: ListOfferedDocuments,
    output: OfferedDocumentList,
    errors: ['NOT_FOUND', 'permission_required'],
  }).query(({ ctx, input }) => listOfferedDocuments(ctx, input)),

  confirm: endpoint({
    rest: 'POST /api/v1/claims/{id}/confirm',
    summary: 'Confirm a claim',
    description:
      'As the seller that was asked: the claimant is offered to merge the customer into its business. Where the email is not ' +
      "the customer's, an owner or admin confirms, 24 hours after the claim at the earliest.",
    permission: 'update:customers',
    everywhere: 'A claim applies',
    input: ConfirmClaim,
    output: Claim,
    errors: ['NOT_FOUND', 'api_key', 'invalid_transition', 'too_early'],
    recent: "to confirm a claim with another email than the customer's",
  }).mutation(({ ctx, input }) => confirmClaim(ctx, input.id)),

  merge: endpoint({
    rest: 'POST /api/v1/claims/{id}/merge',
    summary: 'Merge an offered customer into your business',
    description:
      'As the owner: orders, invoices and locations of the customer become those of your business, with their ids, and its seller ' +
      'is connected. `version` says what you saw: if anything has changed since, nothing is merged. Locations come along inactive ' +
      'unless you name them; licenses do not. Responds at once; the claim is `confirmed` when it is done. The old id keeps working ' +
      'for the seller alone.',
    permission: 'signed-in',
    everywhere: 'A claim applies',
    input: MergeClaim,
    output: Claim,
    status: 202,
    errors: [
      ...([
        'NOT_FOUND',
        'api_key',
        'claimants_only',
        'invalid_transition',
        'not_mergeable',
        'offer_changed',
      ] as const),
      ...(['owner_required', 'permission_required'] as const),
    ],
  }).mutation(({ ctx, input }) => startMerge(ctx, input)),

  reject: endpoint({
    rest: 'POST /api/v1/claims/{id}/reject',
    summary: 'Reject a claim',
    description:
      'As the seller while it waits (update:customers), or as the owner of the claimant while it is offered: the seller does not ' +
      'learn that.',
    permission: 'signed-in',
    everywhere: 'A claim applies',
    input: ClaimId,
    output: Claim,
    errors: ['NOT_FOUND', 'invalid_transition', 'permission_required'],
  }).mutation(({ ctx, input }) => rejectClaim(ctx, input.id)),

  rejectOffers: endpoint({
    rest: 'POST /api/v1/claims/reject',
    summary: 'Reject offers together',
    description:
      'As the owner: none of them is your business. Those that were decided meanwhile stay. No seller learns of it.',
    permission: 'delete:entity',
    everywhere: 'A claim applies',
    input: RejectOffers,
    output: RejectedOffers,
    errors: ['NOT_FOUND', 'api_key'],
  }).mutation(({ ctx, input }) => rejectOffers(ctx, input)),

  joining: endpoint({
    rest: 'GET /api/v1/joining',
    summary: 'Get what sellers learn of your business',
    description:
      'As the owner: whether sellers that list a customer with your license number may learn that you are here.',
    permission: 'delete:entity',
    input: z.strictObject({}),
    output: Joining,
    object: rowOfCaller(entities.id, 'entity'),
    errors: ['api_key'],
  }).query(({ ctx }) => getJoining(ctx)),

  updateJoining: endpoint({
    rest: 'PATCH /api/v1/joining',
    summary: 'Change what sellers learn of your business',
    description:
      'As the owner. With `tell_sellers` the sellers that list a customer with your license number get a claim, and see your name ' +
      'and license number; once they confirm it, the customer is offered to you. The response is the same whether there are any.',
    permission: 'delete:entity',
    everywhere: 'What sellers learn applies',
    input: UpdateJoining,
    output: Joining,
    errors: ['api_key'],
  }).mutation(({ ctx, input }) => updateJoining(ctx, input)),
});
