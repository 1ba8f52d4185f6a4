import type postgres from 'postgres';
import { v7 } from 'uuid';
import { JwtSigner } from '../server/features/auth/tokens';
import { insertMember, signedIn } from './data';

export interface Sizes {
  items: number;
  /** Rows of the ledger for each item. */
  movesPerItem: number;
}

export interface Archive {
  entityId: string;
  /** Of the owner, and of a member who is limited to two locations. */
  tokens: { owner: string; limited: string };
  locationIds: string[];
}

/** Length of the history, in days; rows are opened during its first three quarters. */
export const DAYS = 365;
const OPENING_DAYS = 270;
const LOCATIONS = 10;
const ROOMS = ['vault', 'sales_floor'];
/** Rows of stock of each product: every place and room. */
export const ROWS_PER_PRODUCT = LOCATIONS * ROOMS.length;
/** One product in this many was deleted after its last movement, and one place in this many has none of its product left. */
const DELETED = 50;
const EMPTY = 70;

/** Fills an empty, migrated database with one business whose stock has a long history. */
export async function insertArchive(sql: postgres.Sql, secret: string, sizes: Sizes): Promise<Archive> {
  const signer = new JwtSigner(secret);
  const owner = await insertMember(sql, signer, 'wholesaler', 'Northern Supply');
  const { entityId } = owner;
  await sql`
    insert into locations (id, entity_id, name, street, city, state, zip)
    select uuidv7(), ${entityId}, 'Place ' || n, '1 Main St', 'Oakland', 'CA', '94601'
    from generate_series(2, ${LOCATIONS}) n`;
  const locations = await sql<{ id: string }[]>`select id from locations order by created_at, id`;
  const locationIds = locations.map((location) => location.id);
  const limited = await insertLimitedMember(sql, signer, entityId, locationIds.slice(0, 2));
  const session = await sql.reserve();
  try {
    // The rows are consistent by construction: skip the triggers.
    await session`set session_replication_role = replica`;
    await session`set maintenance_work_mem = '1GB'`;
    await insertProducts(session, entityId, Math.ceil(sizes.items / ROWS_PER_PRODUCT));
    await withoutIndexes(session, ['inventory_items'], () => insertItems(session, entityId, sizes));
    await withoutIndexes(session, ['inventory_movements'], () => insertMovements(session, entityId, sizes));
    await session`set work_mem = '256MB'`;
    await withoutIndexes(session, ['stock_levels'], () => insertLevels(session));
  } finally {
    session.release();
  }
  await sql`vacuum analyze`;
  return { entityId, tokens: { owner: owner.token, limited }, locationIds };
}

async function insertLimitedMember(
  sql: postgres.Sql,
  signer: JwtSigner,
  entityId: string,
  locationIds: string[],
): Promise<string> {
  const userId = v7();
  await sql`
    insert into users (id, entity_id, email, name, password_hash, team_role, all_locations)
    values (${userId}, ${entityId}, 'limited@bench.test', 'Limited', 'not a hash', 'viewer', false)`;
  await sql`
    insert into member_locations (user_id, entity_id, location_id)
    select ${userId}, ${entityId}, * from unnest(${locationIds}::uuid[])`;
  return signedIn(sql, signer, userId);
}

/** Orders names differently from the rows, as in production. */
async function insertProducts(sql: postgres.Sql, entityId: string, count: number): Promise<void> {
  await sql`
    create temp table bench_products as
    select n as number, uuidv7() as id, uuidv7() as variant_id,
      'Product ' || to_char(n * 7919::bigint % 1000003, 'FM0000000') as name, 'SKU-' || to_char(n, 'FM0000000') as sku from generate_series(1, ${count}) n`;
  await sql`
    insert into products (id, entity_id, name, brand, category, updated_at, deleted_at)
    select id, ${entityId}, name, 'Brand ' || number % 400, (array['flower', 'edibles', 'concentrates', 'accessories'])[1 + number % 4], now() - interval '30 days', case when number % ${DELETED} = 0 then now() - interval '1 day' end
    from bench_products`;
  await sql`
    insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position,
      updated_at, deleted_at)
    select b.variant_id, p.id, ${entityId}, '3.5 g', b.sku, 3999, 2049, 0, p.updated_at, p.deleted_at
    from bench_products b join products p on p.id = b.id`;
}

/** When a row moved the kth time. */
const MOVED_AT = (k: string, moves: number) =>
  `opened + (now() - opened) * ((${k} - 0.5) / ${moves}::float8)`;

/** The balance of the nth row after its kth movement; two consecutive ones always differ. */
const QUANTITY = (k: string, moves: number) =>
  `case when ${k} = 0 or (${k} = ${moves} and (n - 1) / ${ROOMS.length} % ${EMPTY} = 0) then 0 else 100 + (n * 7 + ${k} * 13) % 40 end`;

async function insertItems(sql: postgres.Sql, entityId: string, sizes: Sizes): Promise<void> {
  await sql`
    create temp table bench_items as
    select n, uuidv7() as id, p.id as product_id, p.variant_id, p.name, p.sku, l.id as location_id, r.room,
      p.number % ${DELETED} = 0 as closed,
      date_trunc('day', now()) - interval '1 day' * ${DAYS}
        + interval '1 day' * ((n * 7919) % ${OPENING_DAYS}) + interval '1 minute' * (n % 1440) as opened
    from bench_products p
      cross join (select row_number() over (order by created_at, id) - 1 as place, id from locations) l
      cross join unnest(${ROOMS}::text[]) with ordinality r (room, shelf),
      lateral (select ((p.number - 1) * ${LOCATIONS} + l.place) * ${ROOMS.length} + r.shelf as n) numbered
    where n <= ${sizes.items} order by n`;
  await sql`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku,
      quantity, unit_cost_cents, average_cost, closed, created_at, updated_at)
    select id, ${entityId}, location_id, room, product_id, name, variant_id, sku,
      ${sql.unsafe(QUANTITY(String(sizes.movesPerItem), sizes.movesPerItem))}, 1225, 12.25, closed, opened,
      ${sql.unsafe(MOVED_AT(String(sizes.movesPerItem), sizes.movesPerItem))}
    from bench_items order by n`;
}

/** In order of time, as in production: the movements of one row are far apart. */
async function insertMovements(sql: postgres.Sql, entityId: string, { movesPerItem }: Sizes): Promise<void> {
  for (let k = 1; k <= movesPerItem; k++) {
    const after = sql.unsafe(QUANTITY(String(k), movesPerItem));
    const before = sql.unsafe(QUANTITY(String(k - 1), movesPerItem));
    await sql`
      insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
        reserved_after, actor_name, source_type, request_id, created_at)
      select uuidv7(), ${entityId}, id, case when ${after} < ${before} then 'SALE' else 'AUDIT' end, ${after} - ${before}, 0, ${after}, 0, 'Counter', 'count', 'bench',
        ${sql.unsafe(MOVED_AT(String(k), movesPerItem))}
      from bench_items`;
  }
}

async function insertLevels(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku, package_mg, quantity,
      available, worth, created_at)
    select i.entity_id, location_id, variant_id, p.id, min(product_name), p.category, min(i.sku),
      min(package_weight(v.weight, v.weight_unit)), sum(quantity), sum(quantity), sum(quantity * average_cost), min(i.created_at)
    from inventory_items i join products p on p.id = i.product_id join product_variants v on v.id = i.variant_id
    group by i.entity_id, location_id, variant_id, p.id`;
}

/** What triggers keep of stock, by location and room: totals of lists come from it. */
export async function insertStockTotals(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into stock_totals (entity_id, location_id, room_type, items, units, worth)
    select entity_id, location_id, room_type, count(*), sum(quantity), sum(quantity * average_cost)
    from inventory_items group by 1, 2, 3
    union all select entity_id, location_id, 'any', count(*), 0, 0 from stock_levels group by 1, 2`;
}

/** Building an index costs less after the rows are inserted. Keys that other tables refer to stay. */
export async function withoutIndexes(
  sql: postgres.Sql,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const constraints = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint c
    where conrelid = any(${tables}::text[]::regclass[]) and contype in ('p', 'u')
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`;
  for (const { table, name } of constraints)
    await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(${tables}::text[]::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  await fill();
  for (const { definition } of indexes) await sql.unsafe(definition);
  for (const { table, name, definition } of constraints) {
    await sql.unsafe(`alter table ${table} add constraint "${name}" ${definition}`);
  }
}
