import { sql } from 'drizzle-orm';
import { ints, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../../entities/tables';
import { isRecalled } from '../../lots/queries.sql';
import { batches, lots } from '../../lots/tables';
import { orderAllocations, orderItems } from '../tables';

/** Lots of an order that was shipped, those that expire last first. */
export const shippedLots = statement(
  [[ID]],
  (orderId: string) => sql<{ order_item_id: string; lot_id: string; quantity: number; recalled: boolean }>`
    select r.order_item_id, r.lot_id, r.quantity, ${isRecalled} as recalled
    from (select order_item_id, lot_id, sum(quantity)::int as quantity from ${orderAllocations}
        where order_id = ${orderId} and lot_id is not null group by order_item_id, lot_id) r
      join ${lots} l on l.id = r.lot_id join ${batches} b on b.id = l.batch_id
    order by b.expires_on desc nulls first, l.created_at desc, l.id desc`,
);

export const receivingRoom = statement(
  [[ID]],
  (locationId: string) => sql<{ room: string }>`
    select receiving_room as room from ${locations} where id = ${locationId}`,
);

export const setReceived = statement(
  [[[ID], [1]]],
  (orderItemIds: readonly string[], quantities: readonly number[]) => sql`
    update ${orderItems} x set received_quantity = n.quantity
    from unnest(${uuids(orderItemIds)}, ${ints(quantities)}) as n (id, quantity)
    where x.id = n.id and x.received_quantity <> n.quantity`,
);
