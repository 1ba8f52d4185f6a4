import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { ListDisputes } from './queries.sql';
import { Dispute, DisputeList } from './resource';
import { DeclineDispute, DisputeId, NewDispute } from './schema';
import { declineDispute, getDispute, listDisputes, openDispute, withdrawDispute } from './service';
import { disputes } from './tables';

const COUNTS = 'A dispute counts';

export const disputesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/disputes',
    summary: 'List disputes',
    description:
      'What buyers find wrong with invoices, of your business as buyer or seller, the latest first. None changes a balance until the seller credits it.',
    permission: 'read:invoices',
    everywhere: COUNTS,
    input: ListDisputes,
    output: DisputeList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listDisputes(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/disputes/{id}',
    summary: 'Get a dispute',
    description: 'Visible to both parties.',
    permission: 'read:invoices',
    everywhere: COUNTS,
    input: DisputeId,
    output: Dispute,
    object: rowOf(disputes.id),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getDispute(ctx, input.id)),

  open: endpoint({
    rest: 'POST /api/v1/invoices/{id}/disputes',
    summary: 'Dispute lines of an invoice',
    description:
      'For the buyer: which lines are wrong and what they should say. It moves no money and stops nothing: the seller credits it with ' +
      '`dispute_id` of `POST /api/v1/invoices/{id}/credits`, or declines it. A line is in one open dispute at most; 50 are open with a seller, and 60 are opened an hour.',
    permission: 'create:remittances',
    everywhere: COUNTS,
    input: NewDispute,
    output: Dispute,
    status: 201,
    location: '/api/v1/disputes/{id}',
    errors: ['NOT_FOUND', 'already_disputed', 'too_many', 'outside_your_locations'],
    emits: ['dispute.opened'],
  }).mutation(({ ctx, input }) => openDispute(ctx, input)),

  withdraw: endpoint({
    rest: 'POST /api/v1/disputes/{id}/withdraw',
    summary: 'Withdraw a dispute',
    description: 'For the buyer, while it is open.',
    permission: 'create:remittances',
    everywhere: COUNTS,
    input: DisputeId,
    output: Dispute,
    errors: ['NOT_FOUND', 'other_party', 'outside_your_locations', 'invalid_transition'],
    emits: ['dispute.closed'],
  }).mutation(({ ctx, input }) => withdrawDispute(ctx, input.id)),

  decline: endpoint({
    rest: 'POST /api/v1/disputes/{id}/decline',
    summary: 'Decline a dispute',
    description: 'For the seller: the invoice is right.',
    permission: 'create:credits',
    everywhere: COUNTS,
    input: DeclineDispute,
    output: Dispute,
    errors: ['NOT_FOUND', 'other_party', 'outside_your_locations', 'invalid_transition'],
    emits: ['dispute.closed'],
  }).mutation(({ ctx, input }) => declineDispute(ctx, input)),
});
