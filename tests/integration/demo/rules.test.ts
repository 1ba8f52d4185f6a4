import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql as text } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findUncountedSources } from '../../../server/features/inventory/verify';
import { FLOW } from '../../../server/features/orders/state';
import { readHolders } from '../../../server/features/recalls/queries.sql';
import { dateIn } from '../../../server/kernel/clock';
import { openStorage } from '../../../server/platform/storage/storage';
import { CHECKS } from '../../../server/process/commands/checks';
import { openBusinesses } from '../../../server/process/demo/businesses';
import { tellPast } from '../../../server/process/demo/history/past';
import { TIMEZONE } from '../../../server/process/demo/people';
import { seedDemo } from '../../../server/process/demo/seed';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-demo-'));
afterAll(() => rm(folder, { recursive: true }));

test('the demo ships no held or expired unit, whenever it is seeded', () => {
  const HOUR = 3_600_000;
  const start = Date.UTC(2026, 9, 3, 2, 11);
  for (let moment = 0; moment < 12; moment++) {
    const now = start + moment * 77 * HOUR;
    const { world, orders } = tellPast(openBusinesses(now, 'hash'), now);
    const wrong = orders.orders.flatMap(({ row, holds }) =>
      holds.flatMap(({ lot, shippedAt }) => {
        const at = shippedAt ?? new Date(now);
        const held = lot?.batch.heldAt && lot.batch.heldAt <= at;
        const expired = lot && lot.batch.expiresOn < dateIn(TIMEZONE, at);
        return held || expired ? [`${row.orderNumber}: ${lot.batch.batchId}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
    const today = dateIn(TIMEZONE, new Date(now));
    expect(world.batches.batches.filter(({ expiresOn }) => expiresOn < today).length).toBeGreaterThan(0);
    expect(world.batches.batches.filter(({ heldAt }) => heldAt !== null)).toHaveLength(2);
  }
});

describe('the demo keeps the rules that the product enforces', () => {
  let database: TestDatabase;
  let sql: TestDatabase['sql'];

  beforeAll(async () => {
    database = await openTestDatabase();
    sql = database.sql;
    await seedDemo(database.db, await openStorage({ DATA_DIR: folder, S3_URL: undefined }));
  });
  afterAll(() => database.close());

  test('ships no unit of a batch that was held, expired or failed on that day of the seller', async () => {
    const wrong = await sql`
      select o.order_number, b.batch_id, a.shipped_at, b.expires_on::text, b.held_at, b.test_status
      from order_allocations a join orders o on o.id = a.order_id join entities e on e.id = o.wholesaler_id
        join lots l on l.id = a.lot_id join batches b on b.id = l.batch_id
      where a.shipped_at is not null and (b.expires_on < (a.shipped_at at time zone e.timezone)::date
        or b.held_at <= a.shipped_at or b.test_status = 'failed')`;
    expect(wrong).toEqual([]);
  });

  test('reserves no unit of a batch that is held, expired or failed', async () => {
    const wrong = await sql`
      select o.order_number, b.batch_id from order_allocations a join orders o on o.id = a.order_id
        join entities e on e.id = o.wholesaler_id join lots l on l.id = a.lot_id join batches b on b.id = l.batch_id
      where a.shipped_at is null and (b.expires_on < (now() at time zone e.timezone)::date or b.held_at is not null
        or b.test_status = 'failed')`;
    expect(wrong).toEqual([]);
    const late = await sql`
      select m.id from inventory_movements m join lots l on l.id = m.lot_id join batches b on b.id = l.batch_id
        join entities e on e.id = m.entity_id
      where m.reserved_delta > 0 and (b.expires_on < (m.created_at at time zone e.timezone)::date or b.held_at <= m.created_at)`;
    expect(late).toEqual([]);
  });

  test('sells no held unit by hand', async () => {
    const wrong = await sql`
      select m.id from inventory_movements m join lots l on l.id = m.lot_id join batches b on b.id = l.batch_id
      where m.reason_code = 'SALE' and m.created_at >= b.held_at`;
    expect(wrong).toEqual([]);
  });

  test('receives batches after they are packaged, and no goods that had expired', async () => {
    const wrong = await sql`
      select b.batch_id, m.created_at from inventory_movements m join lots l on l.id = m.lot_id
        join batches b on b.id = l.batch_id
      where m.delta > 0 and m.source_type <> 'transfer'
        and (b.packaged_on > m.created_at::date or b.expires_on < m.created_at::date or b.harvested_on > b.packaged_on)`;
    expect(wrong).toEqual([]);
  });

  test('orders whole: what a line reserved or shipped is what it wants, of active products of the seller', async () => {
    const wrong = await sql`
      select o.order_number, o.status, x.sku from orders o join order_items x on x.order_id = o.id
        join products p on p.id = x.product_id join product_variants v on v.id = x.variant_id
        left join lateral (select coalesce(sum(quantity), 0) as units, count(*) filter (where shipped_at is null) as open
          from order_allocations a where a.order_item_id = x.id) a on true
      where p.entity_id <> o.wholesaler_id or v.product_id <> p.id
        or o.status = 'cancelled' and a.units <> 0
        or o.status <> 'cancelled' and a.units <> x.quantity
        or o.status in ('shipped', 'delivered') and (a.open > 0 or x.shipped_quantity <> x.quantity)
        or o.status not in ('shipped', 'delivered') and (x.shipped_quantity <> 0 or x.received_quantity <> 0)
        or o.status = 'delivered' and x.received_quantity <> x.quantity`;
    expect(wrong).toEqual([]);
  });

  test('moves orders along the flow, by members of a side that may, while both licenses and the connection are valid', async () => {
    const steps = await sql<
      Array<{ order_number: string; from_status: string; to_status: string; side: string; valid: boolean }>
    >`
      select o.order_number, h.from_status, h.to_status,
        case h.actor_entity_id when o.wholesaler_id then 'wholesaler' when o.retailer_id then 'retailer' end as side,
        not exists (select from entities e where e.id in (o.wholesaler_id, o.retailer_id) and e.license_expiry < h.created_at::date)
          and exists (select from connections c where c.status = 'accepted' and c.responded_at <= o.created_at
            and array[c.requester_id, c.target_id] @> array[o.wholesaler_id, o.retailer_id]) as valid
      from order_history h join orders o on o.id = h.order_id where h.action = 'moved'`;
    const wrong = steps.filter(({ from_status, to_status, side, valid }) => {
      const step = FLOW[from_status as keyof typeof FLOW]?.[to_status as keyof typeof FLOW];
      return !valid || !step?.by.includes(side as 'wholesaler' | 'retailer');
    });
    expect(wrong).toEqual([]);
    expect(steps.length).toBeGreaterThan(400);
  });

  test('ships with certificates where the seller requires them', async () => {
    const wrong = await sql`
      select o.order_number, b.batch_id from order_allocations a join orders o on o.id = a.order_id
        join entities e on e.id = o.wholesaler_id and e.require_coa join lots l on l.id = a.lot_id
        join batches b on b.id = l.batch_id
      where a.shipped_at is not null and not exists (
        select from product_coas c where c.batch = b.id and c.created_at <= a.shipped_at)`;
    expect(wrong).toEqual([]);
  });

  test('accounts for every unit of its recalls', async () => {
    const recalls = await sql<{ id: string; entity_id: string }[]>`select id, entity_id from recalls`;
    expect(recalls).toHaveLength(2);
    const holders = await readHolders(database.db, {
      recallIds: recalls.map(({ id }) => id),
      which: text`true`,
      whole: true,
      page: null,
    });
    for (const { entity, shipped, accounting } of holders) {
      if (!accounting) throw new Error(`${entity.name} has no account`);
      const { passed_on: _, added, ...places } = accounting;
      const sum = Object.values(places).reduce((units, place) => units + place, 0);
      expect(sum, `${entity.name}: ${JSON.stringify(accounting)}`).toBe(shipped + added);
      expect(places.unknown, entity.name).toBe(0);
    }
    expect(holders.length).toBeGreaterThan(4);
  });

  test('passes every check of verify-ledger', async () => {
    const { db } = database;
    expect(CHECKS.length).toBeGreaterThan(14);
    for (const { name, find } of CHECKS) expect(await find(db), name).toEqual([]);
    expect([...(await findUncountedSources(db))]).toEqual([]);
  });
});
