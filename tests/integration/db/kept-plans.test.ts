import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertData } from '../../../bench/data';
import { insertLots } from '../../../bench/lots-data';
import {
  lockBatchesOfItems,
  lockStockRows,
  lotsOfRows,
} from '../../../server/features/inventory/allocation.sql';
import { lotsByItem } from '../../../server/features/inventory/queries.sql';
import { lockFreeBalances, lockItems } from '../../../server/features/inventory/service.sql';
import { lockBatchesOfLots } from '../../../server/features/inventory/stated-lots.sql';
import { ON_BOTH_SIDES } from '../../../server/features/orders/queries.sql';
import { isAmong } from '../../../server/platform/db/listing';
import { render } from '../../../server/platform/db/render';
import { ID, OWNER } from '../../../server/platform/db/samples';
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

/** Statements of each movement of goods with lots: planning took ten times what executing did. */
const STATEMENTS: Array<[string, SQL]> = [
  ['lockStockRows', lockStockRows.build(isAmong(sql`i.id`, [ID]))],
  ['lockBatchesOfItems', lockBatchesOfItems.build([ID])],
  ['lotsOfRows', lotsOfRows.build([ID])],
  ['lotsByItem', lotsByItem.build([ID])],
  ['lockItems', lockItems.build([ID], OWNER)],
  ['lockFreeBalances', lockFreeBalances.build([ID, ID], OWNER)],
  ['lockBatchesOfLots', lockBatchesOfLots.build([ID])],
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
