import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Amount, Id, Price, walkOf } from '../../../kernel/params';
import { count, day, exampleId, id, json, oneOf, text, time } from '../../../platform/db/fields';
import { resource, type ViewOf } from '../../../platform/db/resource';
import { BUYER, party, SELLER } from '../../entities/resource';
import { amountOf, appearance, inUnits } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import { BackorderStatus } from './schema';
import { backorderFills, backorders } from './tables';

const b = alias(backorders, 'b');

const Ladder = z
  .array(
    z.object({
      min_amount: Amount.meta({ description: 'From this amount on, in `unit`' }),
      unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
    }),
  )
  .meta({ description: 'Prices that were frozen when the backorder began, by amount' });

export const backorder = resource(
  b,
  {
    id: id(b.id, 'Id of the backorder', exampleId('30')),
    seller: party(b.sellerId, 'The seller', SELLER),
    buyer: party(b.buyerId, 'The buyer', BUYER),
    product_id: id(b.productId, 'Product of the seller', exampleId('03')),
    product_name: text(b.productName, 'Product name when the backorder began', 'Blue Dream'),
    variant_id: id(b.variantId, 'Variant of the product', exampleId('04')),
    sku: text(b.sku, 'SKU of the variant when the backorder began', 'BD-3.5'),
    ...appearance,
    order_id: id(b.orderId, 'The order that fell short; null without one', exampleId('01')),
    quantity: count(b.quantity, 'Units that were wanted beyond what was available', 12),
    amount: amountOf(sql`b.quantity`, undefined, 12),
    filled: count(b.filled, 'Units of it that orders contain', 0),
    filled_amount: amountOf(sql`b.filled`, '`filled` in `unit`', 0),
    filled_order_ids: json(
      sql`to_json(array(select f.order_id from ${backorderFills} f where f.backorder_id = b.id order by f.order_id))`,
      z.array(Id).meta({ description: 'Orders that filled it, oldest first' }),
      [],
    ),
    ladder: json(
      sql`(select json_agg(json_build_object('min_amount', ${inUnits(sql`s.min_steps`)}, 'unit_price', s.price_cents::float8 / 100) order by s.min_steps)
        from jsonb_to_recordset(b.ladder) as s (min_steps int, price_cents bigint))`,
      Ladder,
      [{ min_amount: 1, unit_price: 17.5 }],
    ),
    status: oneOf(BackorderStatus)(b.status),
    expires_on: day(
      b.expiresOn,
      "Its last day, in the seller's timezone; open units are canceled then",
      '2026-02-01',
    ),
    expected_on: day(
      b.expectedOn,
      'When the seller expects the goods; null where it does not say',
      '2026-01-20',
    ),
    ready_at: time(
      b.readyAt,
      'Since when its goods could be sold again, as of the latest look; null while it waits, and once it was filled in part',
    ),
    created_at: time(b.createdAt, 'When it began'),
    updated_at: time(b.updatedAt, 'When it last changed'),
  },
  {
    joins: sql`
      cross join lateral (select name, unit, step from ${productVariants} where id = b.variant_id offset 0) v
      cross join lateral (select category, images from ${products} where id = b.product_id offset 0) p`,
    id: 'Backorder',
    description: 'Units that a buyer wants and its seller did not have; nothing is reserved for it',
  },
);
export const Backorder = backorder.schema;
export type BackorderView = ViewOf<typeof backorder>;
export const BackorderList = walkOf(Backorder);
export const OpenedBackorders = z
  .object({
    data: z.array(Backorder).meta({ description: 'The new backorders; lines of one variant are one' }),
  })
  .meta({ id: 'OpenedBackorders' });
