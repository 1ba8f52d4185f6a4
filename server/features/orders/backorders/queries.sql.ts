import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Id } from '../../../kernel/params';
import { among, byId, collection, filter, severally } from '../../../platform/db/collection';
import { uuids } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { survivorOf, survivorsOf } from '../../entities/customers/service.sql';
import { entities } from '../../entities/tables';
import { stockLevels } from '../../inventory/tables';
import type { LadderStep } from '../../pricing/ladder';
import { productVariants } from '../../products/tables';
import { partiesOf } from '../queries.sql';
import { type OrderSide, PARTY_OF, type Side, SideFilter } from '../shapes/flow.schema';
import { backorder } from './resource';
import { BackorderStatus, MAX_OPEN } from './schema';
import { backorderFills, backorders } from './tables';

const b = alias(backorders, 'b');

type Reader = Pick<Actor, 'entity'>;

const OWN: Record<Side, SQL> = { retailer: sql`b.buyer_id`, wholesaler: sql`b.seller_id` };

/** SQL: the backorders (alias `b`) of the caller's business on either side, or on one. The only way to a row. */
export function visibleBackorders(actor: Reader, side?: OrderSide): SQL {
  const own = partiesOf(actor, side).map((party) => sql`${OWN[party]} = ${actor.entity.id}`);
  return sql`(${sql.join(own, sql` or `)})`;
}

const LIST = {
  name: 'backorders',
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
    buyer_id: severally(
      Id.meta({ description: 'Only backorders of this buyer, or one of several' }),
      ID,
      (id, { entity }: Reader) => sql`b.buyer_id = ${survivorOf(entity.id, id)}`,
      (ids, { entity }: Reader) => sql`b.buyer_id = any(${survivorsOf(entity.id, ids)})`,
    ),
    variant_id: byId(b.variantId, 'Only backorders of this variant'),
    order_id: byId(b.orderId, 'Only backorders that began with this order'),
    ready: filter(
      z.boolean().meta({ description: 'true for those whose goods could be sold again, false for others' }),
      true,
      (ready) => sql`(b.ready_at is not null) = ${ready}`,
    ),
  },
} as const;
export const BACKORDERS = collection(backorder, {
  ...LIST,
  visible: (reader: Reader) => visibleBackorders(reader),
});
/** The list of a business that is on both sides: PostgreSQL merges their indexes by the union's own column (decision 305). */
const ON_BOTH_SIDES: typeof BACKORDERS = collection(backorder, {
  ...LIST,
  from: sql`(select x.*, x.buyer_id as own_id from ${backorders} x
    union all select y.*, y.seller_id as own_id from ${backorders} y) b`,
  visible: ({ entity }: Reader) => sql`b.own_id = ${entity.id}`,
});
export const ListBackorders = BACKORDERS.input.omit({ sort: true });

export const backordersOf = (actor: Reader): typeof BACKORDERS =>
  partiesOf(actor).length < 2 ? BACKORDERS : ON_BOTH_SIDES;
export const backorderPage = pageOf(BACKORDERS, OWNER);
/** Backorders as the resource. */
export const readBackorders = rowsWhere(backorder, [[sql`b.id = ${ID}`]]);

/** Additions of a pair take turns, after their stock, so that its limit holds. */
export const lockRoom = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`${sellerId} ${buyerId}`}, 522))`,
);

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

/** Cancels what an order left on backorder, which was locked before the order (decisions 453 and 522). */
export const cancelOpenOf = statement(
  [[ID]],
  (orderId: string) => sql<{ id: string }>`
    update ${backorders} set status = 'cancelled' where order_id = ${orderId} and status = 'open' returning id`,
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

/** The products of variants; whose they are shows later. */
export const productsOf = statement(
  [[[ID]]],
  (variantIds: readonly string[]) => sql<{ id: string; product_id: string }>`
    select v.id, v.product_id from ${productVariants} v where v.id = any(${uuids(variantIds)})`,
);

/** Locks one that the caller may see. */
export const lockVisible = statement(
  [[ID, OWNER]],
  (id: string, actor: Reader) => sql`
    select from ${backorders} b where b.id = ${id} and ${visibleBackorders(actor)} for no key update`,
);

/** A backorder that is to be filled. */
export interface ToFill {
  id: string;
  product_id: string;
  product_name: string;
  variant_id: string;
  receiving_location_id: string;
  quantity: number;
  filled: number;
  status: BackorderStatus;
  ladder: LadderStep[];
  /** The amount whose break sets the price, where that is more than the quantity. */
  break_steps: number | null;
}

/** Locks backorders of a pair in id order. @returns them oldest first: ids increase with time */
export const lockToFill = statement(
  [[ID, ID, [ID]]],
  (sellerId: string, buyerId: string, ids: readonly string[]) => sql<ToFill>`
    select b.id, b.product_id, b.product_name, b.variant_id, b.receiving_location_id, b.quantity, b.filled, b.status, b.ladder,
      b.break_steps
    from ${backorders} b where b.id = any(${uuids(ids)}) and b.seller_id = ${sellerId} and b.buyer_id = ${buyerId}
    order by b.id for no key update`,
);

/** Counts units of an order as those of backorders. What is left of one waits for stock again. */
export const applyFills = statement(
  [[ID, [{ id: ID, quantity: 1 }]]],
  (orderId: string, fills: ReadonlyArray<{ id: string; quantity: number }>) => sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(fills)}::jsonb) as g (id uuid, quantity int)),
    listed as (
      insert into ${backorderFills} (backorder_id, order_id, quantity) select id, ${orderId}, quantity from given
    )
    update ${backorders} b set filled = b.filled + g.quantity, ready_at = null,
      status = case when b.filled + g.quantity = b.quantity then 'filled' else b.status end
    from given g where b.id = g.id`,
);

/** How many backorders a job takes at a time. */
export const BATCH = 200;

/** Open ones whose last day is over where their seller is. */
export const dueBackorders = statement(
  [[]],
  () => sql<{ id: string }>`
    select b.id from ${backorders} b join ${entities} e on e.id = b.seller_id
    where b.status = 'open' and b.expires_on < (now() at time zone 'UTC' + interval '14 hours')::date
      and b.expires_on < (now() at time zone e.timezone)::date
    order by b.expires_on, b.id limit ${BATCH}`,
);

/** Marks those that wait and whose goods can be sold now. @returns them by seller and variant */
export const markReady = statement(
  [[]],
  () => sql<{
    seller_id: string;
    id: string;
    product_name: string;
    sku: string;
    backorders: number;
    units: number;
  }>`
    with ready as materialized (
      select b.id from ${backorders} b where b.status = 'open' and b.ready_at is null and exists (
        select from ${stockLevels} s where s.variant_id = b.variant_id and s.entity_id = b.seller_id and s.available > s.blocked)
      order by b.id limit ${BATCH} for no key update skip locked
    ), marked as (
      update ${backorders} b set ready_at = now() from ready r where b.id = r.id
      returning b.id, b.seller_id, b.variant_id, b.product_name, b.sku, b.quantity - b.filled as units
    )
    select seller_id, (array_agg(id order by id))[1] as id, (array_agg(product_name order by id))[1] as product_name,
      (array_agg(sku order by id))[1] as sku, count(*)::int as backorders, sum(units)::int as units
    from marked group by seller_id, variant_id order by seller_id, variant_id`,
);
