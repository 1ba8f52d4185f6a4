import type postgres from 'postgres';
import { JwtSigner } from '../server/features/auth/tokens';
import { signedIn } from './data';
import { insertCustomers } from './scale-customers';
import { insertSales, insertSold } from './scale-reports';
import { insertTrade } from './scale-trade';
import {
  type Archive,
  insertArchive,
  insertStockTotals,
  ROWS_PER_PRODUCT,
  withoutIndexes,
} from './snapshot-data';

export interface ScaleSizes {
  items: number;
  /** Rows of the ledger for each item. */
  moves: number;
  orders: number;
  lots: number;
  /** Of the retailers, besides those that are stocked. */
  products: number;
  /** Retailers that order. */
  businesses: number;
  /** Retailers that hold units of one batch. */
  holders: number;
  /** That the wholesaler entered, not on board. */
  customers: number;
}

const FULL: ScaleSizes = {
  items: 1_000_000,
  moves: 10,
  orders: 1_000_000,
  lots: 100_000,
  products: 50_000,
  businesses: 199,
  holders: 2_000,
  customers: 100_000,
};
/** Sizes that are the same at every scale. */
const FIXED = ['moves', 'businesses'];

/** So that rows are written once, and vacuumed once. */
export const FILL_SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' };

/** Sizes at a share of the full one. */
export function sizesAt(scale: number): ScaleSizes {
  return Object.fromEntries(
    Object.entries(FULL).map(([what, n]) => [what, FIXED.includes(what) ? n : Math.ceil(n * scale)]),
  ) as unknown as ScaleSizes;
}

export interface Scale extends Archive {
  /** The business that most of the orders are placed by, and its owner. */
  buyerId: string;
  buyerToken: string;
  itemId: string;
  orderId: string;
  /** Held by many. */
  batchId: string;
  customerId: string;
  /** Some that can be adjusted, and ordered. */
  itemIds: string[];
  productIds: string[];
}

/** Days over which orders were placed. */
const DAYS = 400;
/** One order in this many, of the newest ones, isn't delivered yet. Few products have most of the sales. */
const OPEN = 50;

const ORDER_TABLES = ['orders', 'order_items', 'order_allocations', 'order_history'];

/**
 * Fills an empty, migrated database with one huge wholesaler: stock with its ledger, stock levels, lots, and orders of
 * three lines by many retailers, one of which places a fifth of them.
 */
export async function insertScale(sql: postgres.Sql, secret: string, sizes: ScaleSizes): Promise<Scale> {
  const archive = await insertArchive(sql, secret, { items: sizes.items, movesPerItem: sizes.moves });
  const { entityId } = archive;
  const session = await sql.reserve();
  try {
    // The rows are consistent by construction: skip the triggers.
    await session`set session_replication_role = replica`;
    await session`set maintenance_work_mem = '1GB'`;
    await session`set work_mem = '256MB'`;
    await insertLots(session, entityId, sizes.lots);
    await insertRetailers(session, entityId, sizes);
    await insertCustomers(session, entityId, sizes.customers);
    await insertTrade(session, entityId);
    await insertStranger(session, sizes.products);
    await insertHolders(session, sizes.holders);
    await withoutIndexes(session, ORDER_TABLES, () => insertOrders(session, entityId, sizes.orders));
    await withoutIndexes(session, ['audit_log', 'events'], () => insertTrail(session, entityId));
    await insertTotals(session);
    await insertSales(session);
    await insertReach(session);
  } finally {
    session.release();
  }
  // A reserved connection has no options, which Drizzle reads.
  await insertSold(sql);
  await sql`vacuum analyze`;
  const [found] = await sql<Array<Omit<Scale, keyof Archive | 'buyerToken'> & { user: string }>>`
    select b.id as "buyerId", (select id from inventory_items where entity_id = ${entityId} order by id limit 1) as "itemId",
      (select id from orders where status = 'pending' order by id limit 1) as "orderId",
      (select id from batches order by id limit 1) as "batchId",
      (select id from entities where managed_by = ${entityId} order by id limit 1) as "customerId",
      (select id from users where entity_id = b.id) as user,
      (select array_agg(id) from (select id from inventory_items where entity_id = ${entityId} and quantity > 0
        order by md5(id::text) limit 1000) i) as "itemIds",
      (select array_agg(id) from (select id from products where entity_id = ${entityId} and deleted_at is null
        order by md5(id::text) limit 1000) p) as "productIds"
    from entities b where b.contact_email = 'retailer1@bench.test'`;
  if (!found) throw new Error('nothing was inserted');
  const { user, ...ids } = found;
  return { ...archive, ...ids, buyerToken: await signedIn(sql, new JwtSigner(secret), user) };
}

/** Each lot is all the units of one item; one batch in forty expires within a month. */
async function insertLots(sql: postgres.Sql, entityId: string, count: number): Promise<void> {
  await sql`
    create temp table bench_lots as
    select row_number() over (order by id) as n, uuidv7() as id, uuidv7() as batch, id as item_id, product_id, variant_id,
      quantity from inventory_items where quantity > 0 order by id limit ${count}`;
  await sql`
    insert into batches (id, product_id, batch_id, expires_on, test_status, entity_id, adopted, created_at, updated_at)
    select batch, product_id, 'B-' || n, current_date + (n % 1200)::int, 'passed', ${entityId}, true,
      now() - interval '1 minute' * n, now() from bench_lots`;
  await sql`
    insert into lots (id, batch_id, variant_id, package_tag, entity_id)
    select id, batch, variant_id, '1A40603' || n, ${entityId} from bench_lots`;
  await sql`
    insert into inventory_lots (inventory_item_id, lot_id, entity_id, quantity, reserved_quantity)
    select item_id, id, ${entityId}, quantity, 0 from bench_lots`;
  await sql`
    update inventory_items i set lot_quantity = b.quantity from bench_lots b where b.item_id = i.id`;
  await sql`
    update stock_levels s set expires_on = n.expires_on from (
      select i.location_id, i.variant_id, min(b.expires_on) as expires_on
      from bench_lots z join inventory_items i on i.id = z.item_id join batches b on b.id = z.batch group by 1, 2) n
    where s.location_id = n.location_id and s.variant_id = n.variant_id`;
}

async function insertRetailers(
  sql: postgres.Sql,
  wholesaler: string,
  { businesses, products }: ScaleSizes,
): Promise<void> {
  await sql`
    create temp table bench_retailers as
    select n, uuidv7() as id, uuidv7() as location_id, uuidv7() as user_id from generate_series(1, ${businesses}) n`;
  await sql`
    insert into entities (id, type, tier, name, legal_name, license_number, street, city, state, zip, contact_email, timezone)
    select id, 'retailer', 'enterprise', 'Retailer ' || n, 'Retailer ' || n, 'C10-' || n, '1 Main St', 'Oakland', 'CA', '94601',
      'retailer' || n || '@bench.test', 'America/Los_Angeles' from bench_retailers`;
  await sql`
    insert into locations (id, entity_id, name, street, city, state, zip)
    select location_id, id, 'Store', '1 Main St', 'Oakland', 'CA', '94601' from bench_retailers`;
  await sql`
    insert into users (id, entity_id, email, name, password_hash, team_role)
    select user_id, id, 'retailer' || n || '@bench.test', 'Owner ' || n, 'not a hash', 'owner' from bench_retailers`;
  await sql`
    insert into connections (id, requester_id, target_id, status, responded_at)
    select uuidv7(), id, ${wholesaler}, 'accepted', now() from bench_retailers`;
  await sql`
    create temp table bench_goods as
    select g.n, uuidv7() as id, r.id as entity_id from generate_series(1, ${products}) g (n)
      join bench_retailers r on r.n = 1 + g.n % ${businesses}::int`;
  await sql`
    insert into products (id, entity_id, name, brand, category)
    select id, entity_id, 'House product ' || n, 'House', 'edibles' from bench_goods`;
  await sql`
    insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position,
      updated_at)
    select uuidv7(), id, entity_id, 'Each', 'HOUSE-' || n, 999, 999, 0, now() - interval '30 days' from bench_goods`;
}

/** A wholesaler without connections, whose products no other business sees. */
async function insertStranger(sql: postgres.Sql, products: number): Promise<void> {
  await sql`
    with stranger as (
      insert into entities (id, type, tier, name, legal_name, license_number, street, city, state, zip, contact_email)
      values (uuidv7(), 'wholesaler', 'enterprise', 'Stranger', 'Stranger', 'C11-1', '1 Main St', 'Oakland', 'CA', '94601',
        'stranger@bench.test') returning id
    ), goods as (
      insert into products (id, entity_id, name, brand, category)
      select uuidv7(), s.id, 'Foreign product ' || n, 'Foreign', 'edibles' from stranger s, generate_series(1, ${products}) n
      returning id, entity_id, name
    )
    insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position,
      updated_at)
    select uuidv7(), id, entity_id, 'Each', 'FOREIGN-' || name, 999, 999, 0, now() - interval '30 days' from goods`;
}

/** Retailers with three units each of the first lot. */
async function insertHolders(sql: postgres.Sql, count: number): Promise<void> {
  await sql`
    create temp table bench_holders as
    select n, uuidv7() as id, uuidv7() as location_id, uuidv7() as item_id from generate_series(1, ${count}) n`;
  await sql`
    insert into entities (id, type, name, legal_name, license_number, street, city, state, zip, contact_email, tier)
    select id, 'retailer', 'Holder ' || n, 'Holder', 'H' || n, '1 Main St', 'Oakland', 'CA', '94601',
      'holder' || n || '@bench.test', 'free' from bench_holders`;
  await sql`
    insert into locations (id, entity_id, name, street, city, state, zip)
    select location_id, id, 'Place', '1 Side St', 'Oakland', 'CA', '94602' from bench_holders`;
  await sql`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku, quantity,
      lot_quantity)
    select h.item_id, h.id, h.location_id, 'vault', i.product_id, i.product_name, i.variant_id, i.sku, 3, 3
    from bench_holders h cross join bench_lots b join inventory_items i on i.id = b.item_id where b.n = 1`;
  await sql`
    insert into inventory_lots (inventory_item_id, lot_id, entity_id, quantity, reserved_quantity)
    select h.item_id, b.id, h.id, 3, 0 from bench_holders h cross join bench_lots b where b.n = 1`;
  await sql`
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after, reserved_after,
      actor_name, source_type, request_id, lot_id, lot_basis)
    select uuidv7(), h.id, h.item_id, 'TRANSFER', 3, 0, 3, 0, 'Owner', 'api', 'bench', b.id, 'stated'
    from bench_holders h cross join bench_lots b where b.n = 1`;
  await sql`
    insert into stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku, package_mg, quantity,
      available, expires_on)
    select h.id, h.location_id, i.variant_id, i.product_id, i.product_name, p.category, i.sku,
      package_weight(v.weight, v.weight_unit), 3, 3, b.expires_on
    from bench_holders h join inventory_items i on i.id = h.item_id join products p on p.id = i.product_id
      join product_variants v on v.id = i.variant_id
      cross join bench_lots z join batches b on b.id = z.batch where z.n = 1`;
}

async function insertOrders(sql: postgres.Sql, wholesaler: string, count: number): Promise<void> {
  await sql`
    create temp table bench_orders as
    select g.n, uuidv7() as id, 1000 + (g.n * 7919) % 2003 as price, r.id as retailer, r.location_id, r.user_id,
      now() - interval '1 day' * ${DAYS} + interval '1 day' * (${DAYS} * g.n / ${count}::float8) as at
    from generate_series(1, ${count}::bigint) g (n)
      join bench_retailers r on r.n = case when g.n % 5 = 0 then 1 else 1 + (g.n * 7919) % (select count(*) from bench_retailers) end`;
  await sql`
    insert into orders (id, order_number, status, wholesaler_id, retailer_id, receiving_location_id, units, subtotal_cents,
      tax_rate_bps, tax_cents, total_cents, delivery_date, representative_id, created_by, created_at, updated_at)
    select id, 'ORD-' || to_char(n, 'FM00000000'), case
        when n > ${count} * 0.98 and n % ${OPEN} < 30 then (array['pending', 'accepted', 'preparing', 'shipped'])[1 + n % 4]
        when n % 40 = 0 then 'cancelled' else 'delivered' end,
      ${wholesaler}, retailer, location_id, 3 * (1 + n % 9), 3 * price * (1 + n % 9), 0, 0, 3 * price * (1 + n % 9), (at + interval '2 days')::date,
      -- The seller's two members look after half of the buyers.
      (array(select id from users where entity_id = ${wholesaler} order by id))[hashtext(retailer::text) & 3],
      user_id, at, at
    from bench_orders order by n`;
  await sql`
    insert into order_items (id, order_id, retailer_id, product_id, variant_id, product_name, sku, quantity, unit_price_cents, total_cents,
      position, created_at)
    select uuidv7(), o.id, o.retailer, p.id, p.variant_id, p.name, p.sku, 1 + o.n % 9, o.price, o.price * (1 + o.n % 9), k, o.at
    from bench_orders o cross join generate_series(0, 2) k
      join bench_products p on p.number = 1 + k + 3 * floor(
        power((o.n * 7919 % 1000003) / 1000003.0, 3) * ((select count(*) from bench_products) / 3))::int
    order by o.n, k`;
  await sql`
    insert into order_allocations (order_id, order_item_id, inventory_item_id, quantity, shipped_at)
    select x.order_id, x.id, i.id, x.quantity, case when o.status in ('shipped', 'delivered') then o.created_at end
    from orders o join order_items x on x.order_id = o.id
      join bench_items i on i.variant_id = x.variant_id and i.n % ${ROWS_PER_PRODUCT} = 1
    where o.status <> 'cancelled'`;
  await sql`
    insert into order_history (id, order_id, action, to_status, actor_id, actor_name, actor_entity_id, created_at)
    select uuidv7(), id, 'created', 'pending', user_id, 'Owner', retailer, at from bench_orders order by n`;
}

/** What triggers and jobs keep, in the order of time as they write it. */
async function insertTotals(sql: postgres.Sql): Promise<void> {
  await insertStockTotals(sql);
  await sql`
    insert into stock_categories (entity_id, location_id, room_type, category, items)
    select i.entity_id, location_id, room_type, p.category, count(*)
    from inventory_items i join products p on p.id = i.product_id group by 1, 2, 3, 4
    union all select entity_id, location_id, 'any', category, count(*) from stock_levels group by 1, 2, 4`;
  await sql`
    insert into variants_in_stock (entity_id, variant_id, levels)
    select s.entity_id, s.variant_id, count(*) from stock_levels s
      join product_variants v on v.id = s.variant_id and v.entity_id = s.entity_id
    where s.band > 0 group by 1, 2`;
  await sql`
    insert into variant_stock (entity_id, variant_id, units, worth)
    select entity_id, variant_id, sum(quantity), sum(quantity * average_cost) from inventory_items group by 1, 2`;
  await sql`
    insert into stock_flows (entity_id, location_id, room_type, moved_at, worth, sold_units, sold_worth)
    select i.entity_id, i.location_id, i.room_type, quarter_hour(m.created_at), sum(m.delta * i.average_cost),
      coalesce(-sum(m.delta) filter (where m.reason_code = 'SALE'), 0),
      coalesce(-sum(m.delta * i.average_cost) filter (where m.reason_code = 'SALE'), 0)
    from inventory_movements m join inventory_items i on i.id = m.item_id group by 1, 2, 3, 4 order by 4`;
  await sql`
    insert into order_days (entity_id, day, status, side, orders, units, cents)
    select p.entity_id, (o.created_at at time zone e.timezone)::date, o.status, p.side, count(*), sum(o.units), sum(o.total_cents)
    from orders o cross join lateral (values (o.wholesaler_id, 'selling'), (o.retailer_id, 'buying')) p (entity_id, side)
      join entities e on e.id = p.entity_id
    group by 1, 2, 3, 4 order by 2`;
  await sql`
    insert into product_sales (entity_id, day, product_id, side, units, cents)
    select e.id, (o.created_at at time zone e.timezone)::date, x.product_id,
      case when e.id = o.retailer_id then 'buying' else 'selling' end, sum(x.quantity), sum(x.total_cents)
    from orders o join entities e on e.id in (o.wholesaler_id, o.retailer_id) join order_items x on x.order_id = o.id
    where o.status <> 'cancelled' group by 1, 2, 3, 4 order by 2`;
  await sql`
    insert into purchases (entity_id, variant_id, lines)
    select x.retailer_id, x.variant_id, count(*) from order_items x join orders o on o.id = x.order_id
    where o.status <> 'cancelled' group by 1, 2`;
  await sql`
    insert into audit_seals (after, through, sealed_at, rows, digest)
    select 0, max(position), now(), count(*), ''::bytea from audit_log`;
  await sql`
    insert into audit_totals (entity_id, action, rows) select entity_id, action, count(*) from audit_log group by 1, 2`;
}

/** Who may read the lots and batches: their creator and holders. The rules of the product's owner and of shipments add no one. */
async function insertReach(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into lot_reach (entity_id, lot_id, created_at)
    select r.entity_id, l.id, l.created_at from (
      select entity_id, id from lots union select entity_id, lot_id from inventory_lots
    ) r (entity_id, id) join lots l on l.id = r.id`;
  await sql`
    insert into batch_reach (entity_id, batch_id, batch_number, expires_on, created_at)
    select r.entity_id, b.id, b.batch_id, b.expires_on, b.created_at from (
      select entity_id, id from batches
      union select z.entity_id, l.batch_id from lot_reach z join lots l on l.id = z.lot_id
    ) r (entity_id, id) join batches b on b.id = r.id`;
  await sql`
    insert into product_reach (entity_id, product_id)
    select distinct i.entity_id, i.product_id from inventory_items i join products p on p.id = i.product_id
    where p.entity_id <> i.entity_id`;
}

/** An audit row and an event for each order. */
async function insertTrail(sql: postgres.Sql, entityId: string): Promise<void> {
  await sql`
    insert into audit_log (id, entity_id, actor_name, action, object_type, object_id, request_id, address, created_at)
    select uuidv7(), ${entityId}, 'Owner', 'order.created', 'order', id, 'bench', '127.0.0.1', at from bench_orders order by n`;
  await sql`
    insert into events (id, entity_id, type, sequence, data, created_at)
    select uuidv7(), ${entityId}, 'order.created', n, json_build_object('id', id), now() from bench_orders order by n`;
  await sql`
    insert into event_sequences (entity_id, last) select ${entityId}, coalesce(max(n), 0) from bench_orders`;
}
