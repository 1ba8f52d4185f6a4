// Other features import this file.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '../../../kernel/order-statuses';
import { isOneOf } from '../../../platform/db/columns';

/** SQL: the six random characters of an order number, by which lists name an order (decision 460). */
export const endingOf = (orderNumber: SQLWrapper): SQL => sql`right(${orderNumber}, 6)`;

/** SQL: whether an order in this status may count as what its buyer will owe (decision 650). */
export const openOrders = (status: SQLWrapper): SQL => isOneOf(status, OPEN_STATUSES);

/** SQL: the place of a status in the flow, by which lists are sorted. */
export const rankOf = (status: SQLWrapper): SQL => sql`order_rank(${status})`;

/** SQL: whether an order has this status. Of open ones an index finds those of a seller by their rank. */
export function hasStatus(status: SQLWrapper, wanted: OrderStatus): SQL {
  const isWanted = sql`${status} = ${sql.raw(`'${wanted}'`)}`;
  const rank = ORDER_STATUSES.indexOf(wanted) + 1;
  return rank > OPEN_STATUSES.length
    ? isWanted
    : sql`(${isWanted} and ${rankOf(status)} = ${sql.raw(String(rank))})`;
}

/** SQL: whether an order isn't over, where an index finds those of a seller by their rank, and those of a buyer. */
export const isOpenOrder = (status: SQLWrapper): SQL =>
  sql`(${openOrders(status)} and ${rankOf(status)} <= ${sql.raw(String(OPEN_STATUSES.length))})`;
