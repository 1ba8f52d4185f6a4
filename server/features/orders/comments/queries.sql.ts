import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { visibleOrders } from '../queries.sql';
import { COMMENTS_PER_HOUR } from './schema';

/** Comments on one order take turns, so that their limit holds. */
export const lockCommentedOrder = statement(
  [[OWNER, ID]],
  (actor: Actor, id: string) => sql`
    select from orders o where o.id = ${id} and ${visibleOrders(actor)} for no key update`,
);

/** Seconds until a party may comment on an order again; no row when it may now. */
export const secondsUntilComment = statement(
  [[ID, ID]],
  (orderId: string, entityId: string) => sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at - clock_timestamp() + interval '1 hour'))::int as seconds
    from order_comments
    where order_id = ${orderId} and actor_entity_id = ${entityId}
      and created_at > clock_timestamp() - interval '1 hour'
    order by created_at desc, id desc offset ${COMMENTS_PER_HOUR - 1} limit 1`,
);
