import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import type { SoldAlike } from '../../../kernel/weights';
import { slice } from '../../../platform/db/listing';
import { DAY, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { visibleLevels } from '../../inventory/levels/queries.sql';
import { type SoldPeriod, soldFromStock } from '../../inventory/sales/queries.sql';
import { stockLevels } from '../../inventory/tables';
import { heldByVariant } from '../../inventory/totals/queries.sql';
import { beside, besideRead, lookedUp } from '../../products/owned/queries.sql';
import { perStep } from '../../products/queries.sql';
import { alikeColumns, soldAlike } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import type { SELL_THROUGH_SORTS, StockGroup } from './schema';

export interface Wanted extends Page {
  sold: SoldPeriod;
  by: StockGroup;
  sort: (typeof SELL_THROUGH_SORTS)[number];
  descending: boolean;
  /** Of the period. */
  length: number;
}

interface Row extends SoldAlike {
  key: string | null;
  name: string | null;
  sku: string | null;
  sold_units: number;
  on_hand: number;
  cents: number;
  sell_through: number | null;
  days_of_supply: number | null;
  rows: number;
}

interface Grouping {
  /** The key of a row, from a variant `v` and its product `p`: text for brands and categories. Absent for variants themselves. */
  of?: SQL;
  name: SQL;
  sku?: SQL;
  /** What the page's rows are joined with for their names. */
  named: SQL;
  /** Which variants (`a`) a row is of; absent where they are of many products. */
  variants?: SQL;
  /** Which levels are those of a row; absent where rows are so few that the worth of all stock is added up. */
  levels?: SQL;
}

const GROUPED: Record<StockGroup, Grouping> = {
  variant: {
    name: sql`p.name || ', ' || v.name`,
    sku: sql`v.sku`,
    named: sql`left join ${productVariants} v on v.id = g.key left join ${products} p on p.id = v.product_id`,
    variants: sql`a.id = g.key`,
    levels: sql`s.variant_id = g.key`,
  },
  product: {
    of: sql`v.product_id`,
    name: sql`p.name`,
    named: sql`left join ${products} p on p.id = g.key`,
    variants: sql`a.product_id = g.key`,
    levels: sql`s.product_id = g.key`,
  },
  brand: { of: sql`coalesce(p.brand, '')`, name: sql`g.key`, named: sql`` },
  category: { of: sql`p.category`, name: sql`g.key`, named: sql`` },
};

/** Units above which ten times their days are too many for a `bigint`. */
const MANY = sql`1000000000000`;
/** SQL: a part of a whole, rounded to an integer; null without a whole. Most are of `bigint`: in `numeric` those of 50,000 rows take as long as their sums. */
const tenths = (times: SQL, part: SQL, whole: SQL) =>
  sql`case when on_hand between 0 and ${MANY} and sold_units <= ${MANY} then (2 * ${times} * ${part} + ${whole}) / nullif(2 * (${whole}), 0)
            else round(${times} * ${part}::numeric / nullif(${whole}, 0))::bigint end`;
const SAMPLE: Wanted = {
  by: 'product',
  sort: 'sell_through',
  descending: true,
  sold: {
    whole: { from: DAY, until: DAY },
    cover: { years: [], days: [] },
    read: [],
  },
  length: 1,
  page: 1,
  limit: 50,
};

/** What the locations of a member sold and have: sales and stock by their sums. Names and worth are read for the page alone. */
export const sellThroughPage = statement(
  [
    [OWNER, SAMPLE],
    [LIMITED, { ...SAMPLE, by: 'variant', sort: 'days_of_supply', descending: false }],
    [OWNER, { ...SAMPLE, by: 'brand', sort: 'on_hand' }],
    [OWNER, { ...SAMPLE, by: 'category', sort: 'sold_units' }],
    [LIMITED, { ...SAMPLE, by: 'brand' }],
  ],
  (actor: Actor, wanted: Wanted) => {
    const { by, sort, descending, sold, length } = wanted;
    const { of, name, sku, named, variants, levels } = GROUPED[by];
    const order = sql`${sql.raw(sort)} ${descending ? sql`desc nulls last` : sql`asc nulls last`}`;
    const stock = sql`from ${stockLevels} s where ${visibleLevels(actor)} and s.quantity > 0`;
    const held = heldByVariant(actor);
    const { own, eachOf } = beside(actor.entity.id);
    // Most goods of a location sell nothing in a month, but have sums of the year: what adds nothing isn't grouped.
    const moved = sql`${soldFromStock(actor, sold)} m where m.units <> 0`;
    const ofVariants = sql`(
            select variant_id, exact_sum(sold) as sold, exact_sum(held) as held from (
              select variant_id, same, units as sold, 0::bigint as held from ${moved}
              union all select h.variant_id, h.variant_id, 0, h.units from ${held.rows} h) s
            group by s.variant_id, s.same) s`;
    const ofProducts = (key: SQL) => sql`(
          select ${eachOf(key)} as key, exact_sum(sold) as sold, exact_sum(held) as held from ${ofVariants} ${own} group by 1) s`;
    // Worth is added up for brands and categories alone, and not for each variant before, which takes as long as all else: of others it
    // is read for the page. What others own is looked up for sums: with a look-up of each row in mind, the planner would sort the rows.
    const { times } = held;
    const ofGroups = (key: SQL) => {
      const read = besideRead(
        actor.entity.id,
        times
          ? sql`${key} as key, case when v.step is not null then ${times} end as times`
          : sql`${key} as key`,
      );
      return sql`(
          select case when s.other is null then s.key else ${lookedUp(key, sql`s.other`)} end as key, exact_sum(sold) as sold, exact_sum(held) as held,
            sum(${times ? sql`case when s.other is null then worth else worth * ${lookedUp(times, sql`s.other`)} end` : sql`worth`}) as worth
          from (
            select key, other, exact_sum(sold) as sold, exact_sum(held) as held, sum(worth) as worth from (
              select o.key, ${read.other} as other, sold, held, ${times ? sql`case when o.times is null then worth else worth * o.times end as worth` : sql`worth`}
              from (
                select variant_id, exact_sum(units) as sold, 0::bigint as held, null::numeric as worth from ${moved}
                group by m.variant_id, m.same
                union all select h.variant_id, 0, h.units, h.worth from ${held.rows} h) s ${read.own} offset 0) s
            group by key, other) s
          group by 1) s`;
    };
    return sql<Row>`
      with grouped as (
        select ${of ? sql`key` : sql`variant_id as key`}, greatest(sold, 0) as sold_units, held as on_hand${levels ? sql`` : sql`, worth`} from ${of ? (levels ? ofProducts(of) : ofGroups(of)) : ofVariants}
      ), paced as materialized (
        select g.*, ${tenths(sql`1000`, sql`sold_units`, sql`sold_units + on_hand`)} as sell_through,
          ${tenths(sql`(10 * ${length}::int)`, sql`on_hand`, sql`sold_units`)} as days_of_supply
        from grouped g where sold_units <> 0 or on_hand <> 0
      ), page as (select * from paced order by ${order}, key ${slice(wanted)})
      select g.key::text as key, ${name} as name, ${sku ?? sql`null::text`} as sku, coalesce(g.sold_units, 0)::float8 as sold_units,
        coalesce(g.on_hand, 0)::float8 as on_hand,
        coalesce(round(100 * ${levels ? sql`(select sum(s.worth * (select ${perStep} from ${productVariants} v where v.id = s.variant_id)) ${stock} and ${levels})` : sql`g.worth`}), 0)::float8 as cents,
        ${alikeColumns}, (g.sell_through * 0.1)::float8 as sell_through, (g.days_of_supply * 0.1)::float8 as days_of_supply, t.rows::int as rows
      from (select count(*) as rows from paced) t left join page g on true ${named}
        left join lateral ${soldAlike(variants)} w on true
      order by g.${order}, g.key`;
  },
);
