import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { among, byId, collection, filter } from '../../../platform/db/collection';
import { uuids } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { type OrderSide, PARTY_OF, type Side, SideFilter } from '../flow/schema';
import { partiesOf } from '../queries.sql';
import { backorder } from './resource';
import { BackorderStatus, MAX_OPEN } from './schema';
import { backorders } from './tables';

const b = alias(backorders, 'b');

type Reader = Pick<Actor, 'entity'>;

const OWN: Record<Side, SQL> = { retailer: sql`b.buyer_id`, wholesaler: sql`b.seller_id` };

/** SQL: the backorders (alias `b`) of the caller's business on either side, or on one. The only way to a row. */
export function visibleBackorders(actor: Reader, side?: OrderSide): SQL {
  const own = partiesOf(actor, side).map((party) => sql`${OWN[party]} = ${actor.entity.id}`);
  return sql`(${sql.join(own, sql` or `)})`;
}

export const BACKORDERS = collection(backorder, {
  name: 'backorders',
  visible: (reader: Reader) => visibleBackorders(reader),
  sorts: { created_at: b.createdAt },
  fallback: 'created_at',
  keys: { created_at: 'timestamptz' },
  changed: b.updatedAt,
  filters: {
    side: filter(
      SideFilter.meta({
        description: 'Only backorders that you buy (`buying`) or sell (`selling`); both when absent',
      }),
      'buying',
      (side, { entity }: Reader) => sql`${OWN[PARTY_OF[side]]} = ${entity.id}`,
    ),
    status: among(b.status, BackorderStatus.meta({ description: 'Only backorders in this status' })),
    seller_id: byId(b.sellerId, 'Only backorders with this seller'),
    buyer_id: byId(b.buyerId, 'Only backorders of this buyer'),
    variant_id: byId(b.variantId, 'Only backorders of this variant'),
    order_id: byId(b.orderId, 'Only backorders that began with this order'),
  },
});
export const ListBackorders = BACKORDERS.input.omit({ sort: true });

/** The list of a business that is on both sides: each has its index, and PostgreSQL merges them. */
export const backordersOf = (actor: Reader): typeof BACKORDERS => {
  const parties = partiesOf(actor);
  if (parties.length < 2) return BACKORDERS;
  const each = parties.map(
    (party) => sql`select b.* from ${backorders} b where ${OWN[party]} = ${actor.entity.id}`,
  );
  return { ...BACKORDERS, from: sql`(${sql.join(each, sql` union all `)}) b` };
};
export const backorderPage = pageOf(BACKORDERS, OWNER);
/** Backorders as the resource. */
export const readBackorders = rowsWhere(backorder, [[sql`b.id = ${ID}`]]);

/** How many open backorders a pair has, counted up to the limit, and when a new one expires. */
export const roomOfPair = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) => sql<{ open: number; expires_on: string }>`
    select (select count(*)::int from (select from ${backorders} b
        where b.seller_id = ${sellerId} and b.buyer_id = ${buyerId} and b.status = 'open' limit ${MAX_OPEN}) n) as open,
      ((now() at time zone e.timezone)::date + e.backorder_days)::text as expires_on
    from ${entities} e where e.id = ${sellerId}`,
);

/** Their buyers that aren't on board. */
export const unclaimedBuyers = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string }>`
    select e.id from ${entities} e where e.managed_by is not null
      and e.id in (select b.buyer_id from ${backorders} b where b.id = any(${uuids(ids)}))`,
);

/** Locks the open backorders that began with an order: before the order itself (decision 522). */
export const lockOpenOf = statement(
  [[ID, ID]],
  (orderId: string, partyId: string) => sql<{ id: string }>`
    select b.id from ${backorders} b where b.order_id = ${orderId} and b.status = 'open'
      and ${partyId} in (b.seller_id, b.buyer_id) order by b.id for no key update`,
);

/** Cancels those of some backorders that are open. */
export const lockAndCancel = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string }>`
    with open as materialized (
      select b.id from ${backorders} b where b.id = any(${uuids(ids)}) and b.status = 'open' order by b.id for no key update
    )
    update ${backorders} set status = 'cancelled' where id in (select id from open) returning id`,
);
