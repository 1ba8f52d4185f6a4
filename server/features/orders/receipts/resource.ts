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
import { BUYER, party, SELLER } from '../../entities/resource';
import { RoomType } from '../../inventory/schema';
import { lotNames } from '../../lots/resource';
import { batches, lots } from '../../lots/tables';
import { amountOf, appearance } from '../../products/resource';
import { receipts } from '../parts/tables';
import { orderItems, orders } from '../tables';
import { ReceiptReason, Recorder, ReturnCondition, ReturnStatus } from './schema';
import { receiptLines, returnLines, returns } from './tables';

const r = alias(receipts, 'r');
const t = alias(returns, 't');
const u = alias(receiptLines, 'u');
const y = alias(returnLines, 'y');
const x = alias(orderItems, 'x');

/** SQL: the lots of rows `n`, null for units without one. */
export const withLot = sql`left join ${lots} l on l.id = n.lot_id left join ${batches} b on b.id = l.batch_id`;
export const inLots = sql`l.id is null, b.expires_on nulls last, l.created_at, l.id`;
const BY_LOT = 'The same by lot, soonest expiration first; the rest of the line has no lot';

const line = {
  item_id: id(x.id, 'Id of the line', exampleId('02')),
  product_id: id(x.productId, 'Id of the product', exampleId('03')),
  product_name: text(x.productName, 'Product name when the line was added', 'Blue Dream'),
  variant_id: id(x.variantId, 'Id of the variant', exampleId('04')),
  sku: text(x.sku, 'SKU of the variant when the line was added', 'BD-3.5'),
  unit: appearance.unit,
  step: appearance.step,
};
/** SQL: how the goods of the line `x` were sold, as `v`. */
const asSold = sql`cross join lateral (select x.unit, x.step) v`;

/** SQL: the first reason of a line's rows `n`. */
const firstReason = (from: SQL) =>
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
const person = (userId: SQL, name: SQL) => ({
  id: id(userId, 'Id of the user', RECEIVER.id),
  name: text(name, 'Name of the user', RECEIVER.name),
});

export const receipt = resource(
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
    id: 'Receipt',
    description: 'What the retailer accepted of an order that was shipped',
  },
);
export const Receipt = receipt.schema;
export type ReceiptView = z.infer<typeof Receipt>;
export const ReceiptList = walkOf(Receipt);

const ofReturn = sql`(select z.lot_id, c.reason_code from ${returnLines} z join ${receiptLines} c
  on c.receipt_id = t.receipt_id and c.order_item_id = z.order_item_id and c.lot_id is not distinct from z.lot_id
  where z.return_id = t.id and z.order_item_id = x.id) n`;
/** SQL: the room that took the units of a row; null for none. */
const ROOM = sql`(case when received > 0 and condition is distinct from 'destroyed' then coalesce(room_type, 'quarantine') end)`;
/** SQL: what all units of a line that came back have in common; null where they differ. */
const common = (value: SQL, where: SQL) => sql`(case when min(coalesce(${value}, '')) filter (where ${where})
  = max(coalesce(${value}, '')) filter (where ${where}) then min(${value}) filter (where ${where}) end)`;
const returned = (reason: SQL) => ({
  quantity: count(y.quantity, 'Units that the retailer sends back: rejected and damaged ones', 2),
  amount: amountOf(sql`y.quantity`, undefined, 2),
  received_quantity: count.orNull(
    sql`y.received`,
    "Units by the seller's count; null until the return is received",
    2,
  ),
  received_amount: amountOf.orNull(
    sql`y.received`,
    '`received_quantity` in `unit`; null until the return is received',
    2,
  ),
  condition: oneOf(ReturnCondition).orNull(
    sql`y.condition`,
    'How they came back, as the seller found them; null until the return is received, where it said nothing, and where lots differ',
    'sellable',
  ),
  room_type: oneOf(RoomType).orNull(
    sql`y.room`,
    'The room that took them; null for none, and where lots differ',
    'vault',
  ),
  reason_code: wordOf(ReceiptReason).orNull(reason, 'Why the retailer did not accept them', 'damaged'),
});

const returnLot = resource(y, { ...lotNames, ...returned(sql`c.reason_code`) }, { examples: undefined });
const returnLine = resource(
  x,
  {
    ...line,
    ...returned(firstReason(ofReturn)),
    lots: many(
      returnLot,
      {
        from: sql`(select *, ${ROOM} as room from ${returnLines} where return_id = t.id) y join ${lots} l on l.id = y.lot_id join ${batches} b on b.id = l.batch_id
          left join ${receiptLines} c on c.receipt_id = t.receipt_id and c.order_item_id = y.order_item_id
            and c.lot_id = y.lot_id`,
        where: sql`y.order_item_id = x.id`,
        order: inLots,
      },
      BY_LOT,
    ),
  },
  { examples: undefined },
);

export const returning = resource(
  t,
  {
    id: id(t.id, 'Id of the return', exampleId('21')),
    order_id: id(t.orderId, 'Id of the order'),
    order_number: receipt.fields.order_number,
    receipt_id: id(t.receiptId, 'The receipt that did not accept the units', exampleId('20')),
    wholesaler: party(sql`o.wholesaler_id`, 'The seller', SELLER),
    retailer: party(sql`o.retailer_id`, 'The buyer', BUYER),
    status: oneOf(ReturnStatus)(
      sql`(case when t.received_at is null then 'open' else 'received' end)`,
      undefined,
      'received',
    ),
    lines: many(
      returnLine,
      {
        from: sql`(select order_item_id, sum(quantity)::int as quantity, sum(received)::int as received,
              ${common(sql`condition`, sql`received > 0`)} as condition, ${common(ROOM, sql`${ROOM} is not null`)} as room
            from ${returnLines} where return_id = t.id group by order_item_id) y
          join ${orderItems} x on x.id = y.order_item_id ${asSold}`,
        where: sql`true`,
        order: sql`x.position, x.id`,
      },
      'Lines of the order with units on the return',
      [exampleOf(returnLine.fields)],
    ),
    location_id: id(
      t.locationId,
      "The seller's location that received the units; null until then",
      exampleId('07'),
    ),
    notes: text(t.notes, "The seller's note; null without one"),
    received_by: object(
      person(sql`t.actor_id`, sql`t.actor_name`),
      'The member who received it; null until then',
      sql`t.received_at is not null`,
    ),
    received_at: time(t.receivedAt, 'When it was received; null until then', '2026-01-06T15:04:05.000Z'),
    created_at: time(t.createdAt, 'When the retailer did not accept the units', '2026-01-05T15:04:05.000Z'),
    updated_at: time(t.updatedAt, 'When the return last changed', '2026-01-06T15:04:05.000Z'),
  },
  {
    joins: sql`join ${orders} o on o.id = t.order_id`,
    id: 'Return',
    description: 'Units that arrived and the retailer did not accept, on their way back to the seller',
  },
);
export const Return = returning.schema;
export type ReturnView = z.infer<typeof Return>;
export const ReturnList = walkOf(Return);
