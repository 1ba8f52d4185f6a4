import { sql } from 'drizzle-orm';
import { UNSHIPPED } from '../../../../kernel/order-statuses';
import { isOneOf } from '../../../../platform/db/columns';
import { uuids } from '../../../../platform/db/listing';
import { ID } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { connections } from '../../../entities/tables';
import { orderAllocations, orderItems, orders } from '../../tables';

/** What a seller sets about the pending orders of each buyer. */
export interface OrderLimits {
  /** Null without a limit. */
  maxPendingOrders: number | null;
  maxReservedPercent: number;
}

/** Makes orders of one pair wait for each other by their connection. */
export const lockPair = statement(
  [[ID, ID]],
  (retailerId: string, sellerId: string) => sql<{ id: string }>`
    select c.id from ${connections} c
    where least(c.requester_id, c.target_id) = least(${retailerId}::uuid, ${sellerId}::uuid)
      and greatest(c.requester_id, c.target_id) = greatest(${retailerId}::uuid, ${sellerId}::uuid) and c.status = 'accepted'
    for no key update`,
);

/** Pending orders of a buyer with a seller, counted up to a number. */
export const countPending = statement(
  [[ID, ID, 1]],
  (retailerId: string, sellerId: string, most: number) => sql<{ total: number }>`
    select count(*)::int as total from (
      select from ${orders} o where o.retailer_id = ${retailerId} and o.status = 'pending' and o.wholesaler_id = ${sellerId}
      limit ${most}) n`,
);

/** Units of a seller's variants that open orders of a buyer have reserved, and those of its pending ones. */
export const heldUnits = statement(
  [[ID, ID, [ID]]],
  (retailerId: string, sellerId: string, variantIds: readonly string[]) => sql<{
    variant_id: string;
    reserved: number;
    pending: number;
  }>`
    select x.variant_id, sum(r.quantity)::float8 as reserved,
      coalesce(sum(r.quantity) filter (where o.status = 'pending'), 0)::float8 as pending
    from ${orders} o join ${orderItems} x on x.order_id = o.id
      join ${orderAllocations} r on r.order_item_id = x.id and r.shipped_at is null
    where o.retailer_id = ${retailerId} and o.wholesaler_id = ${sellerId} and ${isOneOf(sql`o.status`, UNSHIPPED)}
      and x.retailer_id = ${retailerId} and x.variant_id = any(${uuids(variantIds)})
    group by x.variant_id`,
);
