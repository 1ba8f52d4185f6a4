import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { acceptReceived } from '../claims/acceptance';
import { CONNECTED_EVENTS } from '../connections/announce';
import { Connection } from '../connections/resource';
import { getBusinessInvitation, listBusinessInvitations, listReceived } from './queries';
import {
  AcceptReceived,
  BusinessInvitation,
  BusinessInvitationId,
  BusinessInvitationList,
  InviteBusiness,
  ListBusinessInvitations,
  ListReceived,
  ReceivedInvitationList,
} from './schema';
import { inviteBusiness, revokeBusinessInvitation } from './service';
import { businessInvitations } from './tables';

export const businessInvitationsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/business-invitations',
    summary: 'List invitations to businesses',
    description: 'Invitations that your business sent, newest first.',
    permission: 'create:connections',
    input: ListBusinessInvitations,
    output: BusinessInvitationList,
  }).query(({ ctx, input }) => listBusinessInvitations(ctx, input)),

  received: endpoint({
    rest: 'GET /api/v1/business-invitations/received',
    summary: 'List invitations to your email',
    description: 'Open invitations of other businesses to your own email, newest first.',
    permission: 'update:connections',
    input: ListReceived,
    output: ReceivedInvitationList,
  }).query(({ ctx, input }) => listReceived(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/business-invitations/{id}',
    summary: 'Get an invitation to a business',
    description: 'One that your business sent.',
    permission: 'create:connections',
    input: BusinessInvitationId,
    output: BusinessInvitation,
    object: rowOf(businessInvitations.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getBusinessInvitation(ctx, input.id)),

  invite: endpoint({
    rest: 'POST /api/v1/business-invitations',
    summary: 'Invite a business by email',
    description:
      'The link in the email is valid for seven days. The response is the same whether or not the email is in use here, and ' +
      'whether or not it takes more mails.',
    permission: 'create:connections',
    input: InviteBusiness,
    output: BusinessInvitation,
    status: 201,
    location: '/api/v1/business-invitations/{id}',
    errors: [
      ...(['NOT_FOUND', 'already_invited', 'already_member', 'claimed', 'license_unverified'] as const),
      ...(['not_a_buyer', 'not_a_seller'] as const),
    ],
  }).mutation(({ ctx, input }) => inviteBusiness(ctx, input)),

  revoke: endpoint({
    rest: 'DELETE /api/v1/business-invitations/{id}',
    summary: 'Revoke an invitation to a business',
    description: 'Its link no longer works, and the email can be invited again.',
    permission: 'create:connections',
    input: BusinessInvitationId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'invalid_transition'],
  }).mutation(({ ctx, input }) => revokeBusinessInvitation(ctx, input.id)),

  accept: endpoint({
    rest: 'POST /api/v1/business-invitations/{id}/accept',
    summary: 'Accept an invitation to your email',
    description:
      'Connects your business with the one that invited you. If it has yours as a customer, you are offered to merge that: see ' +
      '`/claims`.',
    permission: 'update:connections',
    input: AcceptReceived,
    output: Connection,
    errors: ['NOT_FOUND', 'license_unverified'],
    emits: CONNECTED_EVENTS,
  }).mutation(({ ctx, input }) => acceptReceived(ctx, input)),
});
