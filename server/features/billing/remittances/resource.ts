import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { walkOf } from '../../../kernel/params';
import { day, exampleId, id, object, oneOf, person, text, time, total } from '../../../platform/db/fields';
import { many, resource, type ViewOf } from '../../../platform/db/resource';
import { BUYER, party, SELLER } from '../../entities/resource';
import { invoiceNumber } from '../invoices/naming';
import { PaymentMethod } from '../payments/schema';
import { RemittanceStatus } from './schema';
import { remittanceLines, remittances } from './tables';

const r = alias(remittances, 'r');
const l = alias(remittanceLines, 'l');

const line = resource(
  l,
  {
    invoice_id: id(l.invoiceId, 'Id of the invoice', exampleId('40')),
    number: invoiceNumber(sql`l.invoice_id`),
    amount: total(l.amountCents, 'What of the remittance pays it, in US dollars', 600),
  },
  { id: 'RemittanceLine' },
);

export const remittance = resource(
  r,
  {
    id: id(r.id, 'Id of the remittance', exampleId('5a')),
    seller: party(r.sellerId, 'The seller', SELLER),
    buyer: party(r.buyerId, 'The buyer', BUYER),
    status: oneOf(RemittanceStatus)(r.status),
    method: oneOf(PaymentMethod)(r.method),
    amount: total(r.amountCents, 'In US dollars', 600),
    sent_on: day(r.sentOn, "The buyer's day on which it was sent", '2026-01-05'),
    reference: text(r.reference, 'Number of the check or transfer', '1042'),
    note: text(r.note, 'Note of the buyer'),
    decline_note: text(r.declineNote, 'Why the seller declined it'),
    invoices: many(line, { where: sql`l.remittance_id = r.id`, order: sql`l.invoice_id` }, 'What it pays'),
    payment_id: id(r.paymentId, 'The payment that the seller recorded from it; null until then'),
    sent_by: object(
      person(sql`r.actor_id`, sql`r.actor_name`, { id: exampleId('0b'), name: 'Maya Alvarez' }),
      'Who sent it',
    ),
    created_at: time(r.createdAt, 'When the buyer said so'),
    updated_at: time(r.updatedAt, 'When it last changed'),
  },
  {
    id: 'Remittance',
    description: 'What a buyer says it sent. It settles nothing until the seller records a payment from it',
  },
);
export const Remittance = remittance.schema;
export type RemittanceView = ViewOf<typeof remittance>;
export const RemittanceList = walkOf(Remittance);
