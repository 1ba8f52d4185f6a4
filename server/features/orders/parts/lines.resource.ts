import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { AmountAsked } from '../../../kernel/measured';
import { MAX_PRICE_CENTS } from '../../../kernel/money';
import { unchanged } from '../../../kernel/params';
import {
  count,
  decimal,
  exampleId,
  flag,
  id,
  json,
  oneOf,
  price,
  provenBy,
  text,
  total,
} from '../../../platform/db/fields';
import { many, readOnlyOf, resource } from '../../../platform/db/resource';
import { hasCertificateFor } from '../../lots/queries.sql';
import { lotNames } from '../../lots/resource';
import { batches, lots } from '../../lots/tables';
import { PriceLadder, PriceSource as Source } from '../../pricing/schema';
import { amountOf, appearance } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import { GIVEN_CHANGES, Overrides, PathId, PathItemId, Quantity } from '../shapes/lines.schema';
import { orderAllocations, orderItems } from '../tables';

const x = alias(orderItems, 'x');

const dollars = (cents: SQL) => sql`${cents}::float8 / 100`;
/** SQL: the ladder of a line; without one that of its price, which all but few lines have. */
const ladderOfLine = sql`case when x.price_ladder is null
  then '[{"min_amount":' || coalesce(x.step, 10000)::float8 / 10000 || ',"unit_price":' || ${dollars(sql`x.unit_price_cents`)} ||
    ',"source":"' || x.price_source || '"}]'
  else (select '[' || string_agg('{"min_amount":' || s.min_steps::float8 * coalesce(x.step, 10000) / 10000 || ',"unit_price":' ||
      ${dollars(sql`s.price_cents`)} || ',"source":"' || s.source || '"}', ',' order by s.min_steps) || ']'
    from jsonb_to_recordset(x.price_ladder) as s (min_steps int, price_cents bigint, source text)) end`;

/** What a line has of one lot: of `r`, the sum of its allocations. */
const lotOfLine = resource(alias(orderAllocations, 'r'), {
  ...lotNames,
  quantity: count(sql`r.quantity`, 'Units of the lot', 2),
  amount: amountOf(sql`r.quantity`),
  has_coa: flag(hasCertificateFor(sql`null`), 'Whether the batch has a certificate of analysis', true),
});

export const orderItem = resource(
  x,
  {
    id: id(x.id, 'Id of the line', exampleId('02')),
    product_id: id(x.productId, 'Product of the wholesaler', exampleId('03')),
    product_name: text(x.productName, 'Product name when the line was added', 'Blue Dream'),
    variant_id: id(x.variantId, 'Variant of the product', exampleId('04')),
    sku: text(x.sku, 'SKU of the variant when the line was added', 'BD-3.5'),
    ...appearance,
    quantity: count(x.quantity, 'Units ordered, and reserved until the order ships', 2),
    amount: amountOf(sql`x.quantity`),
    requested_quantity: count(
      sql`coalesce(x.requested_quantity, x.quantity)`,
      'Units asked for; those beyond `quantity` were not available, or taken off by the seller: they are on backorder, or dropped',
      2,
    ),
    shipped_quantity: count(x.shippedQuantity, 'Units shipped; 0 until then'),
    received_quantity: count(
      x.receivedQuantity,
      'Units accepted by the retailer, or all of them while the seller has marked the order delivered without a receipt; 0 until delivery',
    ),
    lots: many(
      lotOfLine,
      {
        from: sql`(select lot_id, sum(quantity)::int as quantity from ${orderAllocations}
            where order_item_id = x.id and lot_id is not null group by lot_id) r
          join ${lots} l on l.id = r.lot_id join ${batches} b on b.id = l.batch_id`,
        where: sql`true`,
        order: sql`b.expires_on nulls last, l.created_at, l.id`,
        // Of its order `o`, what expires before it is delivered (decision 923).
        sum: sql`case when b.expires_on < o.delivery_date then r.quantity end`,
        // Few lines have lots, which a small index knows: the others read nothing more.
        when: sql`(select true from ${orderAllocations} where order_item_id = x.id and lot_id is not null limit 1)`,
      },
      'Lots reserved for the line, or shipped with it, soonest expiration first; the rest of the line has no lot',
    ),
    expires_before_delivery: count(
      sql`coalesce(lots_rows.sum, 0)`,
      "Units of lots that expire before the order's delivery date; 0 without one",
      0,
    ),
    unit_price: provenBy(
      price(
        x.unitPriceCents,
        'Price per unit in US dollars: that of the last entry of `price_ladder` which the amount reaches, unless the seller gave one',
        17.5,
      ),
      sql`x.unit_price_cents between 0 and ${sql.raw(String(MAX_PRICE_CENTS))}`,
    ),
    price_source: oneOf(Source)(
      x.priceSource,
      'Where `unit_price` comes from: the entry of `price_ladder` that the amount reaches, or the seller for this line (`manual`, `sample`)',
    ),
    price_ladder: json(
      ladderOfLine,
      PriceLadder.meta({
        description:
          'Prices per unit by amount, fixed when the line was added: a new quantity is priced by them alone',
      }),
      [{ min_amount: 1, unit_price: 17.5, source: 'wholesale' }],
    ),
    break_amount: decimal.orNull(
      sql`(x.break_steps::float8 * coalesce(x.step, 10000) / 10000)`,
      'The amount asked for, whose price holds although there was less; null without one, and once quantity or price are edited',
    ),
    discount_bps: count(x.discountBps, 'Off the line, in basis points'),
    sample: flag(x.sample, 'Whether it is a sample, which is free'),
    total: total(
      x.totalCents,
      '`amount` × `unit_price` less `discount_bps`, rounded half up to the cent',
      35,
    ),
    discount_share: total(
      x.discountShareCents,
      "The part of the order's `discount_total` that falls on the line, in US dollars",
    ),
  },
  {
    joins: sql`
      cross join lateral (select name, unit, step from ${productVariants} where id = x.variant_id offset 0) v
      cross join lateral (select category, images from ${products} where id = x.product_id offset 0) p`,
    id: 'OrderItem',
  },
);

/** Fields of a line that a PATCH takes only as they are (decision 34). */
export const ITEM_READ_ONLY = readOnlyOf(
  orderItem,
  'id',
  'quantity',
  'amount',
  'unit_price',
  'discount_bps',
  'sample',
);
export const ChangeItem = z
  .strictObject({
    id: PathId,
    item_id: PathItemId,
    quantity: Quantity.optional(),
    amount: AmountAsked.optional(),
    ...GIVEN_CHANGES,
    override: Overrides.optional(),
    backorder: z.boolean().optional().meta({
      description:
        'For the seller that lowers the quantity: true puts the units that it takes off on backorder',
    }),
    ...unchanged(ITEM_READ_ONLY),
  })
  .meta({ examples: [{ quantity: 24 }] });
