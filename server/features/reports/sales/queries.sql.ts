import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import { slice } from '../../../platform/db/listing';
import { DAY, ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { survivorOf } from '../../entities/customers/service.sql';
import { entities } from '../../entities/tables';
import { visibleItems } from '../../inventory/queries.sql';
import { inventoryItems } from '../../inventory/tables';
import type { OrderSide } from '../../orders/flow/schema';
import {
  bought,
  type Period,
  soldByDay,
  soldToBuyers,
  soldVariants,
  tradedBetween,
} from '../../orders/sales/queries.sql';
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

interface Row {
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

const PERIOD: Period = { start: DAY, end: DAY, cover: { years: [], months: [], days: [] } };
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

/** SQL: rows of a period with a `subject` to add up. */
function rowsOf({ entity: { id, timezone } }: Actor, { by, side, partnerId }: Wanted, period: Period): SQL {
  if (partnerId) {
    const other = survivorOf(id, partnerId);
    const [seller, buyer] = side === 'selling' ? [sql`${id}::uuid`, other] : [other, sql`${id}::uuid`];
    return sql`select ${PARTY[by] ?? sql`variant_id`} as subject, units, cents from ${tradedBetween(seller, buyer, period)} r`;
  }
  if (side === 'buying') {
    const subject = by === 'supplier' ? sql`seller_id` : sql`variant_id`;
    return sql`select ${subject} as subject, units, cents from ${bought(id, period)} r`;
  }
  if (by === 'customer')
    return sql`select buyer_id as subject, units, cents from ${soldToBuyers(id, timezone, period)} r`;
  if (by === 'representative')
    return sql`select representative_id as subject, units, cents from ${soldToBuyers(id, timezone, period)} r`;
  return sql`select variant_id as subject, units, cents from ${soldVariants(id, timezone, period)} r`;
}

const VARIANT = sql`join ${productVariants} v on v.id = s.subject`;
const PRODUCT = sql`${VARIANT} join ${products} p on p.id = v.product_id`;

/** How subjects make rows: the key, as text, and what it is joined with; the name, from the key, and what it is joined with. */
const GROUPED: Record<Group, { key: SQL; from: SQL; name: SQL; sku?: SQL; named: SQL }> = {
  variant: {
    key: sql`s.subject::text`,
    from: sql``,
    name: sql`n.name || ', ' || v.name`,
    sku: sql`v.sku`,
    named: sql`left join ${productVariants} v on v.id = g.key::uuid left join ${products} n on n.id = v.product_id`,
  },
  product: {
    key: sql`v.product_id::text`,
    from: VARIANT,
    name: sql`n.name`,
    named: sql`left join ${products} n on n.id = g.key::uuid`,
  },
  brand: { key: sql`coalesce(p.brand, '')`, from: PRODUCT, name: sql`g.key`, named: sql`` },
  category: { key: sql`p.category`, from: PRODUCT, name: sql`g.key`, named: sql`` },
  customer: {
    key: sql`s.subject::text`,
    from: sql``,
    name: sql`n.name`,
    named: sql`left join ${entities} n on n.id = g.key::uuid`,
  },
  supplier: {
    key: sql`s.subject::text`,
    from: sql``,
    name: sql`n.name`,
    named: sql`left join ${entities} n on n.id = g.key::uuid`,
  },
  representative: {
    key: sql`s.subject::text`,
    from: sql``,
    name: sql`n.name`,
    named: sql`left join ${users} n on n.id = g.key::uuid`,
  },
};

/** SQL: what the units of the page's rows cost, where the caller's own stock says so for all of their variants. */
function costsOf(actor: Actor, { by, side, costs }: Wanted): SQL {
  const ofRow =
    by === 'product' ? sql`v.product_id = g.key::uuid` : by === 'variant' ? sql`v.id = g.key::uuid` : null;
  if (!costs || side !== 'selling' || !ofRow) return sql`select null::text as key, null::numeric as cents`;
  return sql`
    select g.key, case when count(*) = count(c.cost) then sum(s.units * c.cost * 100) end as cents
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
    const { by, period, compared, sort } = wanted;
    const { key, from, name, sku, named } = GROUPED[by];
    const column = sort.endsWith('units') ? sql`units` : sql`cents`;
    const order = sort.startsWith('-') ? sql`${column} desc` : column;
    const before = compared
      ? sql`union all select subject, 0, 0, units, cents from (${rowsOf(actor, wanted, compared)}) b`
      : sql``;
    return sql<Row>`
      with sold as materialized (
        select subject, sum(units) as units, sum(cents) as cents, sum(was_units) as was_units, sum(was_cents) as was_cents
        from (select subject, units, cents, 0::bigint as was_units, 0::bigint as was_cents from (${rowsOf(actor, wanted, period)}) a
          ${before}) r (subject, units, cents, was_units, was_cents)
        group by subject
      ), grouped as materialized (
        select ${key} as key, sum(s.units) as units, sum(s.cents) as cents, sum(s.was_units) as was_units, sum(s.was_cents) as was_cents
        from sold s ${from} group by 1
        having sum(s.units) <> 0 or sum(s.cents) <> 0 or sum(s.was_units) <> 0 or sum(s.was_cents) <> 0
      ), page as materialized (
        select * from grouped order by ${order}, key ${slice(wanted)}
      ), costs as materialized (${costsOf(actor, wanted)})
      select g.key, ${name} as name, ${sku ?? sql`null::text`} as sku, coalesce(g.units, 0)::float8 as units,
        coalesce(g.cents, 0)::float8 as cents, coalesce(g.was_units, 0)::float8 as was_units,
        coalesce(g.was_cents, 0)::float8 as was_cents, c.cents::float8 as cost_cents, t.rows::int as rows,
        t.units::float8 as all_units, t.cents::float8 as all_cents, t.was_units::float8 as all_was_units,
        t.was_cents::float8 as all_was_cents
      from (select count(*) as rows, coalesce(sum(units), 0) as units, coalesce(sum(cents), 0) as cents,
          coalesce(sum(was_units), 0) as was_units, coalesce(sum(was_cents), 0) as was_cents from grouped) t
        left join page g on true ${named} left join costs c on c.key = g.key
      order by ${sort.startsWith('-') ? sql`g.${column} desc` : sql`g.${column}`}, g.key`;
  },
);

/** What was sold or bought on each day that has sales. */
export const salesOfDays = statement(
  [
    [OWNER, 'selling', PERIOD],
    [OWNER, 'buying', PERIOD],
  ],
  ({ entity: { id, timezone } }: Actor, side: OrderSide, period: Period) => sql<{
    day: string;
    units: number;
    cents: number;
  }>`
    select r.day::text as day, sum(r.units)::float8 as units, sum(r.cents)::float8 as cents
    from ${side === 'selling' ? soldByDay(id, timezone, period) : bought(id, period)} r group by r.day order by r.day`,
);
