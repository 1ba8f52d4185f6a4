import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertData } from '../../../bench/data';
import { insertLots } from '../../../bench/lots-data';
import {
  giveBackCounted,
  reserveAttemptOf,
  standingOf,
} from '../../../server/features/auth/sign-in/lockout.sql';
import { lockBatchesOfLots } from '../../../server/features/inventory/adjusting/stated-lots.sql';
import {
  lockBatchesOfItems,
  lockStockRows,
  lotsOfRows,
} from '../../../server/features/inventory/allocation.sql';
import { lotsByItem } from '../../../server/features/inventory/queries.sql';
import { lockItems } from '../../../server/features/inventory/service.sql';
import { backordersOf } from '../../../server/features/orders/backorders/queries.sql';
import { DRAFTS } from '../../../server/features/orders/drafts/queries.sql';
import { tradeWith, tradeWithEach } from '../../../server/features/orders/figures/queries.sql';
import { ON_BOTH_SIDES } from '../../../server/features/orders/queries.sql';
import { isAmong } from '../../../server/platform/db/listing';
import { render } from '../../../server/platform/db/render';
import { ID, OWNER, TIME } from '../../../server/platform/db/samples';
import { readingsOf } from '../../../server/platform/db/walk';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const data = await insertData(database.sql, 'a secret of the benchmark, of 32 characters');
  await insertLots(database.sql, { ...data, productIds: data.productIds.slice(0, 20) });
  await database.sql`analyze`;
}, 120_000);
afterAll(() => database.close());

const GUESS = { email: 'a@example.com', address: '203.0.113.1', deviceId: null };

/** Statements of each movement of goods with lots, whose planning took ten times what executing did, and of a sign-in. */
const STATEMENTS: Array<[string, SQL]> = [
  ['lockStockRows', lockStockRows.build(isAmong(sql`i.id`, [ID]))],
  ['lockBatchesOfItems', lockBatchesOfItems.build([ID])],
  ['lotsOfRows', lotsOfRows.build([ID])],
  ['lotsByItem', lotsByItem.build([ID])],
  ['lockItems', lockItems.build([ID], OWNER)],
  ['lockBatchesOfLots', lockBatchesOfLots.build([ID])],
  ['standingOf', standingOf.build(GUESS)],
  ['reserveAttemptOf', reserveAttemptOf.build(GUESS, false, { email: GUESS.email })],
  ['giveBackCounted', giveBackCounted.build(GUESS, 'succeeded', TIME)],
];

test.each(STATEMENTS)('%s keeps one plan', async (_, statement) => {
  const { sql: text, params } = render(statement);
  const session = await database.sql.reserve();
  try {
    await session.unsafe(`prepare kept as ${text}`);
    const values = params.map((value) => (value === null ? 'null' : `'${String(value)}'`)).join(', ');
    for (let n = 0; n < 8; n++) await session.unsafe(`execute kept ${values && `(${values})`}`);
    const plans = await session`
      select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where name = 'kept'`;
    expect(plans).toEqual([{ generic: 3, custom: 5 }]);
  } finally {
    await session.unsafe('deallocate all');
    session.release();
  }
});

test('the orders of a business on both sides are merged from its indexes, not sorted', async () => {
  const { order_number: _, ...sorts } = ON_BOTH_SIDES.sorts;
  const [first] = await database.sql`select wholesaler_id as id from orders limit 1`;
  const reader = { entity: { ...OWNER.entity, id: String(first?.id) } };
  const pages = readingsOf<string>({ ...ON_BOTH_SIDES, sorts }).map(({ page }) =>
    render(sql`explain (format json) select * from ${page(ON_BOTH_SIDES.where(reader, { limit: 50 }))}`),
  );
  const plans = await Promise.all(
    pages.map(async ({ sql: text, params }) =>
      JSON.stringify(await database.sql.unsafe(text, params as never[])),
    ),
  );
  // Of each sort, what counts all rows has to read them.
  const counted = plans.filter((plan) => plan.includes('WindowAgg'));
  expect(counted).toHaveLength(8);
  for (const plan of plans) if (!counted.includes(plan)) expect(plan).toContain('Merge Append');
});

test('drafts and backorders of a business on both sides are merged from its indexes, not sorted', async () => {
  const { sql: run } = database;
  const [pair] = await run<{ seller: string; buyer: string; product: string; variant: string }[]>`
    select o.wholesaler_id as seller, o.retailer_id as buyer, x.product_id as product, x.variant_id as variant
    from orders o join order_items x on x.order_id = o.id limit 1`;
  if (!pair) throw new Error('there are orders');
  await run`
    insert into drafts (id, seller_id, buyer_id, by_seller, lines, subtotal_cents, actor_name)
    select uuidv7(), ${pair.seller}, ${pair.buyer}, n % 2 = 0, '[{}]', 0, 'x' from generate_series(1, 5000) n`;
  await run`
    insert into backorders (id, seller_id, buyer_id, product_id, variant_id, product_name, sku, receiving_location_id, quantity,
      ladder, status, expires_on)
    select uuidv7(), ${pair.seller}, ${pair.buyer}, ${pair.product}, ${pair.variant}, 'x', 'x', uuidv7(), 1,
      '[{"min_steps": 1, "price_cents": 100}]', 'cancelled', '2026-01-01' from generate_series(1, 5000) n`;
  await run`analyze drafts, backorders`;
  const reader = { entity: { ...OWNER.entity, id: pair.seller, type: 'wholesaler' as const } };
  const listOf = backordersOf(reader);
  const pages = [
    ...readingsOf<string>(DRAFTS).map(({ page }) => page(DRAFTS.where(reader, { limit: 50 }))),
    ...readingsOf<string>(listOf).map(({ page }) => page(listOf.where(reader, { limit: 50 }))),
  ];
  const plans = await Promise.all(
    pages.map(async (page) => {
      const { sql: text, params } = render(sql`explain (format json) select * from ${page}`);
      return JSON.stringify(await run.unsafe(text, params as never[]));
    }),
  );
  const walked = plans.filter((plan) => !plan.includes('WindowAgg'));
  expect(walked.length).toBeGreaterThan(0);
  for (const plan of walked) expect(plan).toContain('Merge Append');
});

test('the latest order with a partner is the first of an index of both, not sorted', async () => {
  const { sql: run } = database;
  const [pair] = await run<
    { seller: string; buyer: string }[]
  >`select wholesaler_id as seller, retailer_id as buyer from orders limit 1`;
  if (!pair) throw new Error('there are orders');
  const { seller, buyer } = pair;
  for (const statement of [
    tradeWith.build(seller, buyer, TIME),
    tradeWith.build(buyer, seller, TIME, 'buying'),
    tradeWithEach.build(buyer, [seller], TIME, 'buying', 13),
    tradeWithEach.build(seller, [buyer], TIME, 'selling', 13),
  ]) {
    const { sql: text, params } = render(statement);
    const plan = await run.begin(async (tx) => {
      await tx`set local enable_sort = off`;
      return tx.unsafe(`explain (costs off) ${text}`, params as never[]);
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).not.toMatch(/Sort\n\s*(Disabled.*\n\s*)?Sort Key: .*created_at/);
  }
});
