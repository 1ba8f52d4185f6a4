import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, walkOf } from '../../../kernel/params';
import { RECEIPT_HOURS } from '../../../kernel/receipt-hours';
import {
  count,
  exampleId,
  exampleOf,
  id,
  json,
  object,
  oneOf,
  text,
  time,
  total,
  wordOf,
} from '../../../platform/db/fields';
import { many, resource } from '../../../platform/db/resource';
import { externalIdsOf, joinViewer } from '../../entities/external-ids/resource';
import { lotNames } from '../../lots/resource';
import { batches, lots } from '../../lots/tables';
import { amountOf, appearance } from '../../products/resource';
import { receipts } from '../parts/tables';
import type { SeenBy } from '../resource';
import { orderItems, orders } from '../tables';
import { ReceiptReason, Recorder } from './schema';
import { receiptLines, returns } from './tables';

const r = alias(receipts, 'r');

const u = alias(receiptLines, 'u');

export const x = alias(orderItems, 'x');

/** SQL: the lots of rows `n`, null for units without one. */
export const withLot = sql`left join ${lots} l on l.id = n.lot_id left join ${batches} b on b.id = l.batch_id`;

export const inLots = sql`l.id is null, b.expires_on nulls last, l.created_at, l.id`;

export const BY_LOT = 'The same by lot, soonest expiration first; the rest of the line has no lot';

export const line = {
  item_id: id(x.id, 'Id of the line', exampleId('02')),
  product_id: id(x.productId, 'Id of the product', exampleId('03')),
  product_name: text(x.productName, 'Product name when the line was added', 'Blue Dream'),
  variant_id: id(x.variantId, 'Id of the variant', exampleId('04')),
  sku: text(x.sku, 'SKU of the variant when the line was added', 'BD-3.5'),
  unit: appearance.unit,
  step: appearance.step,
};

/** SQL: how the goods of the line `x` were sold, as `v`. */
export const asSold = sql`cross join lateral (select x.unit, x.step) v`;

/** SQL: the first reason of a line's rows `n`. */
export const firstReason = (from: SQL) =>
  sql`(select n.reason_code from ${from} ${withLot} where n.reason_code is not null order by ${inLots} limit 1)`;

const ofReceipt = sql`(select * from ${receiptLines} where receipt_id = r.id and order_item_id = x.id) n`;

const outcome = (reason: SQL) => ({
  accepted: count(u.accepted, 'Units that went into stock', 8),
  accepted_amount: amountOf(sql`u.accepted`, '`accepted` in `unit`', 8),
  rejected: count(u.rejected, 'Units that were rejected; they are on a return'),
  rejected_amount: amountOf(sql`u.rejected`, '`rejected` in `unit`', 0),
  damaged: count(u.damaged, 'Units that arrived damaged; they are on a return', 1),
  damaged_amount: amountOf(sql`u.damaged`, '`damaged` in `unit`', 1),
  short: count(u.short, 'Units that never arrived; they are on no return and in no stock', 1),
  short_amount: amountOf(sql`u.short`, '`short` in `unit`', 1),
  reason_code: wordOf(ReceiptReason).orNull(
    reason,
    'Why units were not accepted; null when all were',
    'damaged',
  ),
});

const receiptLot = resource(u, { ...lotNames, ...outcome(sql`u.reason_code`) }, { examples: undefined });

const receiptLine = resource(
  x,
  {
    ...line,
    shipped_quantity: count(x.shippedQuantity, 'Units shipped', 10),
    shipped_amount: amountOf(sql`x.shipped_quantity`, '`shipped_quantity` in `unit`', 10),
    ...outcome(firstReason(ofReceipt)),
    lots: many(
      receiptLot,
      {
        from: sql`${receiptLot.from} join ${lots} l on l.id = u.lot_id join ${batches} b on b.id = l.batch_id`,
        where: sql`u.receipt_id = r.id and u.order_item_id = x.id`,
        order: inLots,
      },
      BY_LOT,
    ),
  },
  { examples: undefined },
);

const RECEIVER = { id: exampleId('0a'), name: 'Dana Reyes' };

export const person = (userId: SQL, name: SQL) => ({
  id: id(userId, 'Id of the user', RECEIVER.id),
  name: text(name, 'Name of the user', RECEIVER.name),
});

/** A receipt as both parties see it: in events, which have no external ids. */
const sharedReceipt = resource(
  r,
  {
    id: id(r.id, 'Id of the receipt', exampleId('20')),
    order_id: id(r.orderId, 'Id of the order'),
    order_number: text(sql`o.order_number`, 'Number of the order', 'ORD-20260102-7K3M9Q'),
    lines: many(
      receiptLine,
      {
        from: sql`(select order_item_id, sum(accepted)::int as accepted, sum(rejected)::int as rejected,
            sum(damaged)::int as damaged, sum(short)::int as short from ${receiptLines} where receipt_id = r.id group by order_item_id) u
          join ${orderItems} x on x.id = u.order_item_id ${asSold}`,
        where: sql`true`,
        order: sql`x.position, x.id`,
      },
      'Every line of the order',
      [exampleOf(receiptLine.fields)],
    ),
    notes: text(r.notes, "The retailer's note; null without one", 'One jar cracked, one missing'),
    credit_total: total(
      r.creditCents,
      'Subtotal and tax of what was shipped, less those of what was accepted, in US dollars; each tax is rounded half up',
      37.89,
    ),
    return_ids: json(
      sql`to_json(array(select t.id from ${returns} t where t.receipt_id = r.id order by t.id))`,
      z.array(Id).meta({ description: 'Returns of the units that arrived and were not accepted' }),
      [exampleId('21')],
    ),
    recorded_by: oneOf(Recorder)(
      r.recordedBy,
      'The party that filed it: the buyer, or the seller at the door',
    ),
    signed_by: text(r.signedBy, 'Who signed for the goods; null without a signature'),
    received_by: object(person(sql`r.actor_id`, sql`r.actor_name`), 'The member who received the order'),
    correctable_until: time(
      sql`(r.created_at + ${sql.raw(`interval '${RECEIPT_HOURS} hours'`)})`,
      'Until when the receipt can be corrected',
      '2026-01-08T15:04:05.000Z',
    ),
    corrected_at: time(r.correctedAt, 'When it was last corrected; null if never'),
    corrected_by: oneOf(Recorder).orNull(
      sql`r.corrected_by`,
      'The party that corrected it last; null if never. Once the buyer has, the seller cannot',
    ),
    created_at: time(r.createdAt, 'When the order was received', '2026-01-05T15:04:05.000Z'),
    updated_at: time(r.updatedAt, 'When the receipt last changed', '2026-01-05T15:04:05.000Z'),
  },
  {
    joins: sql`join ${orders} o on o.id = r.order_id`,
    id: 'SharedReceipt',
    description: 'The receipt as both parties see it, without external ids',
  },
);
export const SharedReceipt = sharedReceipt.schema;

export const receipt = resource(
  r,
  { ...sharedReceipt.fields, external_ids: externalIdsOf('receipt', sql`r.id`, { erp: 'GR-17' }) },
  {
    joins: ({ entity }: SeenBy) => sql`${joinViewer(entity.id)} join ${orders} o on o.id = r.order_id`,
    id: 'Receipt',
    description: 'What the retailer accepted of an order that was shipped',
  },
);

export const Receipt = receipt.schema;

export type ReceiptView = z.infer<typeof Receipt>;

export const ReceiptList = walkOf(Receipt);
