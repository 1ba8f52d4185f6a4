import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { OPEN_STATUSES } from '../../kernel/order-statuses';
import type { Page } from '../../kernel/params';
import { SELLERS } from '../../kernel/permissions';
import { isOneOf } from '../../platform/db/columns';
import { allOf, byName, instant, slice, texts, uuids } from '../../platform/db/listing';
import { ID, LIMITED, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { connectedEntityIds } from '../entities/connections/queries';
import { entities, locations } from '../entities/tables';
import { lowLevels, reorderPointOf, visibleLevels } from '../inventory/levels/queries.sql';
import { inventoryItems, inventoryMovements, stockLevels } from '../inventory/tables';
import { levelsWanted } from '../inventory/wanted/tables';
import { orderItems, orders } from '../orders/tables';
import { joinTerms, ownLadder } from '../pricing/buyers/queries.sql';
import type { LadderStep } from '../pricing/ladder';
import { isListingShown, isShown } from '../pricing/shown/queries.sql';
import { listings, products, productVariants } from '../products/tables';
import type { ListReorder, Offer } from './schema';

type OfferView = z.infer<typeof Offer>;

/** What a catalog shows of an offer besides. */
type InCatalog = 'certificate' | 'own_quantity' | 'last_price' | 'last_ordered_at';
type Amounts = 'available_amount' | 'case_size_amount';

export interface ReorderRow
  extends Omit<OfferView, 'wholesale_price' | 'price_ladder' | 'available_quantity' | Amounts | InCatalog> {
  supplier_id: string;
  supplier_name: string;
  max_reserved_percent: number;
  location_id: string;
  location_name: string;
  wholesale_price_cents: number;
  /** As of `pricesOf`. */
  ladder: LadderStep[] | null;
  step: number | null;
  sellable: number;
  threshold: number;
  /** What the location wants to have; null where it says nothing. */
  par: number | null;
  sold: number;
  incoming: number;
}

/** SQL: levels `s` of a buyer that are low, of variants that a connected wholesaler sells it. */
const lowOf = (
  buyerId: string,
) => sql`${stockLevels} s join ${productVariants} v on v.id = s.variant_id join ${products} p on p.id = s.product_id
  cross join lateral (
    select p.entity_id as seller_id, v.sku, v.wholesale_price_cents, v.case_size where p.active and p.deleted_at is null and v.deleted_at is null
      and ${isShown(sql`${buyerId}::uuid`)}
    union all
    select g.seller_id, g.sku, g.wholesale_price_cents, coalesce(g.case_size, v.case_size) from ${listings} g where g.product_id = p.id and g.variant_id = v.id and g.active
      and ${isListingShown(sql`${buyerId}::uuid`)}
  ) o join ${entities} w on w.id = o.seller_id`;

function lowConditions(actor: Actor, input: Omit<z.infer<typeof ListReorder>, keyof Page>): SQL {
  return allOf([
    visibleLevels(actor),
    lowLevels(actor),
    sql`o.seller_id in ${connectedEntityIds(actor.entity.id)} and w.type = any(${texts(SELLERS)}) and w.deleted_at is null`,
    input.location_id ? sql`s.location_id = ${input.location_id}` : undefined,
    input.supplier_id ? sql`o.seller_id = ${input.supplier_id}` : undefined,
  ]);
}

const LOW_SOLD = { variant: sql`s.variant_id`, wholesale: sql`s.wholesale_price_cents` };

type Filter = Omit<z.infer<typeof ListReorder>, keyof Page>;
const FILTER: Filter = { location_id: ID, supplier_id: ID };

export const countLow = statement(
  [[LIMITED, FILTER]],
  (actor: Actor, filter: Filter) =>
    sql<{
      total: number;
    }>`select count(*)::int as total from ${lowOf(actor.entity.id)} where ${lowConditions(actor, filter)}`,
);

/** What the other locations of a member can sell of variants, the most first. */
export const soldElsewhere = statement(
  [[LIMITED, [ID]]],
  (actor: Actor, variantIds: readonly string[]) => sql<{
    variant_id: string;
    location_id: string;
    location_name: string;
    units: number;
  }>`
    select s.variant_id, s.location_id, l.name as location_name, (s.available - s.blocked)::float8 as units
    from ${stockLevels} s join ${locations} l on l.id = s.location_id
    where ${visibleLevels(actor)} and s.variant_id = any(${uuids(variantIds)}) and s.available > s.blocked
    order by s.available - s.blocked desc, s.location_id`,
);

/** What was sold since an instant is read for the page alone; what is coming, from the open orders once. */
export const lowPage = statement(
  [[LIMITED, FILTER, { page: 1, limit: 1 }, TIME]],
  (actor: Actor, filter: Filter, page: Page, soldSince: string) => sql<ReorderRow>`
    with low as materialized (
      select w.id as supplier_id, w.name as supplier_name, w.max_reserved_percent, s.location_id, p.id as product_id, p.name as product_name,
        p.brand, p.category, p.subcategory, p.images[1] as image, p.thc_percentage, v.id as variant_id, v.name as variant_name, o.sku,
        o.wholesale_price_cents, o.case_size, v.unit, v.step, (s.available - s.blocked)::float8 as sellable,
        coalesce(${reorderPointOf('s')}, ${actor.entity.lowStockThreshold})::float8 as threshold, (select w.par from ${levelsWanted} w
          where w.location_id = s.location_id and w.variant_id = s.variant_id)::float8 as par
      from ${lowOf(actor.entity.id)} where ${lowConditions(actor, filter)}
      order by ${byName(sql`w.name`)}, w.id, ${byName(sql`s.product_name`)}, s.id ${slice(page)}
    ), incoming as materialized (
      select x.variant_id, o.receiving_location_id as location_id, sum(x.quantity - x.received_quantity)::float8 as units
      from ${orders} o join ${orderItems} x on x.order_id = o.id
      where o.retailer_id = ${actor.entity.id} and ${isOneOf(sql`o.status`, OPEN_STATUSES)}
        and x.variant_id = any(array(select variant_id from low))
      group by x.variant_id, o.receiving_location_id
    )
    select s.supplier_id, s.supplier_name, s.max_reserved_percent, s.location_id, s.product_id, s.product_name, s.brand, s.category,
      s.subcategory, s.image, s.thc_percentage, s.variant_id, s.variant_name, s.sku, s.case_size, s.unit, s.step, s.sellable, s.threshold, s.par,
      s.wholesale_price_cents::float8 as wholesale_price_cents, ${ownLadder(LOW_SOLD)} as ladder, l.name as location_name, coalesce(c.units, 0) as incoming, (
        select coalesce(sum(-m.delta), 0)::float8 from ${inventoryItems} i join ${inventoryMovements} m on m.item_id = i.id
        where i.location_id = s.location_id and i.variant_id = s.variant_id and m.reason_code = 'SALE' and m.delta < 0
          and m.created_at >= ${instant(soldSince)}) as sold
    from low s join ${locations} l on l.id = s.location_id ${joinTerms(sql`s.supplier_id`, sql`${actor.entity.id}`)}
      left join incoming c on c.variant_id = s.variant_id and c.location_id = s.location_id
    order by ${byName(sql`s.supplier_name`)}, s.supplier_id, ${byName(sql`s.product_name`)}, s.variant_id, s.location_id`,
);
