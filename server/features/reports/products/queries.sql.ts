import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import { SELLERS } from '../../../kernel/permissions';
import type { Days } from '../../../kernel/ranges';
import type { SoldAlike } from '../../../kernel/weights';
import { instant, slice, uuids } from '../../../platform/db/listing';
import { DAY, ID, LIMITED, OWNER, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { visibleLevels } from '../../inventory/levels/queries.sql';
import { visibleItems } from '../../inventory/queries.sql';
import { inventoryItems, inventoryMovements, stockLevels } from '../../inventory/tables';
import { soldOf } from '../../orders/figures/sales/queries.sql';
import { steps, visibleProducts } from '../../products/queries.sql';
import { alikeColumns, soldAlike } from '../../products/resource';
import { products, productVariants } from '../../products/tables';

interface Figures extends SoldAlike {
  product_id: string;
  on_hand: number;
  sellable: number;
  sold: number;
  variants: Array<{ variant_id: string; sellable: number; sold: number } & Pick<SoldAlike, 'unit' | 'step'>>;
}

const PERIOD: Days & { since: string } = { start: DAY, end: DAY, since: TIME };

/**
 * Stock of products, and what was sold of them: by a seller's kept sums of orders, by a retailer's own ledger.
 * @param days and the instant at which they begin
 */
export const productFigures = statement(
  [
    [OWNER, [ID], PERIOD],
    [LIMITED, [ID], PERIOD],
  ],
  (actor: Actor, ids: readonly string[], days: Days & { since: string }) => {
    const { id, timezone, type } = actor.entity;
    const sold = SELLERS.includes(type)
      ? sql`select variant_id, units from ${soldOf(id, timezone, sql`array(select id from variants)`, days)} s`
      : sql`select i.variant_id, -m.delta as units from ${inventoryItems} i join ${inventoryMovements} m on m.item_id = i.id
          where i.variant_id = any(array(select id from variants)) and ${visibleItems(actor)} and m.reason_code = 'SALE'
            and m.created_at >= ${instant(days.since)}`;
    return sql<Figures>`
      with variants as materialized (
        select v.id, v.product_id, v.position, ${steps} from ${productVariants} v where v.product_id = any(${uuids(ids)})
      ), sold as (
        select s.variant_id, greatest(sum(s.units), 0) as units from (${sold}) s group by 1
      ), held as (
        select s.variant_id, sum(s.quantity) as units, sum(greatest(s.available - s.blocked, 0)) as sellable
        from ${stockLevels} s where s.product_id = any(${uuids(ids)}) and ${visibleLevels(actor)} group by 1
      ), figures as (
        select v.product_id, v.position, v.id, v.unit, v.step, coalesce(h.units, 0) as on_hand, coalesce(h.sellable, 0) as sellable,
          coalesce(s.units, 0) as sold
        from variants v left join held h on h.variant_id = v.id left join sold s on s.variant_id = v.id
        where h.units > 0 or s.units > 0
      )
      select a.id as product_id, coalesce(sum(f.on_hand), 0)::float8 as on_hand, coalesce(sum(f.sellable), 0)::float8 as sellable,
        coalesce(sum(f.sold), 0)::float8 as sold, coalesce(json_agg(json_build_object('variant_id', f.id, 'sellable', f.sellable,
          'sold', f.sold, 'unit', f.unit, 'step', f.step) order by f.position, f.id) filter (where f.id is not null), '[]') as variants, ${alikeColumns}
      from unnest(${uuids(ids)}) with ordinality a (id, n) join ${products} p on p.id = a.id and ${visibleProducts(actor)}
        left join figures f on f.product_id = a.id cross join lateral ${soldAlike(sql`a.product_id = p.id`)} w
      group by a.id, a.n, w.same, w.unit, w.step
      order by a.n`;
  },
);

/** SQL: what a seller sold of a product on some days, as `s`. */
const soldOfProduct = ({ entity }: Actor, productId: string, days: Days) =>
  sql`${soldOf(
    entity.id,
    entity.timezone,
    sql`array(select v.id from ${productVariants} v where v.product_id = ${productId})`,
    days,
  )} s`;

interface Buyer extends SoldAlike {
  /** Null in the one row beyond the last page. */
  id: string | null;
  name: string | null;
  units: number;
  cents: number;
  last_ordered_on: string | null;
  rows: number;
}

export const buyersOfProduct = statement(
  [[LIMITED, ID, PERIOD, { page: 1, limit: 1 }]],
  (actor: Actor, productId: string, days: Days, page: Page) => sql<Buyer>`
    with bought as materialized (
      select s.buyer_id, sum(s.units) as units, sum(s.cents) as cents, max(s.day) filter (where s.units > 0) as last
      from ${soldOfProduct(actor, productId, days)} group by 1 having sum(s.units) > 0
    ), page as (select * from bought order by cents desc, units desc, buyer_id ${slice(page)})
    select e.id, e.name, coalesce(b.units, 0)::float8 as units, coalesce(b.cents, 0)::float8 as cents,
      b.last::text as last_ordered_on, ${alikeColumns}, t.rows::int as rows
    from (select count(*) as rows from bought) t cross join lateral ${soldAlike(sql`a.product_id = ${productId}`)} w left join (page b join ${entities} e on e.id = b.buyer_id) on true
    order by b.cents desc, b.units desc, e.id`,
);

/** By weeks that end on the last day; `week` counts back from it. */
export const weeksOfProduct = statement(
  [[LIMITED, ID, PERIOD]],
  (actor: Actor, productId: string, days: Days) => sql<{
    week: number;
    units: number;
    cents: number;
  }>`
    select (${days.end}::date - s.day) / 7 as week, sum(s.units)::float8 as units, sum(s.cents)::float8 as cents
    from ${soldOfProduct(actor, productId, days)} group by 1`,
);
