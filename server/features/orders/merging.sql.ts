import { type SQL, sql } from 'drizzle-orm';
import { DISPUTE_DAYS } from '../../kernel/disputes';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Merging } from '../entities/service';
import { locations } from '../entities/tables';
import { backorders } from './backorders/tables';
import { orderComments } from './comments/tables';
import { drafts } from './drafts/tables';
import { orderHistory, receipts } from './parts/tables';
import { orderItems, orders } from './tables';

/** SQL: a place, or the survivor's own at its address. */
const joined = (id: SQL) => sql`coalesce((select l.joined_to from ${locations} l where l.id = ${id}), ${id})`;

/** Orders in id order, with what their rows say of the buyer; kept totals follow by trigger. */
export const lockAndMoveOrders = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [ID] }]],
  ({ from, to, disputed }: Merging) => sql`
    with bought as materialized (select o.id from ${orders} o where o.retailer_id = ${from} order by o.id for update),
    moved as (update ${orders} o set retailer_id = ${to}, receiving_location_id = ${joined(sql`o.receiving_location_id`)},
      disputable_until = now() + make_interval(days => ${DISPUTE_DAYS}), disputed_at = case when o.id = any(${uuids(disputed)}) then now() end
      from bought b where o.id = b.id returning o.id),
    lines as (update ${orderItems} x set retailer_id = ${to} from bought b where x.order_id = b.id),
    steps as (update ${orderHistory} h set actor_entity_id = ${to} from bought b where h.order_id = b.id and h.actor_entity_id = ${from}),
    notes as (update ${orderComments} c set actor_entity_id = ${to} from bought b where c.order_id = b.id and c.actor_entity_id = ${from})
    update ${receipts} r set entity_id = ${to}, updated_at = change_time() from bought b where r.order_id = b.id and r.entity_id = ${from}`,
);

export const moveBackorders = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to }: Merging) => sql`
    update ${backorders} b set buyer_id = ${to}, receiving_location_id = ${joined(sql`b.receiving_location_id`)} where b.buyer_id = ${from}`,
);

export const moveDrafts = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to }: Merging) => sql`
    update ${drafts} d set buyer_id = ${to}, receiving_location_id = (
      select coalesce(l.joined_to, case when not l.unconfirmed then l.id end) from ${locations} l where l.id = d.receiving_location_id)
    where d.buyer_id = ${from}`,
);
