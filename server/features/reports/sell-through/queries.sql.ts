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
import { beside } from '../../products/owned/queries.sql';
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
  ],
  (actor: Actor, wanted: Wanted) => {
    const { by, sort, descending, sold, length } = wanted;
    const { of, name, sku, named, variants, levels } = GROUPED[by];
    const order = sql`${sql.raw(sort)} ${descending ? sql`desc nulls last` : sql`asc nulls last`}`;
    const stock = sql`from ${stockLevels} s where ${visibleLevels(actor)} and s.quantity > 0`;
    const held = heldByVariant(actor);
    const { own, eachOf } = beside(actor.entity.id);
    // Worth is added up for the few rows of a brand or category alone: of others it is read for the page.
    const worth = levels ? sql`` : sql`, sum(worth) as worth`;
    const ofVariants = sql`(
            select variant_id, exact_sum(sold) as sold, exact_sum(held) as held${worth} from (
              select variant_id, same, units as sold, 0::bigint as held, null::numeric as worth from ${soldFromStock(actor, sold)} m
              union all select h.variant_id, h.variant_id, 0, h.units, ${levels ? sql`null` : sql`h.worth`} from ${held.rows} h) s
            group by s.variant_id, s.same) s`;
    const ofGroups = (key: SQL) => sql`(
          select ${eachOf(key)} as key, exact_sum(sold) as sold, exact_sum(held) as held${
            levels ? sql`` : sql`, sum(worth * ${eachOf(held.times)}) as worth`
          } from ${ofVariants} ${own} group by 1) s`;
    return sql<Row>`
      with grouped as (
        select ${of ? sql`key` : sql`variant_id as key`}, greatest(sold, 0) as sold_units, held as on_hand${levels ? sql`` : sql`, worth`} from ${of ? ofGroups(of) : ofVariants}
      ), paced as materialized (
        select g.*, round(100.0 * sold_units / nullif(sold_units + on_hand, 0), 1) as sell_through,
          round(on_hand::numeric * ${length}::int / nullif(sold_units, 0), 1) as days_of_supply
        from grouped g where sold_units <> 0 or on_hand <> 0
      ), page as (select * from paced order by ${order}, key ${slice(wanted)})
      select g.key::text as key, ${name} as name, ${sku ?? sql`null::text`} as sku, coalesce(g.sold_units, 0)::float8 as sold_units,
        coalesce(g.on_hand, 0)::float8 as on_hand,
        coalesce(round(100 * ${levels ? sql`(select sum(s.worth * (select ${perStep} from ${productVariants} v where v.id = s.variant_id)) ${stock} and ${levels})` : sql`g.worth`}), 0)::float8 as cents,
        ${alikeColumns}, g.sell_through::float8 as sell_through, g.days_of_supply::float8 as days_of_supply, t.rows::int as rows
      from (select count(*) as rows from paced) t left join page g on true ${named}
        left join lateral ${soldAlike(variants)} w on true
      order by g.${order}, g.key`;
  },
);
