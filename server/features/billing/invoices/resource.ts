import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, unchanged, walkOf } from '../../../kernel/params';
import { day, exampleId, flag, id, json, oneOf, text, time, total } from '../../../platform/db/fields';
import { readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { externalIdsOf, joinViewer } from '../../entities/external-ids/resource';
import { ExternalIdsChange } from '../../entities/external-ids/schema';
import { BUYER, party, SELLER } from '../../entities/resource';
import { orders } from '../../orders/tables';
import { TaxLine } from '../../pricing/schema';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { remittanceLines, remittances } from '../remittances/tables';
import { adjustmentsOf, BillTo, InvoiceAdjustment, InvoiceLine, linesOf } from './published';
import { InvoiceStatus } from './schema';
import { invoices } from './tables';

const i = alias(invoices, 'i');

/** SQL: whether anything of an invoice (alias `i`) is left to pay. */
export const isOpen = sql`i.settled_cents < i.total_cents`;

const ADDRESS = { street: '14 Main St', city: 'Denver', state: 'CO', zip: '80202' };

/** What an invoice names itself by, within an order. */
export const invoiceName = resource(
  i,
  {
    id: id(i.id, 'Id of the invoice', exampleId('40')),
    number: text(i.number, 'Number of the invoice', 'INV-0000001'),
  },
  { id: 'InvoiceName' },
);

/** An invoice as both parties see it: in events, which have no external ids. */
export const sharedInvoice = resource(
  i,
  {
    ...invoiceName.fields,
    opening: flag(
      i.opening,
      "Whether it is an opening balance: owed before the seller's books began, with the number that it had there",
    ),
    order_id: id(i.orderId, 'The order; null for an opening balance', exampleId('01')),
    order_number: text.orNull(
      sql`(select o.order_number from ${orders} o where o.id = i.order_id)`,
      'Number of the order; null for an opening balance',
      'ORD-20260102-7K3M9Q',
    ),
    seller: party(i.sellerId, 'The seller', SELLER),
    buyer: party(i.buyerId, 'The buyer', BUYER),
    bill_to: json(
      sql`(i.parties -> 'bill_to')::text`,
      BillTo.nullable().meta({
        description: 'The buyer under its names when the invoice was issued; null for an opening balance',
      }),
      {
        name: BUYER.name,
        legal_name: `${BUYER.name} LLC`,
        license_number: 'C10-0000123-LIC',
        premises: [{ name: 'Main store', license_number: 'C10-0000123-LIC', address: ADDRESS }],
        address: ADDRESS,
        phone: null,
      },
    ),
    issued_on: day(i.issuedOn, "The seller's day on which it was issued", '2026-01-02'),
    due_on: day(i.dueOn, 'The last day on which it can be paid without being overdue', '2026-02-01'),
    lines: json(
      linesOf(sql`i.document`),
      z
        .array(InvoiceLine)
        .meta({ description: 'Lines in the order of the order; empty for an opening balance' }),
      [],
    ),
    tax_lines: json(
      sql`coalesce(i.document ->> 'tax_lines', '[]')`,
      z
        .array(TaxLine)
        .meta({ description: 'Taxes, of which `tax` is the sum; empty for an opening balance' }),
      [{ rule_id: null, name: 'Tax', base: 35, rate: 8.25, amount: 2.89 }],
    ),
    adjustments: json(
      adjustmentsOf(sql`i.document`),
      z
        .array(InvoiceAdjustment)
        .meta({ description: 'What `discount_total` and `freight_total` are made of' }),
      [],
    ),
    subtotal: total(i.subtotalCents, 'Sum of the lines in US dollars, before discounts, freight and tax', 35),
    discount_total: total(i.discountCents, 'What discounts of the order take off, in US dollars'),
    freight_total: total(i.freightCents, 'What freight and fees add, in US dollars'),
    tax: total(i.taxCents, 'Sum of `tax_lines` in US dollars', 2.89),
    total: total(
      i.totalCents,
      '`subtotal` − `discount_total` + `freight_total` + `tax`, in US dollars; never changes',
      37.89,
    ),
    settled: total(i.settledCents, 'What payments and credits have settled, in US dollars'),
    balance: total(sql`(i.total_cents - i.settled_cents)`, '`total` − `settled`, in US dollars', 37.89),
    pending_credit: total(
      i.pendingCreditCents,
      'Credit for units that were not accepted, while the receipt can be corrected, in US dollars; then it becomes a credit note',
    ),
    status: oneOf(InvoiceStatus)(sql`(case when ${isOpen} then 'open' else 'settled' end)`),
    overdue: flag(
      sql`(${isOpen} and i.due_on < ${dayOf(sql`i.seller_id`)})`,
      "Whether it is open after `due_on`, by the seller's calendar",
    ),
    disputed_at: time(
      i.disputedAt,
      'Since when the buyer disputes it, which it was merged into: it is not reminded of and blocks nothing; null otherwise',
    ),
    disputable_until: time(
      i.disputableUntil,
      'Until when an owner of the buyer may dispute it; null unless it came by a merge',
    ),
    order_disputed_at: time.orNull(
      sql`(select o.disputed_at from ${orders} o where o.id = i.order_id)`,
      'Since when the buyer disputes its order, with the same effect; null otherwise',
    ),
    created_at: time(i.createdAt, 'When it was issued, or the opening balance was imported'),
    updated_at: time(
      i.updatedAt,
      'When it last changed: what is settled or pending, or who mailed or saw it',
    ),
  },
  { id: 'SharedInvoice', description: 'The invoice as both parties see it, without external ids' },
);

export const SharedInvoice = sharedInvoice.schema;

/** Who reads an invoice; null for both parties, who see no external ids. */
interface SeenBy {
  entity: { id: string | null };
}

/** SQL: a column of the seller's eyes alone. */
const ofSeller = (column: SQL) => sql`(case when i.seller_id = viewer.id then ${column} end)`;

export const invoice = resource(
  i,
  {
    ...sharedInvoice.fields,
    sent: total.orNull(
      sql`case when i.buyer_id = viewer.id then coalesce((select sum(l.amount_cents) from ${remittanceLines} l
        join ${remittances} n on n.id = l.remittance_id and n.status = 'sent' where l.invoice_id = i.id), 0) end`,
      'What you said you sent that waits for the seller, in US dollars; null for the seller',
    ),
    mailed_at: time.orNull(
      ofSeller(sql`i.mailed_at`),
      'When you last mailed it to the contact of the buyer; null until then, and for the buyer',
    ),
    seen_at: time.orNull(
      ofSeller(sql`i.seen_at`),
      'When a member of the buyer first opened it; null until then, and for the buyer',
    ),
    reminded_at: time.orNull(
      ofSeller(sql`i.reminded_at`),
      'When the buyer was last reminded that it is overdue; null until then, and for the buyer',
    ),
    external_ids: externalIdsOf('invoice', sql`i.id`, { quickbooks: '1042' }),
  },
  {
    joins: ({ entity }: SeenBy) => joinViewer(entity.id),
    id: 'Invoice',
    description: 'What a buyer owes for an order. Never edited: credit notes and payments settle it',
  },
);
export const Invoice = invoice.schema;
export type InvoiceView = ViewOf<typeof invoice>;
export type SharedInvoiceView = ViewOf<typeof sharedInvoice>;
export const InvoiceList = walkOf(Invoice);

/** Fields of an invoice that a PATCH takes only as they are: all but its external ids. */
export const INVOICE_READ_ONLY = readOnlyOf(invoice, 'id', 'external_ids');
export const UpdateInvoice = z
  .strictObject({
    id: Id.meta({ description: 'Id of the invoice' }),
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(INVOICE_READ_ONLY),
  })
  .meta({ examples: [{ external_ids: { quickbooks: '1042' } }] });
