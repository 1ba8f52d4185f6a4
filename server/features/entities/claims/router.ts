import { z } from 'zod';
import { endpoint, publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { TokenSet } from '../../auth/schema';
import { tokenSet } from '../../auth/service';
import { acceptClaim } from './acceptance';
import { startMerge } from './merge';
import { getClaim, listClaims } from './queries';
import { AcceptClaim, Claim, ClaimId, ClaimList, ClaimWaiting, ConfirmClaim, ListClaims } from './schema';
import { confirmClaim, rejectClaim } from './service';

export const claimsRouter = router({
  accept: publicEndpoint({
    rest: 'POST /auth/claims/accept',
    summary: 'Accept the invitation of a business with the token from its email',
    description:
      'Creates your business, its first location and its owner, connects it with the one that invited you, and signs the owner ' +
      'in. Works wherever an invitation was mailed; unless signing up is open, the operator reviews the license first. Responds ' +
      'with 202 where the seller checks first whether you are its customer: an email says when you can sign in. Whose email ' +
      'belongs to a member signs in and accepts there.',
    input: AcceptClaim,
    output: z.union([TokenSet, ClaimWaiting]),
    waits: true,
    errors: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'claimed', 'email_in_use'],
  }).mutation(async ({ ctx, input }) => {
    const signedIn = await acceptClaim(ctx, input);
    return signedIn ? tokenSet(ctx.signer, signedIn) : { status: 'waiting' as const };
  }),

  list: endpoint({
    rest: 'GET /api/v1/claims',
    summary: 'List claims',
    description:
      'Who says that a customer of yours is their business, newest first. An owner also sees which sellers have its business as ' +
      'their customer, once they confirmed it or everything matches.',
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
    errors: ['NOT_FOUND', 'permission_required'],
  }).query(({ ctx, input }) => getClaim(ctx, input.id)),

  confirm: endpoint({
    rest: 'POST /api/v1/claims/{id}/confirm',
    summary: 'Confirm a claim',
    description:
      'As the seller: a claimant without a business gets the customer as its own, another is offered to merge it. Where the ' +
      "email is not the customer's, an owner or admin confirms, 24 hours after the claim at the earliest.",
    permission: 'update:customers',
    input: ConfirmClaim,
    output: Claim,
    errors: ['NOT_FOUND', 'api_key', 'claimed', 'invalid_transition', 'not_mergeable', 'too_early'],
    recent: "to confirm a claim with another email than the customer's",
    emits: ['customer.claimed'],
  }).mutation(({ ctx, input }) => confirmClaim(ctx, input.id)),

  merge: endpoint({
    rest: 'POST /api/v1/claims/{id}/merge',
    summary: 'Merge an offered customer into your business',
    description:
      'As the owner: orders, locations and all else of the customer become those of your business, with their ids. Responds at ' +
      'once; the claim is `confirmed` when it is done. The old id keeps working for the seller alone.',
    permission: 'signed-in',
    input: ClaimId,
    output: Claim,
    status: 202,
    errors: [
      'NOT_FOUND',
      'api_key',
      'invalid_transition',
      'not_mergeable',
      'owner_required',
      'permission_required',
    ],
  }).mutation(({ ctx, input }) => startMerge(ctx, input.id)),

  reject: endpoint({
    rest: 'POST /api/v1/claims/{id}/reject',
    summary: 'Reject a claim',
    description:
      'As the seller while it waits (update:customers), or as the owner of the claimant while it is offered.',
    permission: 'signed-in',
    input: ClaimId,
    output: Claim,
    errors: ['NOT_FOUND', 'invalid_transition', 'permission_required'],
  }).mutation(({ ctx, input }) => rejectClaim(ctx, input.id)),
});
