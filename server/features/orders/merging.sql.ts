import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Merging } from '../entities/service';
import { backorders } from './backorders/tables';
import { orderComments } from './comments/tables';
import { drafts } from './drafts/tables';
import { receipts } from './receipts/tables';
import { orderHistory, orderItems, orders } from './tables';

/** Orders in id order, with what their rows say of the buyer; kept totals follow by trigger. */
export const lockAndMoveOrders = statement(
  [[{ from: ID, to: ID, sellerId: ID }]],
  ({ from, to }: Merging) => sql`
    with bought as materialized (select o.id from ${orders} o where o.retailer_id = ${from} order by o.id for update),
    moved as (update ${orders} o set retailer_id = ${to} from bought b where o.id = b.id returning o.id),
    lines as (update ${orderItems} x set retailer_id = ${to} from bought b where x.order_id = b.id),
    steps as (update ${orderHistory} h set actor_entity_id = ${to} from bought b where h.order_id = b.id and h.actor_entity_id = ${from}),
    notes as (update ${orderComments} c set actor_entity_id = ${to} from bought b where c.order_id = b.id and c.actor_entity_id = ${from})
    update ${receipts} r set entity_id = ${to}, updated_at = change_time() from bought b where r.order_id = b.id and r.entity_id = ${from}`,
);

export const moveBackorders = statement(
  [[{ from: ID, to: ID, sellerId: ID }]],
  ({ from, to }: Merging) => sql`update ${backorders} set buyer_id = ${to} where buyer_id = ${from}`,
);

export const moveDrafts = statement(
  [[{ from: ID, to: ID, sellerId: ID }]],
  ({ from, to }: Merging) => sql`update ${drafts} set buyer_id = ${to} where buyer_id = ${from}`,
);
