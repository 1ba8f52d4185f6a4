import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import type { SoldAlike } from '../../../kernel/weights';
import { slice } from '../../../platform/db/listing';
import { DAY, ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { placed } from '../../../platform/db/year-sums.sql';
import { users } from '../../auth/tables';
import { survivorOf } from '../../entities/customers/service.sql';
import { entities } from '../../entities/tables';
import { visibleItems } from '../../inventory/queries.sql';
import { inventoryItems } from '../../inventory/tables';
import {
  boughtByDay,
  boughtVariants,
  type Days,
  type Period,
  soldByDay,
  soldToBuyers,
  soldVariants,
  tradedBetween,
} from '../../orders/figures/sales/queries.sql';
import type { OrderSide } from '../../orders/shapes/flow.schema';
import { perStep } from '../../products/queries.sql';
import { alikeColumns, soldAlike } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import type { Group } from './schema';

/** What to add up. */
export interface Wanted extends Page {
  by: Group;
  side: OrderSide;
  /** The other business; null for all of them. */
  partnerId: string | null;
  period: Period;
  /** The same days, or others with the sums that a comparison needs. */
  compared: Period | null;
  sort: 'value' | '-value' | 'units' | '-units';
  /** Whether the caller may see costs. */
  costs: boolean;
}

interface Row extends SoldAlike {
  key: string | null;
  name: string | null;
  sku: string | null;
  units: number;
  cents: number;
  was_units: number;
  was_cents: number;
  cost_cents: number | null;
  rows: number;
  all_units: number;
  all_cents: number;
  all_was_units: number;
  all_was_cents: number;
}

const PERIOD: Period = { start: DAY, end: DAY, cover: { years: [], days: [] } };
const SAMPLE: Wanted = {
  by: 'product',
  side: 'selling',
  partnerId: null,
  period: PERIOD,
  compared: PERIOD,
  sort: '-value',
  costs: true,
  page: 1,
  limit: 50,
};

const PARTY: Partial<Record<Group, SQL>> = {
  customer: sql`buyer_id`,
  supplier: sql`seller_id`,
  representative: sql`representative_id`,
};

const SUMS = ['units', 'cents'];
const COMPARED = [...SUMS, 'was_units', 'was_cents'];

/** SQL: rows with a `subject` to add up, and with the sums of the period and of that compared with. */
function rowsOf({ entity: { id } }: Actor, { by, side, partnerId, period, compared }: Wanted): SQL {
  const party = PARTY[by];
  const periods = compared ? [period, compared] : [period];
  const own = sql`${id}::uuid`;
  const partner = partnerId ? survivorOf(id, partnerId) : null;
  const [seller, buyer] = side === 'selling' ? [own, partner] : [partner, own];
  const sums = sql.raw((compared ? COMPARED : SUMS).join(', '));
  const from = (rows: SQL) =>
    sql`select ${party ?? sql`same, variant_id`} as subject, ${sums} from ${rows} r`;
  if (!party) return from(buyer ? boughtVariants(seller, buyer, periods) : soldVariants(id, periods));
  if (!buyer) return from(soldToBuyers(id, periods));
  const each = periods.map((days, place) => {
    const rows = seller ? tradedBetween(seller, buyer, days) : boughtByDay(id, days);
    return sql`select ${party}, ${placed([sql`units`, sql`cents`], place, periods.length)} from ${rows} r`;
  });
  return sql`select * from (${sql.join(each, sql` union all `)}) r (subject, ${sums})`;
}

const VARIANT = sql`join ${productVariants} v on v.id = s.subject`;
const PRODUCT = sql`${VARIANT} join ${products} p on p.id = v.product_id`;

interface Grouping {
  /** The key of a row, which is text for brands and categories, and what subjects are joined with for it; absent for subjects themselves. */
  of?: { key: SQL; from: SQL };
  name: SQL;
  sku?: SQL;
  /** Which variants (`a`) a row is of; absent where they are of many products. */
  variants?: SQL;
  /** What the page's rows are joined with for their names. */
  named: SQL;
}

const PARTIES = { name: sql`n.name`, named: sql`left join ${entities} n on n.id = g.key` };
const GROUPED: Record<Group, Grouping> = {
  variant: {
    name: sql`n.name || ', ' || v.name`,
    sku: sql`v.sku`,
    variants: sql`a.id = g.key`,
    named: sql`left join ${productVariants} v on v.id = g.key left join ${products} n on n.id = v.product_id`,
  },
  product: {
    of: { key: sql`v.product_id`, from: VARIANT },
    name: sql`n.name`,
    variants: sql`a.product_id = g.key`,
    named: sql`left join ${products} n on n.id = g.key`,
  },
  brand: { of: { key: sql`coalesce(p.brand, '')`, from: PRODUCT }, name: sql`g.key`, named: sql`` },
  category: { of: { key: sql`p.category`, from: PRODUCT }, name: sql`g.key`, named: sql`` },
  customer: PARTIES,
  supplier: PARTIES,
  representative: { name: sql`n.name`, named: sql`left join ${users} n on n.id = g.key` },
};

/** SQL: what the units of the page's rows cost, where the caller's own stock says so for all of their variants. */
function costsOf(actor: Actor, { by, side, costs }: Wanted): SQL {
  const ofRow = by === 'product' ? sql`v.product_id = g.key` : by === 'variant' ? sql`v.id = g.key` : null;
  if (!costs || side !== 'selling' || !ofRow)
    return sql`select key, null::numeric as cents from page where false`;
  return sql`
    select g.key, case when count(*) = count(c.cost) then sum(s.units * c.cost * ${perStep} * 100) end as cents
    from page g join ${productVariants} v on ${ofRow} join sold s on s.subject = v.id and s.units <> 0
      cross join lateral (
        select coalesce(sum(i.quantity * i.average_cost) / nullif(sum(i.quantity), 0), avg(i.average_cost)) as cost
        from ${inventoryItems} i where i.variant_id = v.id and ${visibleItems(actor)} and i.average_cost > 0) c
    group by g.key`;
}

/**
 * A page of a report. Sums of subjects are joined with what they belong to only once, and names and costs are read for the page
 * alone. Beyond the last page a row has the sums of all.
 */
export const salesPage = statement(
  [
    [OWNER, SAMPLE],
    [LIMITED, { ...SAMPLE, by: 'variant', compared: null, sort: 'units' }],
    [OWNER, { ...SAMPLE, by: 'brand', sort: 'value' }],
    [OWNER, { ...SAMPLE, by: 'category', sort: '-units' }],
    [OWNER, { ...SAMPLE, by: 'customer' }],
    [OWNER, { ...SAMPLE, by: 'representative' }],
    [OWNER, { ...SAMPLE, by: 'supplier', side: 'buying' }],
    [OWNER, { ...SAMPLE, by: 'product', side: 'buying', compared: null }],
    [OWNER, { ...SAMPLE, partnerId: ID }],
    [OWNER, { ...SAMPLE, by: 'supplier', side: 'buying', partnerId: ID }],
  ],
  (actor: Actor, wanted: Wanted) => {
    const { by, compared, sort } = wanted;
    const { of, name, sku, named, variants } = GROUPED[by];
    const column = sort.endsWith('units') ? sql`units` : sql`cents`;
    const order = sort.startsWith('-') ? sql`${column} desc` : column;
    const columns = compared ? COMPARED : SUMS;
    const each = (write: (sum: string) => string, separator = ', ') =>
      sql.raw(columns.map(write).join(separator));
    const added = each((sum) => `exact_sum(${sum}) as ${sum}`);
    const keyed = of
      ? sql`select ${of.key} as key, ${added} from sold s ${of.from} group by 1`
      : sql`select subject as key, ${each((sum) => sum)} from sold`;
    const was = (sum: SQL) => (compared ? sum : sql`0`);
    return sql<Row>`
      with sold as materialized (
        select subject, ${added} from (${rowsOf(actor, wanted)}) r group by subject${PARTY[by] ? sql`` : sql`, same`}
      ), grouped as materialized (
        select * from (${keyed}) k where ${each((sum) => `${sum} <> 0`, ' or ')}
      ), page as materialized (
        select * from grouped order by ${order}, key ${slice(wanted)}
      ), costs as materialized (${costsOf(actor, wanted)})
      select g.key::text as key, ${name} as name, ${sku ?? sql`null::text`} as sku, coalesce(g.units, 0)::float8 as units,
        coalesce(g.cents, 0)::float8 as cents, coalesce(${was(sql`g.was_units`)}, 0)::float8 as was_units,
        coalesce(${was(sql`g.was_cents`)}, 0)::float8 as was_cents, c.cents::float8 as cost_cents,
        ${alikeColumns}, t.rows::int as rows,
        t.units::float8 as all_units, t.cents::float8 as all_cents, ${was(sql`t.was_units`)}::float8 as all_was_units,
        ${was(sql`t.was_cents`)}::float8 as all_was_cents
      from (select count(*) as rows, ${added} from grouped) t
        left join page g on true ${named} left join costs c on c.key = g.key
        left join lateral ${soldAlike(variants)} w on true
      order by ${sort.startsWith('-') ? sql`g.${column} desc` : sql`g.${column}`}, g.key`;
  },
);

/** What was sold or bought on each day that has sales. */
export const salesOfDays = statement(
  [
    [OWNER, 'selling', { start: DAY, end: DAY }],
    [OWNER, 'buying', { start: DAY, end: DAY }],
  ],
  ({ entity: { id, timezone } }: Actor, side: OrderSide, period: Days) => sql<{
    day: string;
    units: number;
    cents: number;
  }>`
    select r.day::text as day, sum(r.units)::float8 as units, sum(r.cents)::float8 as cents
    from ${side === 'selling' ? soldByDay(id, timezone, period) : boughtByDay(id, period)} r group by r.day order by r.day`,
);
