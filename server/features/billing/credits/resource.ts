import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Amount, Count, Id, Price, Total, unchanged, walkOf } from '../../../kernel/params';
import { STEP_UNITS } from '../../../kernel/weights';
import {
  balance,
  day,
  exampleId,
  id,
  json,
  object,
  oneOf,
  person,
  text,
  time,
  total,
} from '../../../platform/db/fields';
import { readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { externalIdsOf, joinViewer } from '../../entities/external-ids/resource';
import { ExternalIdsChange } from '../../entities/external-ids/schema';
import { BUYER, party, SELLER } from '../../entities/resource';
import { disputes } from '../disputes/tables';
import { namedInvoice } from '../invoices/naming';
import { invoices } from '../invoices/tables';
import { CreditSource } from './schema';
import { creditNotes } from './tables';

const c = alias(creditNotes, 'c');

const Line = z
  .object({
    item_id: Id.meta({ description: 'Line of the invoice' }),
    product_name: z.string().meta({ description: 'Name of the product' }),
    sku: z.string().meta({ description: 'SKU of the variant' }),
    category: z.string().meta({ description: 'Category of the product' }),
    quantity: Count.meta({ description: 'Units taken off; 0 where the price alone fell' }),
    amount: Amount,
    unit: z
      .enum(STEP_UNITS)
      .nullable()
      .meta({ description: 'Unit of goods by weight; null for goods sold each' }),
    unit_price: Price.meta({ description: 'Price per unit until then, in US dollars' }),
    new_unit_price: Price.meta({ description: 'Price per unit of what stays, in US dollars' }),
    total: Total.meta({ description: 'What the total of the line fell by, in US dollars' }),
  })
  .meta({ id: 'CreditNoteLine' });

const Tax = z
  .object({
    rule_id: Id.nullable().meta({ description: 'Tax rule of the seller; null for its one rate' }),
    name: z.string().meta({ description: 'Name of the tax' }),
    amount: z.number().meta({ description: 'What the tax fell by, in US dollars' }),
  })
  .meta({ id: 'CreditNoteTax' });

const lines = sql`(select coalesce(json_agg(json_build_object('item_id', l.item_id, 'product_name', l.product_name, 'sku', l.sku,
    'category', l.category, 'quantity', l.quantity, 'amount', l.quantity::float8 * coalesce(l.step, 10000) / 10000, 'unit', l.unit,
    'unit_price', l.unit_price_cents::float8 / 100,
    'new_unit_price', coalesce((select r.unit_price_cents from jsonb_to_recordset(c.remaining -> 'lines') r (item_id uuid, unit_price_cents bigint)
      where r.item_id = l.item_id), l.unit_price_cents)::float8 / 100, 'total', l.total_cents::float8 / 100) order by l.place), '[]')::text
  from rows from (jsonb_to_recordset(c.document -> 'lines') as (item_id uuid, product_name text, sku text, category text, unit text,
    step int, quantity int, unit_price_cents bigint, total_cents bigint))
    with ordinality as l (item_id, product_name, sku, category, unit, step, quantity, unit_price_cents, total_cents, place))`;

/** A credit note as both parties see it: in events, which have no external ids. */
const sharedCredit = resource(
  c,
  {
    id: id(c.id, 'Id of the credit note', exampleId('45')),
    number: text(c.number, 'Number of the credit note', 'CRN-0000001'),
    invoice: object(namedInvoice(sql`c.invoice_id`), 'The invoice that it credits'),
    order_id: id(
      sql`(select i.order_id from ${invoices} i where i.id = c.invoice_id)`,
      'The order of the invoice',
      exampleId('01'),
    ),
    seller: party(c.sellerId, 'The seller', SELLER),
    buyer: party(c.buyerId, 'The buyer', BUYER),
    source: oneOf(CreditSource)(c.source, undefined, 'receipt'),
    reason: text(c.reason, 'Why it was issued', 'Units that were not accepted'),
    issued_on: day(c.issuedOn, "The seller's day on which it was issued", '2026-01-05'),
    lines: json(lines, z.array(Line).meta({ description: 'Lines that it takes units or money off' }), []),
    tax_lines: json(
      sql`(c.document ->> 'tax_lines')`,
      z.array(Tax).meta({ description: 'Taxes that fell with them' }),
      [],
    ),
    subtotal: total(c.subtotalCents, 'Sum of the lines, in US dollars', 17.5),
    discount_total: balance(
      c.discountCents,
      'What the discounts of the order fell by, in US dollars; less than 0 where they rose',
    ),
    tax: balance(c.taxCents, 'What the taxes fell by, in US dollars', 1.44),
    total: total(
      c.totalCents,
      'The document before less that after, each rounded whole: `subtotal` − `discount_total` + `tax`, in US dollars',
      18.94,
    ),
    allocated: total(c.allocatedCents, 'What of it settles invoices or was refunded, in US dollars', 18.94),
    unapplied: total(sql`(c.total_cents - c.allocated_cents)`, 'What of it is left, in US dollars'),
    dispute_id: id.orNull(
      sql`(select d.id from ${disputes} d where d.credit_note_id = c.id)`,
      'The dispute that it closed; null without one',
    ),
    issued_by: object(
      person(sql`c.actor_id`, sql`c.actor_name`, { id: exampleId('0a'), name: 'Dana Reyes' }),
      'Who issued it; Tallyleaf once a receipt could no longer be corrected',
    ),
    created_at: time(c.createdAt, 'When it was issued'),
    updated_at: time(c.updatedAt, 'When what of it is allocated last changed'),
  },
  { id: 'SharedCreditNote', description: 'The credit note as both parties see it, without external ids' },
);
export const SharedCreditNote = sharedCredit.schema;

/** Who reads a credit note: each party has external ids of its own. */
interface SeenBy {
  entity: { id: string };
}

export const creditNote = resource(
  c,
  { ...sharedCredit.fields, external_ids: externalIdsOf('credit_note', sql`c.id`, { quickbooks: '17' }) },
  {
    joins: ({ entity }: SeenBy) => joinViewer(entity.id),
    id: 'CreditNote',
    description: 'What a seller takes off an invoice. Never edited',
  },
);
export const CreditNote = creditNote.schema;
export type CreditNoteView = ViewOf<typeof creditNote>;
export const CreditNoteList = walkOf(CreditNote);

/** Fields that a PATCH takes only as they are (decision 34). */
export const CREDIT_READ_ONLY = readOnlyOf(creditNote, 'id', 'external_ids');
export const UpdateCredit = z
  .strictObject({
    id: Id.meta({ description: 'Id of the credit note' }),
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(CREDIT_READ_ONLY),
  })
  .meta({ examples: [{ external_ids: { quickbooks: '17' } }] });
