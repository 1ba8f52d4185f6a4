import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { MAX_PRICE_CENTS } from '../../kernel/money';
import { escaped, jsonObject, optional, plain, strict, timeText, word } from '../../platform/db/json-text';
import { type KeptTotals, keptRows } from '../../platform/db/kept-totals';
import { allOf, contains, iso, since, uuids } from '../../platform/db/listing';
import { DAY, ID, LIMITED, OWNER, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../platform/db/walk';
import { hasCertificate } from '../lots/queries.sql';
import { appearanceText, isKnownCategory } from '../products/queries.sql';
import type { Side } from './flow/schema';
import type { ListOrders, ORDER_SORTS, Order } from './schema';

export type OrderView = z.infer<typeof Order>;

/** An order is open until it is delivered or canceled. */
const OPEN = sql`o.status in ('pending', 'accepted', 'preparing', 'shipped')`;

export const countOpen = statement(
  [[sql`o.retailer_id = ${ID}`]],
  (which: SQL) =>
    sql<{ orders: number }>`select count(*)::int as orders from orders o where ${which} and ${OPEN}`,
);

/** SQL: the orders (alias `o`) of the caller's business on either side. The only way to a row. */
export function visibleOrders({ entity }: Pick<Actor, 'entity'>): SQL {
  if (entity.type === 'retailer') return sql`o.retailer_id = ${entity.id}`;
  if (entity.type === 'wholesaler') return sql`o.wholesaler_id = ${entity.id}`;
  return sql`false`;
}

export const ORDER_TOTALS: KeptTotals = {
  totals: 'order_totals',
  changes: 'order_changes',
  key: ['entity_id', 'placed_at', 'status'],
  sums: ['orders', 'units', 'cents'],
};

/** The same by day; the days of changes that wait are those of the business's timezone. */
export const ORDER_DAYS: KeptTotals = {
  ...ORDER_TOTALS,
  totals: 'order_days',
  key: ['entity_id', 'day', 'status'],
};

/**
 * SQL: rows (`placed_at`, `status`, `orders`, `units`, `cents`) to add up for a business: what is folded in, and what
 * isn't yet.
 */
export function totalRows(entityId: string): SQL {
  return keptRows(ORDER_TOTALS, sql`entity_id = ${entityId}`);
}

/**
 * SQL: the same by day in the timezone of the business (`day`, `status`, `orders`, `units`, `cents`): a row where
 * `totalRows` has one for each quarter of an hour.
 */
export function dayRows(entityId: string, timezone: string): SQL {
  return sql`(
    select day, status, orders, units, cents from order_days where entity_id = ${entityId}
    union all
    select (placed_at at time zone ${timezone})::date, status, orders, units, cents from order_changes
    where entity_id = ${entityId})`;
}

/**
 * SQL: rows (`product_id`, `units`, `cents`) to add up for orders since the beginning of a day, canceled ones left out:
 * what is folded in, and what isn't yet.
 * @param timezone of the business
 */
export function soldRows(entityId: string, startDay: string, timezone: string): SQL {
  return sql`(
    select product_id, units, cents from product_sales where entity_id = ${entityId} and day >= ${startDay}::date
    union all
    ${unfoldedSales(entityId, startDay, timezone)})`;
}

/** SQL: of these, the rows that aren't folded in. */
export function unfoldedSales(entityId: string, startDay: string, timezone: string): SQL {
  return sql`
    select product_id, units, cents from sales_changes
    where entity_id = ${entityId} and placed_at >= (${startDay}::timestamp at time zone ${timezone})`;
}

export const PURCHASES: KeptTotals = {
  totals: 'purchases',
  changes: 'sales_changes',
  key: ['entity_id', 'variant_id'],
  sums: ['lines'],
};

/** SQL: whether a retailer has ordered a variant, canceled orders aside: what is folded in, corrected by what waits. */
export function hasBought(buyerId: string, variantId: SQL): SQL {
  const waiting = (comparison: SQL) => sql`
    select c.variant_id from sales_changes c
      left join purchases k on k.entity_id = c.entity_id and k.variant_id = c.variant_id
    where c.entity_id = ${buyerId} group by c.variant_id, k.lines
    having sum(c.lines) + coalesce(k.lines, 0) ${comparison} 0`;
  return sql`(${variantId} in (
      select b.variant_id from purchases b where b.entity_id = ${buyerId} and b.lines > 0)
    and ${variantId} <> all(array(${waiting(sql`<=`)})) or ${variantId} = any(array(${waiting(sql`>`)})))`;
}

export const ORDERS: WalkedList<(typeof ORDER_SORTS)[number]> = {
  name: 'orders',
  from: sql`orders o`,
  id: sql`o.id`,
  sorts: {
    created_at: sql`o.created_at`,
    order_number: sql`o.order_number`,
    status: sql`order_rank(o.status)`,
    delivery_date: sql`o.delivery_date`,
    total: sql`o.total_cents`,
  },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
  nullable: ['delivery_date'],
};

const PARTIES = {
  retailer: { own: sql`o.retailer_id`, other: sql`o.wholesaler_id` },
  wholesaler: { own: sql`o.wholesaler_id`, other: sql`o.retailer_id` },
};

/**
 * The businesses that a business has orders with, and whose name contains a text. Found first: an OR with a subquery
 * would read every order. Each step of the recursion is one read of the index by both parties.
 */
export const partnersNamed = statement(
  [
    [ID, 'retailer', 'x'],
    [ID, 'wholesaler', 'x'],
  ],
  (entityId: string, side: Side, search: string) => {
    const { own, other } = PARTIES[side];
    const next = (more: SQL) => sql`select ${other} from orders o where ${own} = ${entityId} ${more}
      order by ${other} limit 1`;
    return sql<{ id: string }>`
      with recursive partners (id) as (
        (${next(sql``)})
        union all
        select (${next(sql`and ${other} > p.id`)}) from partners p where p.id is not null
      )
      select e.id from partners p join entities e on e.id = p.id where ${contains(sql`e.name`, search)}`;
  },
);

/**
 * Trade with one partner, bounded however long it lasts: open orders, the last one, and those since an instant, each by an
 * index of both parties.
 */
export const tradeWith = statement(
  [
    ['retailer', ID, ID, 30],
    ['wholesaler', ID, ID, 30],
  ],
  (side: Side, entityId: string, partnerId: string, days: number) => {
    const { own, other } = PARTIES[side];
    const both = sql`orders o where ${own} = ${entityId} and ${other} = ${partnerId}`;
    return sql<{ open_orders: number; orders: number; cents: number; last_ordered_at: string | null }>`
      select (select count(*)::int from ${both} and ${OPEN}) as open_orders, recent.orders, recent.cents,
        (select ${iso(sql`o.created_at`)} from ${both} and o.status <> 'cancelled'
          order by o.created_at desc, o.id limit 1) as last_ordered_at
      from (select count(*)::int as orders, coalesce(sum(o.total_cents), 0)::float8 as cents
        from ${both} and o.status <> 'cancelled' and o.created_at >= now() - ${days}::int * interval '1 day') recent`;
  },
);

const ofParties = (parties: readonly string[]) => {
  const ids = uuids(parties);
  return sql`(o.retailer_id = any(${ids}) or o.wholesaler_id = any(${ids}))`;
};

const hasNumber = (search: string) =>
  sql`(${contains(sql`o.order_number`, search)} or ${contains(sql`o.po_number`, search)})`;

/** Counts what a search finds in two parts: an index alone counts the orders of parties. */
export const countFound = statement(
  [
    [OWNER, ID, 'retailer', 'x', [ID]],
    [OWNER, ID, 'wholesaler', 'x', [ID]],
  ],
  (actor: Actor, entityId: string, side: Side, search: string, parties: readonly string[]) => {
    const { own, other } = PARTIES[side];
    return sql<{ total: number }>`
      select ((select count(*) from orders o where ${own} = ${entityId} and ${other} = any(${uuids(parties)}))
        + (select count(*) from orders o where ${visibleOrders(actor)} and ${hasNumber(search)} and not ${ofParties(parties)}))::int as total`;
  },
);

/** Batches first: a recall of one of them waits for the order, or the order for it. */
export const lockTaxRate = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => {
    const mine = sql`o.id = ${id} and ${visibleOrders(actor)}`;
    return sql<{ tax_rate_bps: number }>`
      with locked as materialized (
        select b.id from batches b where b.id in (select l.batch_id from orders o
          join order_allocations r on r.order_id = o.id join lots l on l.id = r.lot_id where ${mine})
        order by b.id for share
      )
      select o.tax_rate_bps from orders o where ${mine} and (select count(*) from locked) >= 0 for no key update`;
  },
);

/** SQL: from the beginning of a day to the end of another, in UTC; undefined without either. */
export function placedBetween(
  moment: SQL,
  startDate: string | undefined,
  endDate: string | undefined,
): SQL | undefined {
  if (!startDate && !endDate) return undefined;
  return allOf([
    startDate ? sql`${moment} >= ${`${startDate}T00:00:00Z`}::timestamptz` : undefined,
    endDate ? sql`${moment} < ${`${endDate}T00:00:00Z`}::timestamptz + interval '1 day'` : undefined,
  ]);
}

/**
 * SQL: the orders of the caller's that match the filters of a list.
 * @param parties the businesses that a search names
 */
export function orderConditions(
  actor: Actor,
  input: z.infer<typeof ListOrders>,
  parties: readonly string[] = [],
): SQL {
  const { start_date, end_date, search } = input;
  return allOf([
    visibleOrders(actor),
    input.status ? sql`o.status = ${input.status}` : undefined,
    input.wholesaler_id ? sql`o.wholesaler_id = ${input.wholesaler_id}` : undefined,
    input.retailer_id ? sql`o.retailer_id = ${input.retailer_id}` : undefined,
    input.recall_id ? sql`o.recall_id = ${input.recall_id}` : undefined,
    placedBetween(sql`o.created_at`, start_date, end_date),
    search ? sql`(${hasNumber(search)} or ${ofParties(parties)})` : undefined,
    since(sql`o.updated_at`, input.updated_since),
  ]);
}

const FILTERS: z.infer<typeof ListOrders> = {
  limit: 1,
  status: 'pending',
  wholesaler_id: ID,
  retailer_id: ID,
  recall_id: ID,
  start_date: DAY,
  end_date: DAY,
  search: 'x',
  updated_since: TIME,
};

/** Each form of a page, its order, and a total that is read with it. */
const READINGS = readingsOf(ORDERS).map(({ page, pageOrder }): [SQL, SQL, SQL] => [
  page(orderConditions(OWNER, FILTERS)),
  pageOrder,
  sql`0`,
]);

interface OrderRow extends Omit<OrderView, 'subtotal' | 'tax' | 'total' | 'items' | 'credit_total'> {
  credit_cents: number | null;
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
  items: Array<
    Omit<OrderView['items'][number], 'unit_price' | 'total' | 'lots'> & {
      lots: OrderView['items'][number]['lots'] | null;
      unit_price_cents: number;
      total_cents: number;
    }
  >;
}

/** SQL: the lots of an order's line `x`, as JSON; null without any. */
const lotsOfLine = sql`select json_agg(json_build_object('lot_id', l.id, 'batch_id', b.batch_id, 'package_tag',
              l.package_tag, 'expires_on', b.expires_on, 'quantity', r.quantity, 'has_coa', ${hasCertificate})
              order by b.expires_on nulls last, l.created_at, l.id)
            from (select lot_id, sum(quantity)::int as quantity from order_allocations
                where order_item_id = x.id and lot_id is not null group by lot_id) r
              join lots l on l.id = r.lot_id join batches b on b.id = l.batch_id`;

/** SQL: parts of an order `o`, null where it has none. */
const cancellation = sql`case when o.status = 'cancelled' then (
        select json_build_object('reason', h.notes, 'by', json_build_object('id', h.actor_id, 'name', h.actor_name,
          'entity_id', h.actor_entity_id), 'at', ${iso(sql`h.created_at`)})
        from order_history h where h.order_id = o.id and h.to_status = 'cancelled' order by h.id desc limit 1
      ) end`;
const creditCents = sql`(select r.credit_cents::float8 from receipts r where r.order_id = o.id)`;
const shipment = sql`case when o.departed_at is not null then json_build_object('driver', o.driver, 'vehicle', o.vehicle,
        'departs_at', ${iso(sql`o.departed_at`)}, 'arrives_at', ${iso(sql`o.estimated_arrival`)}) end`;
const recall = sql`(select json_build_object('id', c.id, 'batch_id', b.batch_id) from recalls c join batches b on b.id = c.batch_id
        where c.id = o.recall_id)`;

export const ordersFrom = statement(
  [
    [sql``, sql`orders o where o.id = ${ID} and ${visibleOrders(LIMITED)}`],
    ...readingsOf(ORDERS).map(({ page, order }): [SQL, SQL] => [
      sql`page.walk_key, 0 as walk_total,`,
      sql`${page(orderConditions(OWNER, FILTERS))} join orders o on o.id = page.id ${order}`,
    ]),
  ],
  (more: SQL, from: SQL) => sql<OrderRow & Walked>`
    select ${more} o.id, o.order_number, o.status,
      (select json_build_object('id', e.id, 'name', e.name) from entities e where e.id = o.wholesaler_id) as wholesaler,
      (select json_build_object('id', e.id, 'name', e.name) from entities e where e.id = o.retailer_id) as retailer,
      (select json_agg(json_build_object('id', x.id, 'product_id', x.product_id, 'product_name', x.product_name,
          'variant_id', x.variant_id, 'sku', x.sku, 'variant_name', v.name, 'category', p.category,
          'image', p.images[1], 'quantity', x.quantity, 'unit_price_cents', x.unit_price_cents,
          'total_cents', x.total_cents, 'shipped_quantity', x.shipped_quantity, 'received_quantity', x.received_quantity,
          'lots', (${lotsOfLine})) order by x.position, x.id)
        from order_items x join product_variants v on v.id = x.variant_id join products p on p.id = x.product_id
        where x.order_id = o.id) as items,
      o.subtotal_cents::float8 as subtotal_cents, o.tax_cents::float8 as tax_cents, o.total_cents::float8 as total_cents,
      o.delivery_date::text as delivery_date, o.delivery_window, o.notes, o.receiving_location_id,
      ${cancellation} as cancellation,
      ${creditCents} as credit_cents,
      ${shipment} as shipment,
      ${recall} as recall,
      o.po_number,
      ${iso(sql`o.created_at`)} as created_at, ${iso(sql`o.updated_at`)} as updated_at
    from ${from}`,
);

interface SummaryRow
  extends Pick<
    OrderView,
    'id' | 'order_number' | 'status' | 'delivery_date' | 'created_at' | 'updated_at' | 'po_number'
  > {
  wholesaler_id: string;
  wholesaler_name: string;
  retailer_id: string;
  retailer_name: string;
  total_cents: number;
  item_count: number;
}

/** Orders without their lines. `offset 0` reads a row's parts by their keys, in the order of the page, each once. */
export const orderSummaries = statement(
  READINGS,
  (page: SQL, order: SQL, total: SQL) => sql<SummaryRow & Walked>`
    select page.walk_key, (${total})::int as walk_total, o.id, o.order_number, o.status,
      o.wholesaler_id, seller.name as wholesaler_name, o.retailer_id, buyer.name as retailer_name,
      o.total_cents::float8 as total_cents, o.delivery_date::text as delivery_date,
      ${iso(sql`o.created_at`)} as created_at, ${iso(sql`o.updated_at`)} as updated_at, o.po_number, lines.item_count
    from ${page}
      cross join lateral (select * from orders x where x.id = page.id offset 0) o
      cross join lateral (select name from entities where id = o.wholesaler_id offset 0) seller
      cross join lateral (select name from entities where id = o.retailer_id offset 0) buyer
      cross join lateral (select count(*)::int as item_count from order_items x where x.order_id = o.id offset 0) lines ${order}`,
);

/** A list's order as JSON text, with what is checked by itself. */
interface OrderText extends Pick<OrderView, 'cancellation' | 'shipment'> {
  id: string;
  text: string | null;
  /** Of each line that has lots. */
  lots: Array<OrderView['items'][number]['lots']> | null;
}

/** SQL: the lots of a line `x`: few lines have any, which a small index knows. */
const LOTS_IF_ANY = sql`case when (select true from order_allocations where order_item_id = x.id and lot_id is not null limit 1)
  then (${lotsOfLine}) end`;

/** SQL: a line `x` in the order of its schema, with its variant `v`, its product `p` and its lots `z`. */
const LINE_TEXT = jsonObject({
  id: word(sql`x.id`),
  product_id: word(sql`x.product_id`),
  product_name: escaped(sql`x.product_name`),
  variant_id: word(sql`x.variant_id`),
  sku: escaped(sql`x.sku`),
  ...appearanceText,
  quantity: plain(sql`x.quantity`),
  shipped_quantity: plain(sql`x.shipped_quantity`),
  received_quantity: plain(sql`x.received_quantity`),
  lots: plain(sql`coalesce(z.lots::text, '[]')`),
  unit_price: plain(sql`x.unit_price_cents::float8 / 100`),
  total: plain(sql`x.total_cents::float8 / 100`),
});

/** SQL: the lines of an order `o` as text, and whether the schema takes them. */
const LINES = sql`(
  select ${LINE_TEXT} as text, z.lots,
    ${isKnownCategory(sql`p.category`)} and x.unit_price_cents between 0 and ${sql.raw(String(MAX_PRICE_CENTS))} as sound
  from order_items x
    cross join lateral (select name from product_variants where id = x.variant_id offset 0) v
    cross join lateral (select category, images from products where id = x.product_id offset 0) p
    cross join lateral (select ${LOTS_IF_ANY} as lots offset 0) z
  where x.order_id = o.id order by x.position, x.id offset 0) line`;

/** SQL: an order `o` in the order of its schema, with its `seller`, its `buyer`, its `lines` and the parts that few orders have (`rest`). */
const ORDER_TEXT = jsonObject({
  id: word(sql`o.id`),
  order_number: escaped(sql`o.order_number`),
  status: word(sql`o.status`),
  wholesaler: plain(jsonObject({ id: word(sql`o.wholesaler_id`), name: plain(sql`seller.name`) })),
  retailer: plain(jsonObject({ id: word(sql`o.retailer_id`), name: plain(sql`buyer.name`) })),
  items: { parts: ['[', sql`lines.items`, ']'] },
  subtotal: plain(sql`o.subtotal_cents::float8 / 100`),
  tax: plain(sql`o.tax_cents::float8 / 100`),
  total: plain(sql`o.total_cents::float8 / 100`),
  delivery_date: optional(sql`to_json(o.delivery_date)`),
  delivery_window: optional(sql`to_json(o.delivery_window)`),
  notes: optional(sql`to_json(o.notes)`),
  receiving_location_id: word(sql`o.receiving_location_id`),
  cancellation: optional(sql`rest.cancellation`),
  recall: optional(sql`case when o.recall_id is not null then ${recall} end`),
  created_at: strict(timeText(sql`o.created_at`)),
  updated_at: strict(timeText(sql`o.updated_at`)),
  credit_total: optional(sql`rest.credit_total`),
  shipment: optional(sql`rest.shipment`),
  po_number: optional(sql`to_json(o.po_number)`),
});

/**
 * The same as JSON text in the order of the schema (decision 260). The text is null where the schema might reject it for
 * what no constraint excludes. `offset 0` reads a row's parts by their keys, in the order of the page, each once.
 */
export const orderTexts = statement(
  READINGS,
  (page: SQL, order: SQL, total: SQL) => sql<OrderText & Walked>`
    select page.walk_key, (${total})::int as walk_total, o.id, rest.cancellation, rest.shipment, lines.lots,
      case when lines.sound and coalesce(o.delivery_date, '2000-01-01') between '0001-01-01' and '9999-12-31'
          and coalesce(rest.credit_total, 0) between 0 and 9999999999.99 then ${ORDER_TEXT} end as text
    from ${page}
      cross join lateral (select * from orders x where x.id = page.id offset 0) o
      cross join lateral (select to_json(name) as name from entities where id = o.wholesaler_id offset 0) seller
      cross join lateral (select to_json(name) as name from entities where id = o.retailer_id offset 0) buyer
      cross join lateral (
        select coalesce(string_agg(line.text, ','), '') as items, coalesce(bool_and(line.sound), true) as sound,
          json_agg(line.lots) filter (where line.lots is not null) as lots
        from ${LINES}) lines
      cross join lateral (
        select ${cancellation} as cancellation, ${creditCents} / 100 as credit_total, ${shipment} as shipment offset 0) rest ${order}`,
);
