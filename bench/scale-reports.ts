import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { SIDE_GROUPS } from '../components/home/reports/sales-address';
import { SOLD_ROLLUPS } from '../server/features/inventory/sales/rollups.sql';
import { COMPARISONS } from '../server/features/reports/schema';
import { STOCK_GROUPS } from '../server/features/reports/sell-through/schema';
import { NIL_ID } from '../server/kernel/params';
import type { Case } from './scale-cases';
import type { Scale } from './scale-data';

/** What the fold keeps of sales, counted from the lines: `verify-ledger` finds nothing to repair. */
export async function insertSales(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into variant_sales (seller_id, day, buyer_id, variant_id, representative_id, units, cents)
    select o.wholesaler_id, (o.created_at at time zone e.timezone)::date, o.retailer_id, x.variant_id,
      coalesce(o.representative_id, ${NIL_ID}), sum(x.quantity), sum(x.total_cents)
    from orders o join entities e on e.id = o.wholesaler_id join order_items x on x.order_id = o.id
    where o.status <> 'cancelled' group by 1, 2, 3, 4, 5 order by 2`;
  await sql`select sum_variant_sales(seller_id) from (select distinct seller_id from variant_sales) s`;
}

/** The same of what stock sold, counted from the ledger. */
export async function insertSold(sql: postgres.Sql): Promise<void> {
  for (const total of SOLD_ROLLUPS) await total.repair?.(drizzle(sql));
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** A week and a quarter, a calendar year, and a year of days that begins within a month. */
const RANGES: Record<string, string> = {
  '7 days': 'range=last_7_days',
  '90 days': 'range=last_90_days',
  'last year': 'range=last_year',
  '366 days': `range=custom&start_date=${dayBefore(370)}&end_date=${dayBefore(5)}`,
};
const COMPARED = ['', ...COMPARISONS];

/** Every dimension of the reports, range and comparison. */
export function reportCases({ tokens, buyerToken }: Scale): Case[] {
  const grid = (name: string, path: string, token: string): Case[] =>
    Object.entries(RANGES).flatMap(([range, days]) =>
      COMPARED.map((compare) => ({
        name: [name, range, ...(compare ? [`with ${compare}`] : [])].join(', '),
        path: `/api/v1/reports/${path}${days}${compare && `&compare=${compare}`}`,
        token,
      })),
    );
  return [
    ...SIDE_GROUPS.selling.flatMap((by) => grid(`sales by ${by}`, `sales?by=${by}&`, tokens.owner)),
    ...SIDE_GROUPS.buying.flatMap((by) => grid(`purchases by ${by}`, `sales?by=${by}&`, buyerToken)),
    ...grid('sales over time', 'sales/trend?', tokens.owner),
    ...STOCK_GROUPS.flatMap((by) =>
      Object.entries(RANGES).map(([range, days]) => ({
        name: `sell-through by ${by}, ${range}`,
        path: `/api/v1/reports/sell-through?by=${by}&${days}`,
        token: tokens.owner,
      })),
    ),
    { name: 'sell-through, limited member', path: '/api/v1/reports/sell-through', token: tokens.limited },
    { name: 'batch ages', path: '/api/v1/reports/batch-ages', token: tokens.owner },
    { name: 'batch ages, limited member', path: '/api/v1/reports/batch-ages', token: tokens.limited },
  ];
}
