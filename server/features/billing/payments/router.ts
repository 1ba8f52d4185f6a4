import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { CreditNote } from '../credits/resource';
import { SETTLEMENT_EVENTS } from './allocate';
import { allocateCredit } from './allocate-credit';
import { getPayment, listPayments } from './queries';
import { ListPayments } from './queries.sql';
import { Payment, PaymentList, UpdatePayment } from './resource';
import { AllocateCredit, AllocatePayment, NewPayment, PaymentId, VoidPayment } from './schema';
import {
  allocatePayment,
  RECORDING_EVENTS,
  recordPayment,
  updatePayment,
  VOIDING_EVENTS,
  voidPayment,
} from './service';
import { payments } from './tables';

export const paymentsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/payments',
    summary: 'List payments',
    description: 'Payments and refunds of your business, as buyer or seller, the latest first by default.',
    permission: 'read:invoices',
    everywhere: 'A payment counts',
    input: ListPayments,
    output: PaymentList,
    errors: ['outside_your_locations'],
  }).query(({ ctx, input }) => listPayments(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/payments/{id}',
    summary: 'Get a payment',
    description: 'Visible to both parties.',
    permission: 'read:invoices',
    everywhere: 'A payment counts',
    input: PaymentId,
    output: Payment,
    object: rowOf(payments.id),
    errors: ['NOT_FOUND', 'outside_your_locations'],
  }).query(({ ctx, input }) => getPayment(ctx, input.id)),

  record: endpoint({
    rest: 'POST /api/v1/payments',
    summary: 'Record a payment or a refund',
    description:
      'For the seller: money that a customer paid, or got back. A payment settles the oldest due invoices, up to 500, unless ' +
      '`allocations` says which; what is left stays unapplied. A refund returns what is unapplied. Payments are never edited: ' +
      'void one and record another.',
    permission: 'create:payments',
    everywhere: 'A payment counts',
    input: NewPayment,
    output: Payment,
    status: 201,
    location: '/api/v1/payments/{id}',
    errors: [
      'NOT_FOUND',
      'external_id_taken',
      'outside_your_locations',
      'over_allocated',
      'possible_duplicate',
      'too_many',
    ],
    emits: RECORDING_EVENTS,
  }).mutation(({ ctx, input }) => recordPayment(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/payments/{id}',
    summary: 'Name a payment',
    description: 'Changes what your other systems call it. Nothing else of a payment ever changes.',
    permission: 'update:orders',
    everywhere: 'A payment counts',
    input: UpdatePayment,
    output: Payment,
    nulls: 'clears',
    errors: ['NOT_FOUND', 'external_id_taken', 'outside_your_locations'],
  }).mutation(({ ctx, input }) => updatePayment(ctx, input)),

  allocate: endpoint({
    rest: 'POST /api/v1/payments/{id}/allocations',
    summary: 'Allocate what of a payment is unapplied',
    description:
      'For the seller. Settles the oldest due invoices of the customer unless `allocations` says which.',
    permission: 'create:payments',
    everywhere: 'A payment counts',
    input: AllocatePayment,
    output: Payment,
    errors: ['NOT_FOUND', 'other_party', 'outside_your_locations', 'over_allocated', 'too_many'],
    emits: SETTLEMENT_EVENTS,
  }).mutation(({ ctx, input }) => allocatePayment(ctx, input)),

  void: endpoint({
    rest: 'POST /api/v1/payments/{id}/void',
    summary: 'Void a payment',
    description:
      'For the seller, and for good. Its allocations are reversed from that day on: invoices that it settled are open again.',
    permission: 'void:payments',
    everywhere: 'A payment counts',
    input: VoidPayment,
    output: Payment,
    errors: ['NOT_FOUND', 'other_party', 'outside_your_locations', 'invalid_transition', 'refunded'],
    emits: VOIDING_EVENTS,
  }).mutation(({ ctx, input }) => voidPayment(ctx, input)),
});

/** Below credit notes. */
export const creditAllocationsRouter = router({
  allocate: endpoint({
    rest: 'POST /api/v1/credit-notes/{id}/allocations',
    summary: 'Allocate what of a credit note is unapplied',
    description:
      'For the seller. Settles its own invoice, then the oldest due ones of the customer, unless `allocations` says which.',
    permission: 'create:payments',
    everywhere: 'A credit counts',
    input: AllocateCredit,
    output: CreditNote,
    errors: ['NOT_FOUND', 'other_party', 'outside_your_locations', 'over_allocated', 'too_many'],
    emits: SETTLEMENT_EVENTS,
  }).mutation(({ ctx, input }) => allocateCredit(ctx, input)),
});
