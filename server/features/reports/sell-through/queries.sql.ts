import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import { slice } from '../../../platform/db/listing';
import { DAY, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { visibleLevels } from '../../inventory/levels/queries.sql';
import { type SoldPeriod, soldFromStock } from '../../inventory/sales/queries.sql';
import { stockLevels } from '../../inventory/tables';
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

interface Row {
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

const GROUPED: Record<StockGroup, { key: SQL; name: SQL; sku: SQL }> = {
  variant: { key: sql`v.id::text`, name: sql`p.name || ', ' || v.name`, sku: sql`v.sku` },
  product: { key: sql`p.id::text`, name: sql`p.name`, sku: sql`null::text` },
  brand: { key: sql`coalesce(p.brand, '')`, name: sql`p.brand`, sku: sql`null::text` },
  category: { key: sql`p.category`, name: sql`p.category`, sku: sql`null::text` },
};
const SAMPLE: Wanted = {
  by: 'product',
  sort: 'sell_through',
  descending: true,
  sold: {
    whole: { from: DAY, until: DAY },
    cover: { years: [], months: [], days: [] },
    read: [],
  },
  length: 1,
  page: 1,
  limit: 50,
};

/** What the locations of a member sold and have: sales by their sums, stock by its levels. */
export const sellThroughPage = statement(
  [
    [OWNER, SAMPLE],
    [LIMITED, { ...SAMPLE, by: 'variant', sort: 'days_of_supply', descending: false }],
    [OWNER, { ...SAMPLE, by: 'brand', sort: 'on_hand' }],
    [OWNER, { ...SAMPLE, by: 'category', sort: 'sold_units' }],
  ],
  (actor: Actor, wanted: Wanted) => {
    const { by, sort, descending, sold, length } = wanted;
    const { key, name, sku } = GROUPED[by];
    const order = sql`${sql.raw(sort)} ${descending ? sql`desc nulls last` : sql`asc nulls last`}`;
    return sql<Row>`
      with moved as (
        select variant_id, sum(units) as units from ${soldFromStock(actor, sold)} m group by variant_id
      ), held as (
        select s.variant_id, sum(s.quantity) as units, sum(s.worth) as worth from ${stockLevels} s
        where ${visibleLevels(actor)} and s.quantity > 0 group by s.variant_id
      ), grouped as (
        select ${key} as key, min(${name}) as name, min(${sku}) as sku, greatest(sum(coalesce(m.units, 0)), 0) as sold_units,
          sum(coalesce(h.units, 0)) as on_hand, sum(coalesce(h.worth, 0)) as worth
        from moved m full join held h using (variant_id) join ${productVariants} v on v.id = variant_id
          join ${products} p on p.id = v.product_id
        group by 1
      ), paced as materialized (
        select g.*, round(100 * sold_units / nullif(sold_units + on_hand, 0), 1) as sell_through,
          round(on_hand * ${length}::int / nullif(sold_units, 0), 1) as days_of_supply
        from grouped g where sold_units <> 0 or on_hand <> 0
      ), page as (select * from paced order by ${order}, key ${slice(wanted)})
      select g.key, g.name, g.sku, coalesce(g.sold_units, 0)::float8 as sold_units, coalesce(g.on_hand, 0)::float8 as on_hand,
        coalesce(round(g.worth * 100), 0)::float8 as cents, g.sell_through::float8 as sell_through,
        g.days_of_supply::float8 as days_of_supply, t.rows::int as rows
      from (select count(*) as rows from paced) t left join page g on true order by g.${order}, g.key`;
  },
);
