import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { Id, Search, text } from '../../kernel/params';
import { EACH, type WeightUnit } from '../../kernel/weights';
import { among, collection, equals, filter } from '../../platform/db/collection';
import { escaped, optional, word } from '../../platform/db/json-text';
import {
  allOf,
  askedIds,
  byName,
  checkedOn,
  contains,
  instant,
  texts,
  uuids,
} from '../../platform/db/listing';
import { idsOf, rowsWhere, textsOf } from '../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { ImageFiles } from '../../platform/images/store';
import { sellersOf } from '../entities/connections/queries';
import { accounts } from '../entities/customers/tables';
import { byExternalId } from '../entities/external-ids/resource';
import { inventoryItems } from '../inventory/tables';
import { orderItems, orders } from '../orders/tables';
import { repricedBy } from '../pricing/buyers/queries.sql';
import { holdsNow, isShown } from '../pricing/shown/queries.sql';
import { CATEGORY_NAMES, type Category } from './categories';
import { listedBy } from './listings/queries.sql';
import { certifiesProduct, isOwnersBuyer, product } from './resource';
import { GOODS_WORDS, ProductCategory, type Visibility } from './schema';
import { foundProducts } from './search/queries.sql';
import { listings, productCoas, productImages, productReach, products, productVariants } from './tables';

export { certifiesProduct } from './resource';

const p = alias(products, 'p');

/** In whose eyes products are read. */
export interface Reader {
  entity: { id: string };
}

/** SQL: what `Steps` names, from `v` (the variant). */
export const steps = sql`v.unit, v.step::float8 / ${sql.raw(String(EACH))} as step`;

/** SQL: what one step is in the unit of `v`, exactly: prices and costs are per unit. */
export const perStep = sql`coalesce(v.step * 0.0001, 1)`;

/** SQL: what `Appearance` names, from `v` (the variant) and `p` (its product). */
export const appearance = sql`v.name as variant_name, p.category, p.images[1] as image, ${steps}`;

/** The same in JSON text. */
export const appearanceText = {
  variant_name: escaped(sql`v.name`),
  category: word(sql`p.category`),
  image: optional(sql`to_json(p.images[1])`),
  unit: optional(sql`'"' || v.unit || '"'`),
  step: optional(sql`v.step::float8 / ${sql.raw(String(EACH))}`),
};

/** SQL: whether a category is one of the schema's: the table has no constraint for it. */
export const isKnownCategory = (column: SQL) =>
  sql`${column} in (${sql.raw(CATEGORY_NAMES.map((name) => `'${name}'`).join(', '))})`;

/** The stored sizes of an image; the middle one is absent until a job has made it (decision 447). */
export interface ImageRecord extends Omit<ImageFiles, 'mediumKey' | 'mediumSize'> {
  id: string;
  /** The address of an image on another host; null for an upload. */
  source: string | null;
  mediumKey: string | null;
  mediumSize: number | null;
}

/** The images of a product: the addresses that it names, and what is stored. */
export interface PicturedProduct extends Record<string, unknown> {
  id: string;
  entityId: string;
  images: string[];
  files: ImageRecord[];
}

/** A variant as an order line needs it: prices in cents. */
export interface SaleableVariant extends Record<string, unknown> {
  product_id: string;
  product_name: string;
  category: Category;
  variant_id: string | null;
  sku: string;
  wholesale_price_cents: number;
  unit: WeightUnit | null;
  /** In ten-thousandths of the unit; null for goods sold each. */
  step: number | null;
  active: boolean;
  /** What one step weighs, in ten-thousandths of a unit; null where that is not known exactly. */
  tax_weight: number | null;
  tax_weight_unit: WeightUnit | null;
  /** It is ordered in multiples of so many steps. */
  case_size: number;
  visibility: Visibility;
}

/** The same with how it looks. */
export interface PicturedVariant extends SaleableVariant {
  variant_name: string;
  image: string | null;
}

/**
 * Condition for the products (alias `p`) that a member may see: their own; active ones of connected entities that theirs can
 * buy from; those that such a one sells on (decision 527); and those that their entity holds in stock or in an order (decisions 15
 * and 425). Of goods that are sold by offers alone those that exist for their entity (decision 620). Excludes deleted ones that aren't sold on.
 */
export function visibleProducts({ entity }: Reader): SQL {
  return sql`(p.deleted_at is null and (
    p.entity_id = ${entity.id}
    or (p.active and p.entity_id in ${sellersOf(entity.id)} and ${isShown(sql`${entity.id}::uuid`)})
    or ${heldBy(entity.id)})
    or exists (select from ${listedBy(sellersOf(entity.id), entity.id)} and g.product_id = p.id))`;
}

/**
 * Condition for the products that a member may read by id: the visible ones and deleted ones, for other entities that
 * hold or held them and for the owner while units are left (decision 45).
 */
export function readableProducts({ entity }: Reader): SQL {
  return sql`(${visibleProducts({ entity })} or p.deleted_at is not null and (
    p.entity_id <> ${entity.id} and ${heldBy(entity.id)}
    or p.entity_id = ${entity.id} and exists (select from ${inventoryItems} i
      where i.product_id = p.id and i.entity_id = ${entity.id} and i.quantity > 0)))`;
}

/** Selects the products of others that an entity has, or had, in stock or in an order; of those sold by offers alone, what it has. */
function heldBy(entityId: string): SQL {
  const stocked = sql`exists (select from ${productReach} z where z.entity_id = ${entityId} and z.product_id = p.id)`;
  // Not EXISTS, which PostgreSQL may turn into a pass over all of the entity's lines.
  const ordered = sql`(select true from ${productVariants} v join ${orderItems} x on x.variant_id = v.id
    where v.product_id = p.id and x.retailer_id = ${entityId} limit 1) is not null`;
  return sql`((${stocked} or ${ordered}) and (p.visibility = 'connected' or ${holdsNow(sql`${entityId}::uuid`)}))`;
}

/** SQL: a condition that all visible products meet and indexes find, so that a list reads no others (decision 223). */
const withinReach = (reader: Reader) => isWithinReach(reader, sql`p.entity_id`, sql`p.id`);

function isWithinReach({ entity }: Reader, ownerId: SQL, productId: SQL): SQL {
  return sql`(${ownerId} = any(array(
      select ${entity.id}::uuid union all select * from ${sellersOf(entity.id)} c
      union all select a.seller_id from ${accounts} a where a.buyer_id = ${entity.id}))
    or ${productId} = any(array(select z.product_id from ${productReach} z where z.entity_id = ${entity.id}
      union all select g.product_id from ${listedBy(sellersOf(entity.id), entity.id)})))`;
}

const owned = 'Products that this business sells to you, or owns';
const withCertificate = '`true` for products with a certificate of analysis, `false` for those that lack one';

export const PRODUCTS = collection(product, {
  name: 'products',
  visible: (reader: Reader) => allOf([withinReach(reader), visibleProducts(reader)]),
  sorts: {
    created_at: p.createdAt,
    name: byName(sql`p.name`),
    brand: byName(sql`p.brand`),
    category: p.category,
  },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
  nullable: ['brand'],
  changed: changedSince,
  filters: {
    category: among(p.category, ProductCategory),
    brand: equals(p.brand, text(200).meta({ description: 'Products of this brand' }), 'x'),
    search: filter(
      Search.meta({ description: GOODS_WORDS }),
      'x yyy',
      (asked, reader: Reader) =>
        sql`p.id in ${foundProducts(asked, (ownerId, productId) => isWithinReach(reader, ownerId, productId))}`,
    ),
    sku: filter(
      Search.meta({ description: 'Your own products with a variant whose SKU has this; ignores case' }),
      'x',
      (
        asked,
        { entity }: Reader,
      ) => sql`p.entity_id = ${entity.id} and exists (select from ${productVariants} s
        where s.product_id = p.id and s.deleted_at is null and ${contains(sql`s.sku`, asked)})`,
    ),
    active: equals(p.active, z.boolean().meta({ description: 'false for inactive products' }), true),
    entity_id: filter(
      Id.meta({ description: owned }),
      ID,
      (asked, { entity }: Reader) => sql`(p.entity_id = ${asked} or not ${isOwnersBuyer(entity.id)}
        and exists (select from ${listedBy(sellersOf(entity.id), entity.id)} and g.product_id = p.id and g.seller_id = ${asked}))`,
    ),
    has_coa: filter(
      z.boolean().meta({ description: withCertificate }),
      true,
      (asked) =>
        sql`exists (select from ${productCoas} c where c.product_id = p.id and ${certifiesProduct}) = ${asked}`,
    ),
    external_id: byExternalId<Reader>('product', sql`p.id`),
  },
});
export const productIds = idsOf(PRODUCTS, OWNER);
export const productTexts = textsOf(product, OWNER);
/** Products as the resource. */
export const readProducts = rowsWhere(product, [[sql`p.id = ${ID} and ${readableProducts(OWNER)}`, OWNER]]);

/** The images of a product that the member can read. */
export const imagesOfProduct = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => sql<PicturedProduct>`
    select p.id, p.entity_id as "entityId", p.images, coalesce((
      select json_agg(json_build_object('id', x.id, 'source', x.source, 'key', x.storage_key, 'size', x.size,
        'mediumKey', x.medium_key, 'mediumSize', x.medium_size, 'thumbKey', x.thumb_key, 'thumbSize', x.thumb_size))
      from ${productImages} x where x.product_id = p.id), '[]') as files
    from ${products} p where p.id = ${id} and ${readableProducts(actor)}`,
);

export const lockProductRow = statement(
  [
    [ID, ID, 'against writers'],
    [ID, ID, 'against orders'],
  ],
  (id: string, entityId: string, against: 'against writers' | 'against orders') => {
    const own = sql`p.id = ${id} and p.entity_id = ${entityId} and p.deleted_at is null`;
    const strength = against === 'against orders' ? sql`for update` : sql`for no key update`;
    return sql`select 1 from ${products} p where ${own} ${strength}`;
  },
);

/** The same of several, against writers. */
export const lockProductRows = statement(
  [[[ID], ID]],
  (ids: readonly string[], entityId: string) => sql`
    select 1 from ${products} p where p.id = any(${uuids(ids)}) and p.entity_id = ${entityId} and p.deleted_at is null
    order by p.id for no key update`,
);

/** Condition for products that changed, or whose listing or price did, or that became visible through a connection (decisions 82, 527, 591). */
function changedSince(moment: string, { entity }: Reader): SQL {
  const listed = (sellers: SQL) =>
    sql`select g.product_id from ${listings} g where g.seller_id = any(array(${sellers}))`;
  const repriced = repricedBy(entity.id, moment);
  return sql`(p.updated_at >= ${instant(moment)}
    or p.entity_id in ${sellersOf(entity.id, moment)}
    or p.id = any(array(
      ${listed(sql`select ${entity.id}::uuid union all select * from ${sellersOf(entity.id)} c`)} and g.updated_at >= ${instant(moment)}
      union all ${listed(sql`select * from ${sellersOf(entity.id, moment)} c`)}
      union all ${listed(sql`select * from ${repriced} r`)}))
    or p.entity_id = any(array(${repriced})))`;
}

export const openOrdersOf = statement(
  [
    [ID, ID],
    [ID, undefined],
  ],
  (productId: string, variantId: string | undefined) => sql<{ orders: number }>`
    select count(distinct o.id)::int as orders from ${orderItems} i join ${orders} o on o.id = i.order_id
    where i.product_id = ${productId} and o.wholesaler_id = (select p.entity_id from ${products} p where p.id = ${productId})
      and ${variantId ? sql`i.variant_id = ${variantId}` : sql`true`}
      and o.status not in ('delivered', 'cancelled')`,
);

/** SQL: products by id, and those of SKUs. Without any, one plan serves every order: PostgreSQL expects ten SKUs of a list. */
const named = (productIds: readonly string[], sellerId: string, skus: readonly string[]) => {
  const byId = sql`select asked.id from ${askedIds(productIds)}`;
  return skus.length === 0
    ? byId
    : sql`${byId} union all select s.product_id from ${productVariants} s
        where s.entity_id = ${sellerId} and s.sku = any(${texts(skus)}) and s.deleted_at is null`;
};

/** SQL: what one step of a variant (alias `v`) weighs, for taxes: exact, or null. */
export const taxWeight = sql`case when v.step is not null then v.step when v.weight_unit in ('g', 'kg', 'oz', 'lb') then v.weight * 10000
  when v.weight_unit = 'mg' and v.weight * 10 = trunc(v.weight * 10) then v.weight * 10 end`;
export const taxWeightUnit = sql`case when v.step is not null then v.unit when v.weight is null then null
  when v.weight_unit in ('g', 'kg', 'oz', 'lb') then v.weight_unit when v.weight_unit = 'mg' and v.weight * 10 = trunc(v.weight * 10) then 'g' end`;
const taxed = sql`(${taxWeight})::float8 as tax_weight, ${taxWeightUnit} as tax_weight_unit`;

const saleable = (
  productIds: readonly string[],
  sellerId: string,
  skus: readonly string[],
  more = sql``,
) => sql`
    select p.id as product_id, p.name as product_name, p.category, v.id as variant_id, v.sku,
      v.wholesale_price_cents::float8 as wholesale_price_cents, v.unit, v.step, p.active, p.visibility,
      v.case_size, ${taxed} ${more}
    from ${products} p left join ${productVariants} v on v.product_id = p.id and v.deleted_at is null
    where p.id = any(array(${named(productIds, sellerId, skus)}))
      and ${checkedOn(sql`p.entity_id = ${sellerId}`)} and p.deleted_at is null
    order by p.id, v.position, v.id`;

export const lockSaleableRows = statement(
  [
    [[ID], ID, ['x']],
    [[ID], ID, []],
  ],
  (productIds: readonly string[], sellerId: string, skus: readonly string[]) =>
    sql<SaleableVariant>`${saleable(productIds, sellerId, skus)} for key share of p`,
);

export const saleableRows = statement(
  [
    [[ID], ID, ['x']],
    [[ID], ID, []],
  ],
  (productIds: readonly string[], sellerId: string, skus: readonly string[]) =>
    sql<PicturedVariant>`${saleable(productIds, sellerId, skus, sql`, v.name as variant_name, p.images[1] as image`)}`,
);

/** What a seller sells on of products that an order names: the same columns as of its own. */
export const listedRows = statement(
  [[[ID], ID, ['x']]],
  (productIds: readonly string[], sellerId: string, skus: readonly string[]) => sql<PicturedVariant>`
    select p.id as product_id, p.name as product_name, p.category, v.id as variant_id, g.sku,
      g.wholesale_price_cents::float8 as wholesale_price_cents, v.unit, v.step, g.active, g.visibility,
      coalesce(g.case_size, v.case_size) as case_size, ${taxed}, v.name as variant_name, p.images[1] as image
    from ${listings} g join ${products} p on p.id = g.product_id join ${productVariants} v on v.id = g.variant_id
    where g.seller_id = ${sellerId} and g.product_id = any(array(
      select asked.id from ${askedIds(productIds)} union all
      select s.product_id from ${listings} s where s.seller_id = ${sellerId} and s.sku = any(${texts(skus)})))
    order by p.id, not g.active, v.position, v.id`,
);

export const productNamesWithoutCoa = statement(
  [[[ID]]],
  (productIds: readonly string[]) => sql<{ name: string }>`
    select p.name from ${products} p
    where p.id = any(${uuids(productIds)}) and p.category <> 'accessories'
      and not exists (select 1 from ${productCoas} c where c.product_id = p.id and ${certifiesProduct})
    order by ${byName(sql`p.name`)}, p.id`,
);
