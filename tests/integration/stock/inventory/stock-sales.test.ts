import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOLD_ROLLUPS } from '../../../../server/features/inventory/sales/rollups.sql';
import { foldStockTotals } from '../../../../server/features/inventory/totals/totals';
import { soldPeriod } from '../../../../server/features/reports/sell-through/period';
import { sellThroughPage } from '../../../../server/features/reports/sell-through/queries.sql';
import { OWNER } from '../../../../server/platform/db/samples';
import { type Business, createBusiness } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';
import { eachOf } from '../../../setup/full';

let database: TestDatabase;
let shop: Business;
const variants: string[] = [];
let locations: string[] = [];
/** Around the ends of days in each timezone, of months, and of a year, up to now. */
const MOMENTS = [
  '2024-12-31T23:59:59Z',
  '2025-01-01T00:00:00Z',
  '2025-01-01T07:59:59Z',
  '2025-01-01T08:00:00Z',
  '2025-06-30T10:00:00Z',
  '2025-06-30T14:29:00Z',
  '2025-06-30T14:30:00Z',
  '2025-12-31T18:30:00Z',
  '2025-12-31T23:59:59Z',
  '2026-02-10T12:00:00Z',
];
const TIMEZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Pacific/Pago_Pago'];

async function sell(itemId: string, units: number, at: string) {
  await database.sql`
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after, reserved_after,
      actor_name, source_type, request_id, created_at)
    select uuidv7(), entity_id, id, 'SALE', ${-units}, 0, 0, 0, 'Owner', 'api', 'test', ${at} from inventory_items where id = ${itemId}`;
}

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await createBusiness(database.db, 'retailer', { locationCount: 2 });
  for (const [place, quantity] of [500, 700].entries()) {
    const { variantId } = await createProduct(database.db, shop);
    variants.push(variantId);
    await createStock(database.db, shop, variantId, quantity, { locationId: shop.locationIds[place] ?? '' });
  }
  const items = await database.sql<{ id: string; location: string }[]>`
    select id, location_id as location from inventory_items where entity_id = ${shop.id} order by variant_id`;
  locations = items.map(({ location }) => location);
  // Another shop sells the first one's goods, too.
  const other = await createBusiness(database.db, 'retailer');
  const theirs = await createStock(database.db, other, variants[0] ?? '', 900);
  let units = 1;
  for (const at of [...MOMENTS, new Date().toISOString()]) {
    for (const { id } of items) await sell(id, units++, at);
    await sell(theirs, units, at);
    // What is folded and what waits are on both sides of all ends.
    if (units === 11) await foldStockTotals(database.db);
  }
  await sell(items[0]?.id ?? '', -3, '2025-06-30T14:45:00Z');
});
afterAll(() => database.close());

/** Units sold by variant, by the report and by the ledger. */
async function bothOf(start: string, end: string, timezone: string, locationIds: string[] | null) {
  const actor = { ...OWNER, locationIds, entity: { ...OWNER.entity, id: shop.id, timezone } };
  const rows = await sellThroughPage(database.db, actor, {
    by: 'variant',
    sort: 'sold_units',
    descending: true,
    sold: soldPeriod({ start, end }, timezone),
    length: 1,
    page: 1,
    limit: 50,
  });
  const counted = await database.sql<{ key: string; units: number }[]>`
    select i.variant_id as key, (-sum(m.delta))::int as units from inventory_movements m join inventory_items i on i.id = m.item_id
    where i.entity_id = ${shop.id} and m.reason_code = 'SALE'
      and (m.created_at at time zone ${timezone})::date between ${start} and ${end}
      and (${locationIds === null} or i.location_id = any(${locationIds ?? []}::uuid[])) group by 1`;
  const sorted = (of: ReadonlyArray<readonly [string | null, number]>) =>
    of.filter(([, units]) => units !== 0).sort(([a], [b]) => String(a).localeCompare(String(b)));
  return {
    report: sorted(rows.map(({ key, sold_units }) => [key, sold_units] as const)),
    ledger: sorted(counted.map(({ key, units }) => [key, units] as const)),
  };
}

test('what was sold is that of the ledger to the second, in every timezone, folded or not', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const ranges = [
    ['2024-12-31', '2024-12-31'],
    ['2025-01-01', '2025-01-01'],
    ['2025-01-01', '2025-01-02'],
    ['2025-01-01', '2025-12-31'],
    ['2025-01-15', '2026-01-14'],
    ['2025-06-30', '2025-07-01'],
    ['2025-06-29', '2025-06-30'],
    ['2025-02-01', '2025-06-30'],
    ['2025-12-31', '2026-02-10'],
    [today, today],
    ['2026-02-01', today],
    ['2026-02-10', today],
  ] as const;
  for (const fold of [false, true]) {
    if (fold) await foldStockTotals(database.db);
    for (const timezone of eachOf(TIMEZONES, 2)) {
      for (const [start, end] of ranges) {
        const { report, ledger } = await bothOf(start, end, timezone, null);
        expect({ timezone, start, end, fold, sold: report }).toEqual({
          timezone,
          start,
          end,
          fold,
          sold: ledger,
        });
      }
    }
    for (const total of SOLD_ROLLUPS) expect(await total.find(database.db)).toEqual([]);
  }
});

test('a member of some locations sees what these sold', async () => {
  const { report, ledger } = await bothOf('2025-01-01', '2025-12-31', 'UTC', locations);
  expect(report).toEqual(ledger);
  expect(report).toHaveLength(2);
  expect((await bothOf('2025-01-01', '2025-12-31', 'UTC', [])).report).toEqual([]);
  // Its first hours are read of the ledger.
  const one = await bothOf('2026-01-01', '2026-02-10', 'Asia/Kolkata', locations.slice(0, 1));
  expect(one.report).toEqual(one.ledger);
  expect(one.report).toHaveLength(1);
});

test('a repair restores what is lost, of days with their years', async () => {
  const [days, ...years] = SOLD_ROLLUPS;
  await database.sql`delete from stock_sale_years where year = 2025`;
  await database.sql`update location_sale_years set units_to_0620 = units_to_0620 + 1`;
  for (const total of years) {
    expect((await total.find(database.db)).length).toBeGreaterThan(0);
    await total.repair?.(database.db);
    expect(await total.find(database.db)).toEqual([]);
  }
  await database.sql`update stock_sales set units = units + 1 where day = '2025-06-30'`;
  await days?.repair?.(database.db);
  for (const total of SOLD_ROLLUPS) expect(await total.find(database.db)).toEqual([]);
});
