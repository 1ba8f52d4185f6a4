// Other features import this file.
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, unchanged, walkOf } from '../../../kernel/params';
import {
  count,
  exampleId,
  exampleOf,
  id,
  object,
  oneOf,
  text,
  time,
  wordOf,
} from '../../../platform/db/fields';
import { many, readOnlyOf, resource } from '../../../platform/db/resource';
import { externalIdsOf, joinViewer } from '../../entities/external-ids/resource';
import { ExternalIdsChange } from '../../entities/external-ids/schema';
import { BUYER, party, SELLER } from '../../entities/resource';
import { RoomType } from '../../inventory/schema';
import { lotNames } from '../../lots/resource';
import { batches, lots } from '../../lots/tables';
import { amountOf } from '../../products/resource';
import type { SeenBy } from '../resource';
import { orderItems, orders } from '../tables';
import { asSold, BY_LOT, firstReason, inLots, line, person, receipt, x } from './resource';
import { ReceiptReason, ReturnCondition, ReturnStatus } from './schema';
import { receiptLines, returnLines, returns } from './tables';

const t = alias(returns, 't');

const y = alias(returnLines, 'y');

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

/** A return as both parties see it: in events, which have no external ids. */
const sharedReturn = resource(
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
    id: 'SharedReturn',
    description: 'The return as both parties see it, without external ids',
  },
);
export const SharedReturn = sharedReturn.schema;

export const returning = resource(
  t,
  { ...sharedReturn.fields, external_ids: externalIdsOf('return', sql`t.id`) },
  {
    joins: ({ entity }: SeenBy) => sql`${joinViewer(entity.id)} join ${orders} o on o.id = t.order_id`,
    id: 'Return',
    description: 'Units that arrived and the retailer did not accept, on their way back to the seller',
  },
);

export const Return = returning.schema;

export type ReturnView = z.infer<typeof Return>;

export const ReturnList = walkOf(Return);

/** Fields that a PATCH takes only as they are (decision 34). */
export const RETURN_READ_ONLY = readOnlyOf(returning, 'id', 'external_ids');
export const UpdateReturn = z
  .strictObject({
    id: Id.meta({ description: 'Id of the return' }),
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(RETURN_READ_ONLY),
  })
  .meta({ examples: [{ external_ids: { erp: 'RMA-3' } }] });
