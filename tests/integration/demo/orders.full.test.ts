import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SecretCipher } from '../../../server/platform/secrets/cipher';
import { openStorage } from '../../../server/platform/storage/storage';
import { seedDemo } from '../../../server/process/demo/seed';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';

const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-demo-'));
afterAll(() => rm(folder, { recursive: true }));

describe('the orders of the demo', () => {
  let database: TestDatabase;
  let sql: TestDatabase['sql'];

  beforeAll(async () => {
    database = await openTestDatabase();
    sql = database.sql;
    const storage = await openStorage({ DATA_DIR: folder, S3_URL: undefined });
    await seedDemo({
      ...{ db: database.db, storage, publicUrl: 'https://demo.test' },
      cipher: new SecretCipher('a secret of the demo, at least 32 characters'),
    });
  });
  afterAll(() => database.close());

  test('has 90 days of orders in every status, the open ones fresh', async () => {
    const rows = await sql`
      select status, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 / 86400 as days,
        (count(*) filter (where created_at > now() - interval '2 days'))::int as fresh
      from orders group by status`;
    const byStatus = new Map(rows.map((row) => [row.status, row]));
    expect([...byStatus.keys()].sort()).toEqual([
      'accepted',
      'cancelled',
      'delivered',
      'pending',
      'preparing',
      'shipped',
    ]);
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBeGreaterThanOrEqual(130);
    expect(byStatus.get('pending')?.fresh).toBeGreaterThanOrEqual(4);
    expect(byStatus.get('delivered')?.days).toBeGreaterThan(80);
    const weeks = await sql`
      select count(*) from orders where created_at > now() - interval '84 days'
      group by floor(extract(epoch from now() - created_at) / 604800)`;
    expect(weeks).toHaveLength(12);
  });

  test('has consistent balances, running totals, reservations and money', async () => {
    await expectStockAddsUp(sql);
    await expectOrdersAddUp(sql);
  });

  test('has delivered items in the receiving vault at their cost', async () => {
    const missing = await sql`
      select o.order_number from orders o join order_items x on x.order_id = o.id
      left join inventory_items i on i.location_id = o.receiving_location_id and i.room_type = 'vault'
        and i.variant_id = x.variant_id and i.unit_cost_cents = x.unit_price_cents
      left join lateral (select sum(m.delta) as units from inventory_movements m
        where m.item_id = i.id and m.source_id in (o.id, (select r.id from receipts r where r.order_id = o.id))) m on true
      where o.status = 'delivered' and o.buyer_stock and m.units is distinct from x.received_quantity`;
    expect(missing).toEqual([]);
  });

  test('sells flower by the pound, on stock of two sellers, packed to the hundredth, by a list with breaks', async () => {
    const [found] = await sql`
      select v.unit, v.step, v.wholesale_price_cents::int as price,
        (select count(distinct o.wholesaler_id)::int from orders o join order_items x on x.order_id = o.id where x.variant_id = v.id
          and o.status = 'delivered' and x.packed_from > x.quantity) as sellers,
        (select count(*)::int from price_rules r where r.variant_id = v.id) as breaks,
        (select bool_and(s.quantity > 100) from stock_levels s where s.variant_id = v.id) as stocked
      from product_variants v where v.step is not null`;
    expect(found).toEqual({ unit: 'lb', step: 100, price: 125_000, sellers: 2, breaks: 3, stocked: true });
  });

  test('keeps what goods cost when they shipped, so that margins are known', async () => {
    const [found] = await sql`
      select count(*)::int as lines, count(*) filter (where x.unit_cost is null)::int as unknown,
        count(*) filter (where x.unit_cost * 100 not between 0.3 * x.unit_price_cents and x.unit_price_cents)::int as odd
      from order_items x join orders o on o.id = x.order_id where o.status in ('shipped', 'delivered')`;
    expect(found?.lines).toBeGreaterThan(400);
    expect(found).toMatchObject({ unknown: 0, odd: 0 });
    const open = await sql`select from order_items where shipped_quantity = 0 and unit_cost is not null`;
    expect(open).toHaveLength(0);
  });

  test("has a timeline and an audit trail that lead to each order's status", async () => {
    const wrong = await sql`
      select o.order_number, o.status, h.to_status, h.steps, a.rows from orders o
      left join lateral (select (array_agg(to_status order by id desc))[1] as to_status, count(*)::int as steps
        from order_history where order_id = o.id and action <> 'receipt_corrected') h on true
      left join lateral (select count(*)::int as rows from audit_log where object_id = o.id) a on true
      where h.to_status is distinct from o.status or a.rows is distinct from h.steps`;
    expect(wrong).toEqual([]);
    const [adjusted] = await sql`
      select (select count(*)::int from audit_log where action = 'inventory.adjusted') as audited,
        (select count(distinct m.request_id)::int from inventory_movements m where m.source_type = 'api'
          or m.source_type = 'dashboard' and m.notes <> 'First delivery') as moved`;
    expect(adjusted?.audited).toBe(adjusted?.moved);
  });

  test('were received by receipts of the last days: whole, with damaged and short units, and one that was corrected', async () => {
    const found = await sql`
      select n.damaged, n.short, r.corrected_at is not null as corrected,
        (select string_agg(h.action || coalesce(' ' || h.summary, ''), ', ' order by h.id) from order_history h
          where h.order_id = o.id and h.created_at >= r.created_at) as told,
        (select sum(l.quantity)::int from returns t join return_lines l on l.return_id = t.id
          where t.receipt_id = r.id and t.received_at is null) as sent_back,
        r.credit_cents > 0 as credited, i.pending_credit_cents = r.credit_cents as pending,
        r.created_at > now() - interval '72 hours' and r.actor_name = any(select name from users where entity_id = o.retailer_id) as timely
      from receipts r join orders o on o.id = r.order_id and o.status = 'delivered' join invoices i on i.order_id = o.id
        join lateral (select sum(damaged)::int as damaged, sum(short)::int as short from receipt_lines n where n.receipt_id = r.id) n on true
      order by n.damaged, n.short`;
    const each = { timely: true, pending: true };
    expect(found).toEqual([
      { ...each, damaged: 0, short: 0, corrected: false, told: 'moved', sent_back: null, credited: false },
      {
        ...{ ...each, damaged: 0, short: 1, corrected: true, sent_back: null, credited: true },
        told: expect.stringMatching(/^moved, receipt_corrected (\d+) of \d+ units accepted$/),
      },
      { ...each, damaged: 2, short: 1, corrected: false, told: 'moved', sent_back: 2, credited: true },
    ]);
    const [wrong] = await sql`
      select count(*)::int as lines from order_items x join lateral (
        select sum(accepted) as accepted, sum(accepted + damaged + short + rejected) as shipped
        from receipt_lines n where n.order_item_id = x.id) n on n.shipped is not null
      where n.accepted <> x.received_quantity or n.shipped <> x.shipped_quantity`;
    expect(wrong).toEqual({ lines: 0 });
  });

  test('come after goods of which some deliveries were counted wrong, and corrected within the day', async () => {
    const [found] = await sql`
      select count(*)::int as receipts, count(*) filter (where r.notes is null or r.kind <> 'purchase'
        or r.corrected_at not between r.created_at and r.created_at + interval '1 day'
        or (select sum(m.delta) filter (where m.delta < 0) from inventory_movements m where m.source_id = r.id) is distinct from -6
        or not exists (select from audit_log a where a.object_id = r.id and a.action = 'goods.corrected'))::int as wrong
      from goods_receipts r where r.corrected_at is not null`;
    expect(found?.receipts).toBeGreaterThan(1);
    expect(found?.wrong).toBe(0);
  });
});
