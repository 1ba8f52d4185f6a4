import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordMatches } from '../../../server/features/auth/password/passwords';
import { CATEGORY_NAMES } from '../../../server/features/products/categories';
import { addDays } from '../../../server/kernel/clock';
import { SecretCipher } from '../../../server/platform/secrets/cipher';
import { openStorage } from '../../../server/platform/storage/storage';
import { DEMO_PASSWORD } from '../../../server/process/demo/people';
import { seedDemo, seedDemoOnce } from '../../../server/process/demo/seed';
import { findDemoSignIn } from '../../../server/process/demo/sign-in';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { IS_SHORT } from '../../setup/full';

const quiet = pino({ level: 'silent' });
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-demo-'));
afterAll(() => rm(folder, { recursive: true }));
const storage = await openStorage({ DATA_DIR: folder, S3_URL: undefined });
const partsOf = ({ db }: TestDatabase) => ({
  db,
  storage,
  cipher: new SecretCipher('a secret of the demo, at least 32 characters'),
  log: quiet,
  publicUrl: 'https://demo.test',
});
const ROOMS = ['quarantine', 'sales_floor', 'secret_menu', 'vault'];

describe('the demo', () => {
  let database: TestDatabase;
  let sql: TestDatabase['sql'];

  beforeAll(async () => {
    database = await openTestDatabase();
    sql = database.sql;
    // Two processes that start at once.
    await Promise.all([seedDemoOnce(partsOf(database)), seedDemoOnce(partsOf(database))]);
  });
  afterAll(() => database.close());

  const idOf = async (email: string): Promise<string> => {
    const [user] = await sql`select entity_id from users where email = ${email}`;
    return user?.entity_id;
  };

  test('has the accounts of the start line, each once, with one password', async () => {
    const users = await sql`
      select u.email, u.team_role, u.password_hash, e.type, e.tier from users u join entities e on e.id = u.entity_id
      order by u.email`;
    expect(users.map((user) => `${user.email} ${user.team_role} ${user.type} ${user.tier}`)).toEqual([
      'claimant@demo.test owner retailer free',
      'cultivator2@demo.test owner cultivator enterprise',
      'cultivator@demo.test owner cultivator enterprise',
      'free@demo.test owner retailer free',
      'retailer.admin@demo.test admin retailer enterprise',
      'retailer.manager@demo.test manager retailer enterprise',
      'retailer.viewer@demo.test viewer retailer enterprise',
      'retailer@demo.test owner retailer enterprise',
      'wholesaler.admin@demo.test admin wholesaler enterprise',
      'wholesaler.manager@demo.test manager wholesaler enterprise',
      'wholesaler.viewer@demo.test viewer wholesaler enterprise',
      'wholesaler2@demo.test owner wholesaler enterprise',
      'wholesaler3@demo.test owner wholesaler enterprise',
      'wholesaler@demo.test owner wholesaler enterprise',
    ]);
    const [hash, ...others] = new Set(users.map((user) => user.password_hash));
    expect(others).toEqual([]);
    expect(await passwordMatches(hash, DEMO_PASSWORD)).toBe(true);
  });

  test('offers its owners beside the sign-in form, until another user has an account or DEMO=0', async () => {
    const offered = async (env: { DEMO?: boolean; SMTP_URL?: string } = {}) =>
      (await findDemoSignIn(env, database.db))?.accounts.map(({ email }) => email) ?? null;
    expect(await offered()).toEqual(['retailer@demo.test', 'wholesaler@demo.test', 'cultivator@demo.test']);
    expect(await offered({ DEMO: false })).toBeNull();
    expect(await offered({ SMTP_URL: 'smtp://mail.example' })).toBeNull();
    await sql`update users set email = 'owner@real.example' where email = 'free@demo.test'`;
    expect(await offered()).toBeNull();
    await sql`update users set email = 'free@demo.test' where email = 'owner@real.example'`;
  });

  test('has each transfer, count and sync that a ledger row names', async () => {
    const [row] = await sql`
      select count(*) filter (where m.source_type = 'transfer')::int as transfers,
        count(*) filter (where m.source_type = 'count')::int as counts,
        count(*) filter (where m.source_type = 'sync')::int as syncs,
        count(*) filter (where t.id is null and c.id is null and r.id is null)::int as missing,
        count(*) filter (where m.source_type = 'sync' and m.reason_code <> 'AUDIT')::int as other_reasons,
        count(*) filter (where m.source_type = 'count' and l.item_id is null)::int as without_line,
        count(*) filter (where m.source_type = 'transfer' and not i.location_id = any(t.location_ids))::int as elsewhere
      from inventory_movements m join inventory_items i on i.id = m.item_id
        left join inventory_transfers t on m.source_type = 'transfer' and t.id = m.source_id and t.entity_id = i.entity_id
        left join stock_counts c on m.source_type = 'count' and c.id = m.source_id and c.location_id = i.location_id
          and c.room_type = i.room_type
        left join sync_runs r on m.source_type = 'sync' and r.id = m.source_id and r.location_id = i.location_id
        left join stock_count_lines l on l.count_id = c.id and l.item_id = m.item_id
      where m.source_type in ('transfer', 'count', 'sync', 'import')`;
    expect(row?.transfers).toBeGreaterThan(50);
    expect(row?.counts).toBeGreaterThan(50);
    expect(row?.syncs).toBeGreaterThan(50);
    expect(row).toMatchObject({ missing: 0, without_line: 0, elsewhere: 0, other_reasons: 0 });
  });

  test('received goods from outside by receipts, of farms and as harvests, each with the lines that the ledger has', async () => {
    const found = await sql`
      select r.kind, count(*)::int > 5 as often, count(distinct r.supplier_name)::int > 3 as varied,
        count(*) filter (where r.units <> coalesce(n.units, 0) or r.units <> coalesce(m.units, 0) or r.cost_total <> n.cost
          or r.kind = 'purchase' and (g.name is distinct from r.supplier_name or g.entity_id <> r.entity_id)
          or r.kind = 'harvest' and e.type <> 'cultivator')::int as wrong
      from goods_receipts r join entities e on e.id = r.entity_id left join goods_suppliers g on g.id = r.supplier_id
        left join lateral (select sum(n.quantity) as units,
            sum(round(n.quantity * coalesce(v.step, 10000) / 10000.0 * n.unit_cost_cents)) / 100 as cost
          from goods_receipt_lines n join inventory_items i on i.id = n.item_id and i.location_id = r.location_id
            join product_variants v on v.id = i.variant_id where n.receipt_id = r.id) n on true
        left join lateral (select sum(m.delta) as units from inventory_movements m
          where m.source_type = 'goods_receipt' and m.source_id = r.id and m.notes = r.number) m on true
      group by r.kind order by r.kind`;
    expect(found).toEqual([
      { kind: 'harvest', often: true, varied: false, wrong: 0 },
      { kind: 'purchase', often: true, varied: true, wrong: 0 },
    ]);
    const [recent] = await sql`
      select count(*)::int as goods from goods_receipts where received_on > current_date - 30
        and entity_id = ${await idOf('wholesaler@demo.test')}`;
    expect(recent?.goods).toBeGreaterThan(0);
  });

  test('synced the shops three times a day, each run with as many rows as the ledger has of it', async () => {
    const runs = await sql`
      select e.name, count(*)::int > 85 * 3 * (select count(*) from locations l where l.entity_id = e.id) as often,
        count(*) filter (where r.status <> 'completed' or r.finished_at is null or r.processed <> r.total or r.failed <> 0
          or r.updated <> (select count(distinct m.item_id) from inventory_movements m where m.source_id = r.id)
          or c.id is null or c.location_id <> r.location_id)::int as wrong,
        bool_and(c.cursor = (select count(*)::text from sync_runs o where o.connection_id = c.id)) as read_on
      from sync_runs r join entities e on e.id = r.entity_id left join pos_connections c on c.id = r.connection_id
      group by e.id, e.name order by e.name`;
    const each = { often: true, wrong: 0, read_on: true };
    expect(runs).toEqual([
      { name: 'Harbor & Pine', ...each },
      { name: 'Telegraph Corner', ...each },
    ]);
  });

  test('sells what the retailer has within 20 to 40 days, a few faster, a few slower', async () => {
    const [found] = await sql`
      select count(*)::int as products, count(*) filter (where days between 20 and 40)::int as usual,
        count(*) filter (where days < 20)::int as low, count(*) filter (where days > 100 or days is null)::int as slow,
        percentile_cont(0.5) within group (order by coalesce(days, 1000)) as median
      from (select i.product_id, 30.0 * sum(i.quantity) / nullif(sum(s.sold), 0) as days
        from inventory_items i cross join lateral (select coalesce(-sum(m.delta), 0) as sold from inventory_movements m
          where m.item_id = i.id and m.reason_code = 'SALE' and m.created_at > now() - interval '30 days') s
        where i.entity_id = ${await idOf('retailer@demo.test')} group by i.product_id) p`;
    expect(found?.median).toBeGreaterThan(20);
    expect(found?.median).toBeLessThan(40);
    expect(found?.usual).toBeGreaterThan(0.4 * found?.products);
    expect(found?.low).toBeGreaterThan(3);
    expect(found?.slow).toBeGreaterThan(3);
    expect(found?.slow).toBeLessThan(0.25 * found?.products);
  });

  test('connects every location with the simulator', async () => {
    const [row] = await sql`
      select count(*)::int as locations, count(c.id)::int as connected from locations l
      join entities e on e.id = l.entity_id and e.managed_by is null and not e.under_review
      left join pos_connections c on c.location_id = l.id and c.entity_id = l.entity_id and c.provider = 'simulator'`;
    expect(row?.locations).toBeGreaterThan(5);
    expect(row?.connected).toBe(row?.locations);
  });

  test('connects the retailer with the wholesaler, and no retailer with the second wholesaler', async () => {
    const [retailer, wholesaler, second] = await Promise.all(
      ['retailer@demo.test', 'wholesaler@demo.test', 'wholesaler2@demo.test'].map(idOf),
    );
    const found = await sql`
      select c.requester_id, c.target_id, c.status from connections c
        join entities r on r.id = c.requester_id join entities t on t.id = c.target_id
      where 'retailer' in (r.type, t.type) and not c.managed`;
    expect(found).toContainEqual({ requester_id: retailer, target_id: wholesaler, status: 'accepted' });
    expect(found.flatMap((row) => [row.requester_id, row.target_id])).not.toContain(second);
  });

  test('gives the retailer three suppliers that say when they deliver, whose prices compare, and what it bought of each', async () => {
    const retailer = await idOf('retailer@demo.test');
    const found = await sql`
      select s.name, s.minimum_order_cents::int as minimum,
        exists (select from locations l where l.entity_id = s.id and l.delivery_days <> '{}' and l.order_cutoff is not null) as delivers,
        (select count(*)::int from products p where p.entity_id = s.id and exists (
          select from products o where o.name = p.name and o.brand = p.brand and o.entity_id <> s.id
            and o.entity_id in (select seller_id from accounts where buyer_id = ${retailer}))) > 5 as compared,
        (select count(*)::int from orders o where o.wholesaler_id = s.id and o.retailer_id = a.buyer_id and o.status = 'delivered') > 5 as bought,
        exists (select from orders o where o.wholesaler_id = s.id and o.retailer_id = a.buyer_id
          and o.status in ('pending', 'accepted')) as waits
      from accounts a join entities s on s.id = a.seller_id where a.buyer_id = ${retailer} order by s.name`;
    const each = { delivers: true, compared: true, bought: true, waits: true };
    expect(found).toEqual([
      { name: 'Golden Coast Distribution', minimum: null, ...each },
      { name: 'Lost Coast Provisions', minimum: 50_000, ...each },
      { name: 'Mendo Slope Farms', minimum: 30_000, ...each },
    ]);
    const wrong = await sql`
      select o.order_number from orders o join entities s on s.id = o.wholesaler_id
        join locations l on l.entity_id = s.id and l.delivery_days <> '{}'
      where o.subtotal_cents < s.minimum_order_cents or not lower(to_char(o.delivery_date, 'dy')) = any(l.delivery_days)`;
    expect(wrong).toEqual([]);
  });

  test.each(['retailer@demo.test', 'wholesaler@demo.test'])(
    '%s has locations, 60 products over all categories, stock in all rooms and some of it low',
    async (email) => {
      const id = await idOf(email);
      const [found] = await sql`
        select (select count(*)::int from locations where entity_id = ${id}) as locations,
          (select count(*)::int from products where entity_id = ${id}) as products,
          (select count(*)::int from products p where entity_id = ${id}
            and not exists (select 1 from product_variants v where v.product_id = p.id)) as bare,
          (select array_agg(distinct category order by category) from products where entity_id = ${id}) as categories,
          (select array_agg(distinct room_type order by room_type) from inventory_items
            where entity_id = ${id} and quantity > 0) as rooms,
          (select count(*)::int from stock_levels where entity_id = ${id} and available < 10) as low,
          (select count(*)::int from product_variants v where v.entity_id = ${id} and not exists (
            select 1 from inventory_items i where i.variant_id = v.id and i.entity_id = ${id} and i.room_type = 'vault'
          )) as unopened`;
      expect(found?.locations).toBeGreaterThanOrEqual(2);
      expect(found?.products).toBeGreaterThanOrEqual(60);
      expect(found?.bare).toBe(0);
      expect(found?.categories).toEqual([...CATEGORY_NAMES].sort());
      expect(found?.rooms).toEqual(ROOMS);
      expect(found?.low).toBeGreaterThanOrEqual(3);
      expect(found?.low).toBeLessThanOrEqual(40);
      expect(found?.unopened).toBe(0);
    },
  );

  test('keeps most stock in lots of batches with certificates, some expiring, one expired, one on hold and one recalled', async () => {
    const [found] = await sql`
      select (select sum(quantity) from inventory_lots)::float8 / (select sum(quantity) from inventory_items) as share,
        (select count(*)::int from batches where held_at is not null) as held,
        (select count(*)::int from batches where expires_on < current_date - 1) as expired,
        (select count(*)::int from batches where expires_on between current_date and current_date + 30) as expiring,
        (select count(*)::int from batches b where exists (select from product_coas c where c.batch = b.id)) as certified,
        (select count(*)::int from batches) as batches,
        (select count(*)::int from order_allocations where lot_id is not null) as sold,
        (select count(distinct x.entity_id)::int from inventory_lots x join lots l on l.id = x.lot_id
          where l.entity_id <> x.entity_id) as buyers`;
    expect(found?.share).toBeGreaterThan(0.5);
    expect(found?.share).toBeLessThan(0.98);
    expect(found).toMatchObject({ held: 2, buyers: 4 });
    expect(found?.expired).toBeGreaterThan(0);
    expect(found?.expiring).toBeGreaterThan(2);
    expect(found?.certified).toBeGreaterThan(found?.batches / 2);
    expect(found?.sold).toBeGreaterThan(100);
  });

  test('has an open recall that its maker and a customer still have to respond to, and a closed one of a batch that is gone', async () => {
    const found = await sql`
      select r.closed_at is not null as closed, count(*)::int as holders, count(x.responded_at)::int as responded, sum(x.destroyed) > 0 as destroyed, bool_and(x.destroyed = x.held) as complete,
        (select coalesce(sum(i.quantity), 0)::int from lots l join inventory_lots i on i.lot_id = l.id
          where l.batch_id = r.batch_id) as left_over,
        sum(x.held) filter (where x.responded_at is null)::int as waiting,
        (select b.recall_id = r.id and b.held_at is not null from batches b where b.id = r.batch_id) as held
      from recalls r join recall_responses x on x.recall_id = r.id group by r.id order by closed`;
    expect(found).toMatchObject([
      { closed: false, holders: 3, responded: 1, destroyed: true, complete: true, held: true },
      { closed: true, holders: 3, responded: 3, destroyed: true, complete: true, left_over: 0 },
    ]);
    expect(found[0]?.left_over).toBe(found[0]?.waiting);
    expect(found[0]?.waiting).toBeGreaterThan(0);
  });

  test('is low at the retailer in goods that its supplier can deliver', async () => {
    const [found] = await sql`
      select count(distinct i.variant_id)::int as reorderable
      from inventory_items i join entities e on e.id = i.entity_id and e.name = (
          select e.name from users u join entities e on e.id = u.entity_id where u.email = 'retailer@demo.test')
        join product_variants v on v.id = i.variant_id join products p on p.id = v.product_id and p.entity_id <> i.entity_id
      where i.entity_id = e.id and i.room_type = 'vault' and i.quantity < 10 and 50 < (
        select sum(x.quantity - x.reserved_quantity) from inventory_items x
        where x.variant_id = i.variant_id and x.entity_id = p.entity_id)`;
    expect(found?.reorderable).toBeGreaterThan(0);
  });

  test('gives every business a location, products, stock, and a valid license', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const found = await sql`
      select e.type, e.license_expiry::text as expiry,
        (select count(*)::int from locations l where l.entity_id = e.id) as locations,
        (select count(*)::int from products p where p.entity_id = e.id) as products,
        (select sum(i.quantity)::int from inventory_items i where i.entity_id = e.id) as stock
      from entities e where e.managed_by is null and not e.under_review`;
    expect(found).toHaveLength(7);
    for (const entity of found) {
      expect(entity.locations).toBeGreaterThanOrEqual(1);
      expect(entity.products).toBeGreaterThanOrEqual(10);
      expect(entity.stock).toBeGreaterThan(500);
      expect(entity.expiry > addDays(today, entity.type === 'cultivator' ? 30 : 365)).toBe(true);
    }
  });

  test('lets the retailer order immediately: nearly everything is in the wholesaler vault', async () => {
    const [found] = await sql`
      select avg((available >= 48)::int)::float8 as share from (
        select sum(i.quantity - i.reserved_quantity) as available from inventory_items i
          join product_variants v on v.id = i.variant_id and v.entity_id = i.entity_id
        where i.entity_id = ${await idOf('wholesaler@demo.test')} and i.room_type = 'vault' group by i.variant_id) s`;
    expect(found?.share).toBeGreaterThan(0.9);
  });

  test('has nothing in the future, and each item in order of time', async () => {
    const [found] = await sql`
      select (select count(*)::int from inventory_movements where created_at > now()) as future,
        (select count(*)::int from order_history where created_at > now()) as future_steps,
        (select count(*)::int from (select created_at, lag(created_at) over (partition by item_id order by position) as earlier
          from inventory_movements) m where m.created_at < m.earlier) as reversed,
        (select count(*)::int from events) as events`;
    expect(found).toEqual({ future: 0, future_steps: 0, reversed: 0, events: 0 });
  });

  test('rejects a second run and changes nothing', async () => {
    const count = () =>
      sql`select (select count(*) from entities) as e, (select count(*) from inventory_movements) as m`;
    const before = await count();
    expect(await seedDemo(partsOf(database))).toBe(false);
    await seedDemoOnce(partsOf(database));
    expect(await count()).toEqual(before);
  });
});

describe('a database that holds a business already', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.sql`
      insert into entities (id, type, tier, name, legal_name, license_number, street, city, state, zip, contact_email)
      values (gen_random_uuid(), 'retailer', 'free', 'Mine', 'Mine LLC', 'L1', 'Main', 'Oakland', 'CA', '94601', 'me@mine.test')`;
  });
  afterAll(() => database.close());

  test.skipIf(IS_SHORT)('is untouched by the start, and seeded on request', async () => {
    await seedDemoOnce(partsOf(database));
    expect(await database.sql`select count(*)::int from entities`).toEqual([{ count: 1 }]);
    expect(await seedDemo(partsOf(database))).toBe(true);
    expect(await database.sql`select count(*)::int from entities`).toEqual([{ count: 15 }]);
  });
});
