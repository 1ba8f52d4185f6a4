import { type SQL, sql } from 'drizzle-orm';
import { byName, texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities, locations } from '../../entities/tables';
import { blockedUnits, inSellableRoom } from '../../inventory/queries.sql';
import { inventoryItems, inventoryLots, stockLevels } from '../../inventory/tables';
import { blockReason, certifiesBatch } from '../../lots/queries.sql';
import { batches, lots } from '../../lots/tables';
import { isOffered, secretColumn } from '../../pricing/shown/queries.sql';
import type { Category } from '../../products/categories';
import { listings, productCoas, productImages, products, productVariants } from '../../products/tables';
import { mayShip } from '../queries.sql';
import type { GOODS_CHOICES } from '../state';

/** Goods of one menu that are read: more would keep a process busy for seconds. */
export const MOST_GOODS = 20_000;

/** Which goods a menu has. */
export interface GoodsChoice {
  sellerId: string;
  /** Whose offers open goods that are offered only; null for no customer in particular. */
  buyerId: string | null;
  goods: (typeof GOODS_CHOICES)[number];
  categories: readonly string[];
  brands: readonly string[];
  variantIds: readonly string[];
}

export interface GoodsRow {
  variant_id: string;
  product_id: string;
  product_name: string;
  variant_name: string;
  brand: string | null;
  category: Category;
  subcategory: string | null;
  thc_percentage: number | null;
  cbd_percentage: number | null;
  /** The first picture's address. */
  image: string | null;
  /** Whether we have it: a picture elsewhere shows once a copy exists. */
  pictured: boolean;
  weight: number | null;
  weight_unit: string | null;
  wholesale_price_cents: number;
  case_size: number;
  unit: string | null;
  /** In ten-thousandths of the unit. */
  step: number | null;
  /** Whether it is the seller's own product. */
  own: boolean;
}

const CHOSEN: GoodsChoice = {
  ...{ sellerId: ID, buyerId: ID, goods: 'chosen' },
  ...{ categories: [], brands: [], variantIds: [ID] },
};

/** What a stranger may see of a seller's goods, or a customer of its menu: never what is offered to others alone. */
export const goodsOf = statement(
  [[CHOSEN], [{ ...CHOSEN, goods: 'all', buyerId: null, brands: ['x'], categories: ['flower'] }]],
  ({ sellerId, buyerId, goods, categories, brands, variantIds }: GoodsChoice) => {
    const seller = sql`${sellerId}::uuid`;
    const offered = (variants: SQL) =>
      buyerId === null ? sql`` : sql` or ${isOffered(seller, sql`${buyerId}::uuid`, variants)}`;
    const chosen =
      goods === 'chosen'
        ? sql`v.id = any(${uuids(variantIds)})`
        : sql`p.category <> all(${texts(categories)}) and (p.brand is null or p.brand <> all(${texts(brands)}))`;
    return sql<GoodsRow>`
      select v.id as variant_id, p.id as product_id, p.name as product_name, v.name as variant_name, p.brand, p.category, p.subcategory,
        p.thc_percentage, p.cbd_percentage, p.images[1] as image,
        coalesce(p.images[1] like '%/images/products/%' or exists (
          select from ${productImages} w where w.product_id = p.id and md5(w.source) = md5(p.images[1]) and w.size > 0), false) as pictured,
        v.weight::float8 as weight, v.weight_unit, s.wholesale_price_cents::float8 as wholesale_price_cents, s.case_size, v.unit, v.step, s.own
      from (
        select o.id, o.wholesale_price_cents, o.case_size, true as own from ${productVariants} o join ${products} q on q.id = o.product_id
        where o.entity_id = ${seller} and o.deleted_at is null and q.active and q.deleted_at is null
          and (q.visibility = 'connected'${offered(sql`select n.id from ${productVariants} n where n.product_id = q.id`)})
        union all
        select g.variant_id, g.wholesale_price_cents, coalesce(g.case_size, o.case_size), false from ${listings} g
          join ${productVariants} o on o.id = g.variant_id
        where g.seller_id = ${seller} and g.active and o.deleted_at is null and (g.visibility = 'connected'${offered(sql`g.variant_id`)})
      ) s join ${productVariants} v on v.id = s.id join ${products} p on p.id = v.product_id
      where ${chosen} and p.deleted_at is null
      order by ${byName(sql`p.name`)}, p.id, v.position, v.id limit ${MOST_GOODS}`;
  },
);

/** Whose stock counts. */
export interface Counted {
  sellerId: string;
  locationId: string | null;
  /** As a postal code; null for any. */
  state: string | null;
  /** Whose offers open the secret menu. */
  buyerId: string | null;
}

const COUNTED: Counted = { sellerId: ID, locationId: ID, state: 'CA', buyerId: ID };

/** SQL: the premises whose stock counts, of the seller `e`. */
const counted = ({ sellerId, locationId, state }: Counted) => sql`
  select l.id, e.id as entity_id from ${entities} e join ${locations} l on ${mayShip}
  where e.id = ${sellerId} and (${locationId}::uuid is null or l.id = ${locationId}::uuid)
    and (${state}::text is null or l.postal_state = ${state}::text)`;

const inRoom = ({ sellerId, buyerId }: Counted) =>
  buyerId === null
    ? inSellableRoom
    : sql`(${inSellableRoom} or i.room_type = 'secret_menu' and i.variant_id = any(${secretColumn(sql`${sellerId}::uuid`, sql`${buyerId}::uuid`)}))`;

/** What could be ordered now of each variant that has stock, and the thresholds of the places that have it. */
export const stockOf = statement(
  [
    [COUNTED, [ID]],
    [{ ...COUNTED, buyerId: null }, [ID]],
  ],
  (of: Counted, variantIds: readonly string[]) => sql<{
    variant_id: string;
    units: number;
    threshold: number;
  }>`
    with place as materialized (${counted(of)})
    select w.id as variant_id, coalesce(u.units, 0)::float8 as units, coalesce(t.threshold, 0)::float8 as threshold
    from unnest(${uuids(variantIds)}) w (id)
      left join (
        select i.variant_id, sum(i.quantity - i.reserved_quantity - ${blockedUnits}) as units
        from place join ${inventoryItems} i on i.location_id = place.id join ${entities} e on e.id = i.entity_id
        where i.variant_id = any(${uuids(variantIds)}) and i.entity_id = ${of.sellerId} and ${inRoom(of)} group by i.variant_id
      ) u on u.variant_id = w.id
      left join (
        select s.variant_id, sum(coalesce(case when v.entity_id = e.id then v.low_stock_threshold end, e.low_stock_threshold)) as threshold
        from place join ${stockLevels} s on s.location_id = place.id join ${productVariants} v on v.id = s.variant_id join ${entities} e on e.id = place.entity_id
        where s.variant_id = any(${uuids(variantIds)}) group by s.variant_id
      ) t on t.variant_id = w.id`,
);

/** The certificate of the newest batch of a variant that is there, may ship and passed. */
export interface CertificateRow {
  variant_id: string;
  lab: string;
  date: string;
  thc_percentage: number | null;
  storage_key: string;
  file_size: number;
  file_name: string;
  own: boolean;
}

export const certificatesOf = statement(
  [
    [COUNTED, [ID]],
    [{ ...COUNTED, buyerId: null }, [ID]],
  ],
  (of: Counted, variantIds: readonly string[]) => sql<CertificateRow>`
    with place as materialized (${counted(of)})
    select distinct on (g.variant_id) g.variant_id, c.lab, c.date::text as date, (c.extracted ->> 'thc_percentage')::float8 as thc_percentage,
      c.storage_key, c.file_size, c.file_name, coalesce(c.owner_id = ${of.sellerId}::uuid, false) as own
    from (
      select i.variant_id, l.batch_id from place join ${inventoryItems} i on i.location_id = place.id
        join ${inventoryLots} x on x.inventory_item_id = i.id and x.quantity > x.reserved_quantity join ${lots} l on l.id = x.lot_id
      where i.variant_id = any(${uuids(variantIds)}) and i.entity_id = ${of.sellerId} and ${inRoom(of)} group by 1, 2
    ) g join ${batches} b on b.id = g.batch_id join ${entities} e on e.id = ${of.sellerId}
      cross join lateral (select c.* from ${productCoas} c where ${certifiesBatch(sql`e.id`)} order by c.created_at desc, c.id desc limit 1) c
    where b.test_status = 'passed' and ${blockReason()} is null
    order by g.variant_id, b.packaged_on desc nulls last, b.created_at desc, b.id desc`,
);

/** The files of a picture of a product: an upload's, or those of a copy by its address. */
export interface PictureRow {
  id: string;
  source: string | null;
  storage_key: string;
  size: number;
  medium_key: string | null;
  medium_size: number | null;
  thumb_key: string;
  thumb_size: number;
}

export const pictureOf = statement(
  [[ID]],
  (productId: string) => sql<PictureRow>`
    select id, source, storage_key, size, medium_key, medium_size, thumb_key, thumb_size from ${productImages}
    where product_id = ${productId} and size > 0`,
);
