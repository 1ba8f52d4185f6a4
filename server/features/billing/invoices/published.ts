import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Amount, Count, Id, Price, Total } from '../../../kernel/params';
import { STEP_UNITS } from '../../../kernel/weights';
import { Address } from '../../entities/schema';
import type { StoredLine } from './stored';

/** A line of an invoice, as it is published. */
export const InvoiceLine = z
  .object({
    item_id: Id.meta({ description: 'Line of the order' }),
    product_id: Id.meta({ description: 'Id of the product' }),
    product_name: z.string().meta({ description: 'Name of the product' }),
    variant_name: z.string().meta({ description: 'Name of the variant' }),
    sku: z.string().meta({ description: 'SKU of the variant' }),
    category: z.string().meta({ description: 'Category of the product' }),
    lots: z
      .array(
        z.object({
          batch_id: z.string().meta({ description: 'Printed batch number' }),
          quantity: Count.meta({ description: 'Units of the batch that were shipped' }),
        }),
      )
      .meta({ description: 'By batch what was shipped; units without a lot are in none' }),
    quantity: Count.meta({ description: 'Units invoiced' }),
    amount: Amount,
    unit: z
      .enum(STEP_UNITS)
      .nullable()
      .meta({ description: 'Unit of goods by weight; null for goods sold each' }),
    unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
    discount_bps: z.int().meta({ description: 'Off the line, in basis points' }),
    sample: z.boolean().meta({ description: 'Whether it is a sample, which is free' }),
    total: Total.meta({ description: '`amount` × `unit_price` less `discount_bps`, in US dollars' }),
    discount_share: Total.meta({
      description: 'The part of `discount_total` that falls on the line, in US dollars',
    }),
  })
  .meta({ id: 'InvoiceLine' });

const Premises = z.object({
  name: z.string().meta({ description: 'Name of the location' }),
  license_number: z.string().nullable().meta({ description: 'License of the premises; null without one' }),
  address: Address.meta({ description: 'Address of the premises' }),
});

/** Who is billed, as it was called then. */
export const BillTo = z.object({
  name: z.string().meta({ description: 'Name that others see' }),
  legal_name: z.string().meta({ description: 'Legal name' }),
  license_number: z.string().meta({ description: 'License number of the business' }),
  premises: z.array(Premises).meta({ description: 'Where the goods arrived' }),
  address: Address.meta({ description: 'Address of the business' }),
  phone: z.string().nullable().meta({ description: 'Contact phone; null when unknown' }),
});

/** What the seller took off the order, or added to it. */
export const InvoiceAdjustment = z
  .object({
    kind: z.enum(['discount', 'freight', 'fee']).meta({ description: '`discount`, `freight` or `fee`' }),
    label: z.string().meta({ description: 'What both parties read' }),
    amount: Total.optional().meta({ description: 'In US dollars; absent for a percentage' }),
    bps: z
      .int()
      .optional()
      .meta({ description: 'Of the subtotal, in basis points; absent for a fixed amount' }),
  })
  .meta({ id: 'InvoiceAdjustment' });

/** SQL: the adjustments of a document, as JSON text of `InvoiceAdjustment`. */
export const adjustmentsOf = (document: SQL): SQL => sql`case
  when jsonb_typeof(${document} -> 'adjustments') is distinct from 'array' then '[]' else (
  select coalesce(json_agg(json_strip_nulls(json_build_object('kind', a.kind, 'label', a.label, 'amount', a.cents::float8 / 100,
    'bps', a.bps)) order by a.place), '[]')::text
  from rows from (jsonb_to_recordset(${document} -> 'adjustments') as (kind text, label text, cents bigint, bps int))
    with ordinality as a (kind, label, cents, bps, place)) end`;

const COLUMNS: Record<
  Exclude<keyof StoredLine, 'tax_category' | 'tax_weight' | 'tax_weight_unit'>,
  string
> = {
  item_id: 'uuid',
  product_id: 'uuid',
  product_name: 'text',
  variant_name: 'text',
  sku: 'text',
  category: 'text',
  lots: 'json',
  quantity: 'int',
  unit: 'text',
  step: 'int',
  unit_price_cents: 'bigint',
  discount_bps: 'int',
  sample: 'boolean',
  total_cents: 'bigint',
  discount_share_cents: 'bigint',
};
const names = Object.keys(COLUMNS).join(', ');
const typed = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** SQL: the lines of a document, as JSON text of `InvoiceLine`. */
export const linesOf = (document: SQL): SQL => sql`case when ${document} is null then '[]' else (
  select coalesce(json_agg(json_build_object('item_id', l.item_id, 'product_id', l.product_id, 'product_name', l.product_name,
      'variant_name', l.variant_name, 'sku', l.sku, 'category', l.category, 'lots', l.lots, 'quantity', l.quantity,
      'amount', l.quantity::float8 * coalesce(l.step, 10000) / 10000, 'unit', l.unit, 'unit_price', l.unit_price_cents::float8 / 100,
      'discount_bps', l.discount_bps, 'sample', l.sample, 'total', l.total_cents::float8 / 100,
      'discount_share', l.discount_share_cents::float8 / 100) order by l.place), '[]')::text
  from rows from (jsonb_to_recordset(${document} -> 'lines') as (${sql.raw(typed)})) with ordinality as l (${sql.raw(names)}, place)) end`;
