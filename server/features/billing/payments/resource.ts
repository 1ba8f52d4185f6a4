import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, unchanged, walkOf } from '../../../kernel/params';
import { day, exampleId, id, object, oneOf, person, text, time, total } from '../../../platform/db/fields';
import { many, readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { externalIdsOf, joinViewer } from '../../entities/external-ids/resource';
import { ExternalIdsChange } from '../../entities/external-ids/schema';
import { BUYER, party, SELLER } from '../../entities/resource';
import { bankLinePayments } from '../bank/tables';
import { creditNotes } from '../credits/tables';
import { namedInvoice } from '../invoices/naming';
import { remittances } from '../remittances/tables';
import { PaymentKind, PaymentMethod, PaymentSource, PaymentStatus } from './schema';
import { allocations, payments } from './tables';

const p = alias(payments, 'p');
const x = alias(allocations, 'x');

/** What of a source went to a target (decision 690). */
export const allocation = resource(
  x,
  {
    id: id(x.id, 'Id of the allocation', exampleId('51')),
    invoice: object(
      namedInvoice(sql`x.invoice_id`),
      'The invoice that it settles; null of a refund',
      sql`x.invoice_id is not null`,
    ),
    payment_id: id(x.paymentId, 'The payment that it comes from; null of a credit note', exampleId('50')),
    credit_note: object(
      {
        id: id(sql`x.credit_note_id`, 'Id of the credit note', exampleId('45')),
        number: text(
          sql`(select c.number from ${creditNotes} c where c.id = x.credit_note_id)`,
          'Number of the credit note',
          'CRN-0000001',
        ),
      },
      'The credit note that it comes from; null of a payment',
      sql`x.credit_note_id is not null`,
    ),
    refund_id: id(x.refundId, 'The refund that it went to; null of an invoice'),
    amount: total(x.amountCents, 'In US dollars', 600),
    made_on: day(x.madeOn, "The seller's day from which it counts", '2026-01-05'),
    reversed_on: day(
      x.reversedOn,
      "The seller's day from which it no longer counts: its payment or refund was voided; null otherwise",
    ),
  },
  { id: 'Allocation' },
);

/** SQL: what of a payment (alias `p`) is neither allocated nor void. */
export const leftOfPayment = sql`(case when p.kind = 'payment' and p.status = 'recorded' then p.amount_cents - p.allocated_cents else 0 end)`;

/** Who reads a payment: its notes and external ids are the seller's, or each business's own. */
interface SeenBy {
  entity: { id: string };
}

export const payment = resource(
  p,
  {
    id: id(p.id, 'Id of the payment', exampleId('50')),
    seller: party(p.sellerId, 'The seller', SELLER),
    buyer: party(p.buyerId, 'The buyer', BUYER),
    kind: oneOf(PaymentKind)(p.kind),
    method: oneOf(PaymentMethod)(p.method),
    status: oneOf(PaymentStatus)(p.status),
    amount: total(p.amountCents, 'In US dollars', 600),
    allocated: total(
      p.allocatedCents,
      'What of a payment settles invoices or was refunded; of a refund what it returns. In US dollars',
      600,
    ),
    unapplied: total(leftOfPayment, 'What of a recorded payment is left, in US dollars'),
    received_on: day(p.receivedOn, 'The day on which the money moved', '2026-01-05'),
    recorded_on: day(p.recordedOn, "The seller's day on which it was recorded", '2026-01-05'),
    reference: text(p.reference, 'Number of the check, transfer or drop', '1042'),
    counted_by: text(p.countedBy, 'Who counted cash'),
    notes: text.orNull(
      sql`case when p.seller_id = viewer.id then p.notes end`,
      'Notes of the seller, who alone sees them',
    ),
    source: object(
      {
        kind: oneOf(PaymentSource)(
          sql`case when bl.recorded then 'bank_line' when n.id is null then 'manual' else 'remittance' end`,
        ),
        id: id.orNull(
          sql`case when bl.recorded then bl.line_id else n.id end`,
          'Id of the bank line or the remittance; null for one that was recorded by hand',
        ),
      },
      'What it was recorded from; null for the buyer',
      sql`p.seller_id = viewer.id`,
    ),
    bank_line_id: id.orNull(
      sql`case when p.seller_id = viewer.id and not bl.ended then bl.line_id end`,
      'The bank line that it is; null without one, and for the buyer',
    ),
    voided_on: day(p.voidedOn, "The seller's day of the void; null otherwise"),
    void_reason: text(p.voidReason, 'Why it was voided'),
    allocations: many(
      allocation,
      { where: sql`x.payment_id = p.id or x.refund_id = p.id`, order: sql`x.created_at, x.id` },
      'Its allocations, oldest first; those of what was voided have `reversed_on`',
    ),
    external_ids: externalIdsOf('payment', sql`p.id`, { quickbooks: '88' }),
    recorded_by: object(
      person(sql`p.actor_id`, sql`p.actor_name`, { id: exampleId('0a'), name: 'Dana Reyes' }),
      'Who recorded it',
    ),
    created_at: time(p.createdAt, 'When it was recorded'),
    updated_at: time(p.updatedAt, 'When it or what it settles last changed'),
  },
  {
    joins: ({ entity }: SeenBy) =>
      sql`${joinViewer(entity.id)} left join ${remittances} n on n.payment_id = p.id
        left join ${bankLinePayments} bl on bl.payment_id = p.id`,
    id: 'Payment',
    description: 'Money from a customer, or back to it. Never edited: a void is the one change',
  },
);
export const Payment = payment.schema;
export type PaymentView = ViewOf<typeof payment>;
export const PaymentList = walkOf(Payment);

/** Fields of a payment that a PATCH takes only as they are: all but its external ids. */
export const PAYMENT_READ_ONLY = readOnlyOf(payment, 'id', 'external_ids');
export const UpdatePayment = z
  .strictObject({
    id: Id.meta({ description: 'Id of the payment' }),
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(PAYMENT_READ_ONLY),
  })
  .meta({ examples: [{ external_ids: { quickbooks: '88' } }] });
