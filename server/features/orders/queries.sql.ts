import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { dateIn } from '../../kernel/clock';
import { CalendarDate, Id, Search } from '../../kernel/params';
import { BUYERS, SELLERS } from '../../kernel/permissions';
import { byId, collection, equals, filter, fromDay, severally, untilDay } from '../../platform/db/collection';
import { contains, isAmong, texts, uuids } from '../../platform/db/listing';
import { pageOf, rowsWhere } from '../../platform/db/rows.sql';
import { DAY, ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { survivorOf, survivorsOf } from '../entities/customers/service.sql';
import { accounts } from '../entities/customers/tables';
import { byExternalId } from '../entities/external-ids/resource';
import { entities } from '../entities/tables';
import { buyersNumber, type Order, order, orderSummary, type SeenBy } from './resource';
import { type OrderSide, OrderStatus, PARTY_OF, type Side, SideFilter } from './shapes/flow.schema';
import { hasStatus, isOpenOrder, rankOf } from './shapes/flow.sql';
import { orders } from './tables';

export type OrderView = z.infer<typeof Order>;

const o = alias(orders, 'o');

/** An order is open until it is delivered or canceled. */
export const OPEN = isOpenOrder(sql`o.status`);

export const countOpen = statement(
  [[sql`o.retailer_id = ${ID}`]],
  (which: SQL) =>
    sql<{ orders: number }>`select count(*)::int as orders from ${orders} o where ${which} and ${OPEN}`,
);

export const PARTIES = {
  retailer: { own: sql`o.retailer_id`, other: sql`o.wholesaler_id` },
  wholesaler: { own: sql`o.wholesaler_id`, other: sql`o.retailer_id` },
};

/** The parties that a business can be (decision 448): a side that is asked for, else those that its type has at all. */
export function partiesOf({ entity }: Pick<Actor, 'entity'>, side?: OrderSide): Side[] {
  if (side) return [PARTY_OF[side]];
  const buys: Side[] = BUYERS.includes(entity.type) ? ['retailer'] : [];
  return SELLERS.includes(entity.type) ? ['wholesaler', ...buys] : buys;
}

/** SQL: the orders (alias `o`) of the caller's business on either side, or on one. The only way to a row. */
export function visibleOrders(actor: Pick<Actor, 'entity'>, side?: OrderSide): SQL {
  const own = partiesOf(actor, side).map((party) => sql`${PARTIES[party].own} = ${actor.entity.id}`);
  return sql`(${sql.join(own, sql` or `)})`;
}

/**
 * The businesses that a business has orders with, and whose name contains a text. Found first: an OR with a subquery
 * would read every order. A seller may have many customers without orders: each step of the recursion is one read of the index by both
 * parties. A buyer has few suppliers.
 */
export const partnersNamed = statement(
  [
    [ID, 'retailer', 'x'],
    [ID, 'wholesaler', 'x'],
  ],
  (entityId: string, side: Side, search: string) => {
    const named = sql`join ${entities} e on e.id = p.id where ${contains(sql`e.name`, search)}`;
    if (side === 'retailer')
      return sql<{ id: string }>`
        select e.id from (select a.seller_id as id from ${accounts} a where a.buyer_id = ${entityId}) p ${named}
          and exists (select from ${orders} o where o.wholesaler_id = e.id and o.retailer_id = ${entityId})`;
    const next = (
      more: SQL,
    ) => sql`select o.retailer_id from ${orders} o where o.wholesaler_id = ${entityId} ${more}
      order by o.retailer_id limit 1`;
    return sql<{ id: string }>`
      with recursive partners (id) as (
        (${next(sql``)})
        union all
        select (${next(sql`and o.retailer_id > p.id`)}) from partners p where p.id is not null
      )
      select e.id from partners p ${named}`;
  },
);

const ofParties = (parties: readonly string[]) => {
  const ids = uuids(parties);
  return sql`(o.retailer_id = any(${ids}) or o.wholesaler_id = any(${ids}))`;
};

const hasNumber = (search: string) =>
  sql`(${contains(sql`o.order_number`, search)} or ${contains(sql`${buyersNumber}`, search)})`;

/** The buyer's own number of an order, as a column: a search knows it as a whole. */
export const BUYERS_NUMBER = buyersNumber.name;

/** Counts what a search finds in parts: an index alone counts the orders of parties on each side. */
export const countFound = statement(
  [
    [OWNER, undefined, 'x', [ID]],
    [LIMITED, undefined, 'x', [ID]],
  ],
  (actor: Actor, asked: OrderSide | undefined, search: string, parties: readonly string[]) => {
    const ofSide = partiesOf(actor, asked).map((side) => {
      const { own, other } = PARTIES[side];
      return sql`(select count(*) from ${orders} o where ${own} = ${actor.entity.id} and ${other} = any(${uuids(parties)}))`;
    });
    return sql<{ total: number }>`
      select (${sql.join(ofSide, sql` + `)}
        + (select count(*) from ${orders} o where ${visibleOrders(actor, asked)} and ${hasNumber(search)} and not ${ofParties(parties)}))::int as total`;
  },
);

/** SQL: whether the buyer of an order (alias `o`) isn't on board. */
export const isUnclaimed = sql`(select b.managed_by is not null from ${entities} b where b.id = o.retailer_id)`;

/**
 * SQL: the ids of a business's late orders. An array by the index of open orders: behind a condition, the list of one sorted by
 * its delivery could be read through all that were delivered.
 */
const lateOrders = ({ id, timezone }: Actor['entity']): SQL => sql`
  select l.id from ${orders} l where (l.wholesaler_id = ${id} or l.retailer_id = ${id})
    and ${isOpenOrder(sql`l.status`)} and l.delivery_date < ${dateIn(timezone)}::date`;

/** The open ones of both sides, for the same reason. */
const openOrders = ({ id }: Actor['entity']): SQL => sql`
  select l.id from ${orders} l where (l.wholesaler_id = ${id} or l.retailer_id = ${id})
    and ${isOpenOrder(sql`l.status`)}`;

/** Who reads orders, and the businesses that its search names. */
export type Reader = Pick<Actor, 'entity'> & { parties?: readonly string[] };

const LIST = {
  name: 'orders',
  sorts: {
    created_at: o.createdAt,
    order_number: o.orderNumber,
    status: rankOf(o.status),
    delivery_date: o.deliveryDate,
    total: o.totalCents,
  },
  fallback: '-created_at',
  keys: { created_at: 'timestamptz' },
  changed: o.updatedAt,
  filters: {
    side: filter(
      SideFilter,
      'buying',
      (side, { entity }: Reader) => sql`${PARTIES[PARTY_OF[side]].own} = ${entity.id}`,
    ),
    status: severally(
      OrderStatus.meta({ description: 'Only orders in this status, or in one of several' }),
      'pending',
      (status) => hasStatus(o.status, status),
      (statuses) => sql`o.status = any(${texts(statuses)})`,
    ),
    wholesaler_id: byId(o.wholesalerId, 'Only orders with this wholesaler'),
    retailer_id: severally(
      Id.meta({ description: 'Only orders with this retailer, or one of several' }),
      ID,
      (id, { entity }: Reader) => sql`o.retailer_id = ${survivorOf(entity.id, id)}`,
      (ids, { entity }: Reader) => sql`o.retailer_id = any(${survivorsOf(entity.id, ids)})`,
    ),
    delivery_date: equals(
      o.deliveryDate,
      CalendarDate.meta({ description: 'Only orders that are to be delivered on this day' }),
      DAY,
    ),
    late: filter(
      z.boolean().meta({
        description:
          'true for open orders whose `delivery_date` is before today in your timezone, false for all others',
      }),
      true,
      (late, { entity }: Reader) => sql`${late ? sql`` : sql`not`} o.id = any(array(${lateOrders(entity)}))`,
    ),
    open: filter(
      z.boolean().meta({
        description: 'true for orders that are neither delivered nor canceled, false for all others',
      }),
      true,
      (open, { entity }: Reader) => (open ? sql`o.id = any(array(${openOrders(entity)}))` : sql`not ${OPEN}`),
    ),
    recall_id: byId(o.recallId, 'Only orders that lack units which this recall took from them'),
    start_date: fromDay(o.createdAt, 'Only orders placed on or after this day in your timezone'),
    end_date: untilDay(o.createdAt, 'Only orders placed on or before this day in your timezone'),
    search: filter(
      Search.meta({ description: "Part of the order number, the PO number or a party's name" }),
      'x',
      (text, { parties = [] }: Reader) => sql`(${hasNumber(text)} or ${ofParties(parties)})`,
    ),
    external_id: byExternalId<Reader>('order', sql`o.id`),
  },
} as const;

export const ORDERS = collection(order, { ...LIST, visible: (reader: Reader) => visibleOrders(reader) });

/**
 * The same list for a business that is on both sides and asks for neither. PostgreSQL merges the sides' indexes only by a column of
 * the union: with a condition within each side it reads and sorts all orders.
 */
export const ON_BOTH_SIDES: typeof ORDERS = collection(order, {
  ...LIST,
  from: sql`(select b.*, b.retailer_id as own_id from ${orders} b
    union all select s.*, s.wholesaler_id as own_id from ${orders} s) o`,
  visible: ({ entity }: Reader) => sql`o.own_id = ${entity.id}`,
});

export const ListOrders = ORDERS.input;

export type OrderFilters = z.infer<typeof ListOrders>;

export const orderPage = pageOf(ORDERS, OWNER);

export const summaryPage = pageOf({ ...ORDERS, resource: orderSummary }, OWNER);

/** Both parties: they see no external ids. */
export const BOTH: SeenBy = { entity: { id: null } };

/** Orders as the resource. */
export const readOrders = rowsWhere(order, [
  [sql`o.id = ${ID} and ${visibleOrders(LIMITED)}`, LIMITED],
  [isAmong(sql`o.id`, [ID]), BOTH],
]);
