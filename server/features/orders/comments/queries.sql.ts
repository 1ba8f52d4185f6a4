import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { isUnclaimed, visibleOrders } from '../queries.sql';
import { orders } from '../tables';

/** The order stays open, or closed, while a comment is added. */
export const lockCommentedOrder = statement(
  [[OWNER, ID]],
  (actor: Actor, id: string) => sql<{ unclaimed: boolean }>`
    select ${isUnclaimed} as unclaimed from ${orders} o where o.id = ${id} and ${visibleOrders(actor)} for no key update`,
);
