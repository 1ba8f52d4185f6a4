import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { ListRemittances } from './queries.sql';
import { Remittance, RemittanceList } from './resource';
import { DeclineRemittance, NewRemittance, RecordRemittance, RemittanceId } from './schema';
import {
  ARRIVAL_EVENTS,
  declineRemittance,
  getRemittance,
  listRemittances,
  recordRemittance,
  SENDING_EVENTS,
  sendRemittance,
  withdrawRemittance,
} from './service';
import { remittances } from './tables';

const COUNTS = 'A payment counts';

export const remittancesRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/remittances',
    summary: 'List remittances',
    description:
      'What buyers say they sent, of your business as buyer or seller, the latest first. None settles anything until the seller records a payment from it.',
    permission: 'read:invoices',
    everywhere: COUNTS,
    input: ListRemittances,
    output: RemittanceList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listRemittances(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/remittances/{id}',
    summary: 'Get a remittance',
    description: 'Visible to both parties.',
    permission: 'read:invoices',
    everywhere: COUNTS,
    input: RemittanceId,
    output: Remittance,
    object: rowOf(remittances.id),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getRemittance(ctx, input.id)),

  send: endpoint({
    rest: 'POST /api/v1/invoices/{id}/remittances',
    summary: 'Say that you sent money for an invoice',
    description:
      'For the buyer. It moves no balance: the seller records a payment from it, or declines it. Judged by the totals of the invoices ' +
      'and what you sent that still waits, at most 20 to a seller and 60 an hour.',
    permission: 'create:remittances',
    everywhere: COUNTS,
    input: NewRemittance,
    output: Remittance,
    status: 201,
    location: '/api/v1/remittances/{id}',
    errors: ['NOT_FOUND', 'over_paid', 'too_many', 'outside_your_locations'],
    emits: SENDING_EVENTS,
  }).mutation(({ ctx, input }) => sendRemittance(ctx, input)),

  withdraw: endpoint({
    rest: 'POST /api/v1/remittances/{id}/withdraw',
    summary: 'Withdraw a remittance',
    description: 'For the buyer, while it waits, and for good.',
    permission: 'create:remittances',
    everywhere: COUNTS,
    input: RemittanceId,
    output: Remittance,
    errors: ['NOT_FOUND', 'other_party', 'outside_your_locations', 'invalid_transition'],
  }).mutation(({ ctx, input }) => withdrawRemittance(ctx, input.id)),

  record: endpoint({
    rest: 'POST /api/v1/remittances/{id}/record',
    summary: 'Record a payment from a remittance',
    description:
      'For the seller: as `POST /api/v1/payments` with what the buyer said. A void of that payment lets it wait again; one that was declined can be recorded, too.',
    permission: 'create:payments',
    everywhere: COUNTS,
    input: RecordRemittance,
    output: Remittance,
    errors: [
      'NOT_FOUND',
      'other_party',
      'outside_your_locations',
      'invalid_transition',
      'over_allocated',
      'possible_duplicate',
      'too_many',
    ],
    emits: ARRIVAL_EVENTS,
  }).mutation(({ ctx, input }) => recordRemittance(ctx, input)),

  decline: endpoint({
    rest: 'POST /api/v1/remittances/{id}/decline',
    summary: 'Decline a remittance',
    description: 'For the seller: nothing arrived.',
    permission: 'create:payments',
    everywhere: COUNTS,
    input: DeclineRemittance,
    output: Remittance,
    errors: ['NOT_FOUND', 'other_party', 'outside_your_locations', 'invalid_transition'],
    emits: ['remittance.declined'],
  }).mutation(({ ctx, input }) => declineRemittance(ctx, input)),
});
