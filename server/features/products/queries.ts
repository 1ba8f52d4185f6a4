import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, byName, contains, instant, iso, texts, uuids } from '../../platform/db/listing';
import { openWalk, type WalkedList } from '../../platform/db/walk';
import { connectedEntityIds } from '../entities/connections/queries';
import type { ListProducts, PRODUCT_SORTS, Product, ProductList } from './schema';

type ProductView = z.infer<typeof Product>;

interface ProductRow extends Record<string, unknown>, Omit<ProductView, 'variants' | 'default_variant_id'> {
  variants: Array<
    Omit<ProductView['variants'][number], 'price' | 'wholesale_price'> & {
      price_cents: number;
      wholesale_price_cents: number;
    }
  >;
}

/**
 * SQL: the products (alias `p`) that a member may see: their own; active ones of connected businesses; and those that
 * their business holds in stock or in an order (decision 15). Deleted ones are left out.
 */
export function visibleProducts({ entity }: Pick<Actor, 'entity'>): SQL {
  return sql`p.deleted_at is null and (
    p.entity_id = ${entity.id}
    or (p.active and p.entity_id in ${connectedEntityIds(entity.id)})
    or ${heldBy(entity.id)})`;
}

/**
 * SQL: the products that a member may read by id. Beside the visible ones: deleted ones, by every other business that
 * holds or held them, and by their owner while units are left (decision 88).
 */
export function readableProducts({ entity }: Pick<Actor, 'entity'>): SQL {
  return sql`(${visibleProducts({ entity })} or p.deleted_at is not null and (
    p.entity_id <> ${entity.id} and ${heldBy(entity.id)}
    or p.entity_id = ${entity.id} and exists (select from inventory_items i
      where i.product_id = p.id and i.entity_id = ${entity.id} and i.quantity > 0)))`;
}

/** SQL: the products that a business has, or had, in stock or in an order. */
function heldBy(entityId: string): SQL {
  return sql`(p.id in (select i.product_id from inventory_items i where i.entity_id = ${entityId})
    or p.id in (select oi.product_id from order_items oi join orders o on o.id = oi.order_id
      where o.retailer_id = ${entityId} or o.wholesaler_id = ${entityId}))`;
}

const PRODUCTS: WalkedList<(typeof PRODUCT_SORTS)[number]> = {
  name: 'products',
  from: sql`products p`,
  id: sql`p.id`,
  sorts: {
    created_at: sql`p.created_at`,
    name: byName(sql`p.name`),
    brand: byName(sql`p.brand`),
    category: sql`p.category`,
  },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
};

export async function listProducts(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListProducts>,
): Promise<z.infer<typeof ProductList>> {
  const walk = await openWalk(db, PRODUCTS, actor.entity.id, input);
  const where = allOf([
    visibleProducts(actor),
    input.entity_id ? sql`p.entity_id = ${input.entity_id}` : undefined,
    input.category ? sql`p.category = ${input.category}` : undefined,
    input.brand ? sql`p.brand = ${input.brand}` : undefined,
    input.active === undefined ? undefined : sql`p.active = ${input.active}`,
    input.search ? contains(sql`p.name`, input.search) : undefined,
    input.updated_since ? changedSince(actor, input.updated_since) : undefined,
  ]);
  const [rows, total] = await Promise.all([
    selectProducts(
      { db, actor },
      sql`${walk.page(where)} join products p on p.id = page.id ${walk.order}`,
      sql`page.walk_key,`,
    ),
    walk.count(where),
  ]);
  return walk.close(rows, total);
}

/** SQL: what was changed, or came into sight with a connection. */
function changedSince({ entity }: Actor, moment: string): SQL {
  return sql`(p.updated_at >= ${instant(moment)}
    or p.entity_id in ${connectedEntityIds(entity.id, moment)})`;
}

/** @throws AppError NOT_FOUND when absent or not visible */
export async function getProduct({ db, actor }: ReadContext, id: string): Promise<ProductView> {
  const [row] = await selectProducts(
    { db, actor },
    sql`products p where p.id = ${id} and ${readableProducts(actor)}`,
  );
  if (!row) throw notFound();
  return row;
}

/** An image as its product's owner named it. */
export interface ProductImage extends Record<string, unknown> {
  entityId: string;
  url: string;
}

/** @param position from 1 @throws AppError NOT_FOUND when the product is absent or not visible, or has fewer images */
export async function findImage(
  { db, actor }: ReadContext,
  id: string,
  position: number,
): Promise<ProductImage> {
  const [image] = await db.execute<ProductImage>(sql`
    select p.entity_id as "entityId", p.images[${position}::int] as url from products p
    where p.id = ${id} and cardinality(p.images) >= ${position}::int and ${position}::int > 0 and ${visibleProducts(actor)}`);
  if (!image) throw notFound();
  return image;
}

/**
 * One of the caller's own products, locked against other writers, or also against orders that are being placed.
 * @throws AppError NOT_FOUND
 */
export async function lockOwnProduct(
  { db, actor }: ReadContext,
  id: string,
  against: 'against writers' | 'against orders' = 'against writers',
): Promise<ProductView> {
  const own = sql`p.id = ${id} and p.entity_id = ${actor.entity.id} and p.deleted_at is null`;
  const strength = against === 'against orders' ? sql`for update` : sql`for no key update`;
  await db.execute(sql`select 1 from products p where ${own} ${strength}`);
  const [row] = await selectProducts({ db, actor }, sql`products p where ${own}`);
  if (!row) throw notFound();
  return row;
}

/**
 * Products as the resource. A deleted product keeps the variants that were deleted with it.
 * @param from where they come from, as `p`
 * @param more columns that go with them, each followed by a comma
 */
async function selectProducts({ db, actor }: ReadContext, from: SQL, more = sql``): Promise<ProductView[]> {
  const rows = await db.execute<ProductRow>(sql`
    select ${more} p.id, p.name, p.brand, p.category, p.subcategory, p.description, p.thc_percentage, p.cbd_percentage,
      p.images, p.active, ${iso(sql`p.created_at`)} as created_at, ${iso(sql`p.updated_at`)} as updated_at,
      ${iso(sql`p.deleted_at`)} as deleted_at,
      (select json_build_object('id', e.id, 'name', e.name, 'type', e.type) from entities e where e.id = p.entity_id) as entity,
      coalesce((select json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'weight', v.weight,
          'weight_unit', v.weight_unit, 'price_cents', v.price_cents, 'wholesale_price_cents', v.wholesale_price_cents,
          'low_stock_threshold', case when v.entity_id = ${actor.entity.id} then v.low_stock_threshold end)
          order by v.position, v.id)
        from product_variants v where v.product_id = p.id and v.deleted_at is not distinct from p.deleted_at), '[]') as variants,
      (select json_build_object('lab', c.lab, 'date', c.date, 'batch_id', c.batch_id) from product_coas c
        where c.product_id = p.id order by c.created_at desc nulls last, c.id desc nulls last limit 1) as test_results
    from ${from}`);
  return rows.map((row) => ({
    ...row,
    default_variant_id: row.variants[0]?.id ?? null,
    variants: row.variants.map(({ price_cents, wholesale_price_cents, ...variant }) => ({
      ...variant,
      price: toDollars(price_cents),
      wholesale_price: toDollars(wholesale_price_cents),
    })),
  }));
}

/** @throws AppError NOT_FOUND when the product is absent or not visible, or has no such variant */
export async function getVariant(
  ctx: ReadContext,
  { id, variant_id }: { id: string; variant_id: string },
): Promise<ProductView['variants'][number]> {
  const { variants } = await getProduct(ctx, id);
  const variant = variants.find((candidate) => candidate.id === variant_id);
  if (!variant) throw notFound();
  return variant;
}

/** How many orders that are neither delivered nor canceled hold a product, or one of its variants. */
export async function countOpenOrders(db: Db, productId: string, variantId?: string): Promise<number> {
  const [counted] = await db.execute<{ orders: number }>(sql`
    select count(distinct o.id)::int as orders from order_items i join orders o on o.id = i.order_id
    where i.product_id = ${productId} and ${variantId ? sql`i.variant_id = ${variantId}` : sql`true`}
      and o.status not in ('delivered', 'cancelled')`);
  return counted?.orders ?? 0;
}

/** A variant as an order line needs it: prices in cents. */
export interface SaleableVariant extends Record<string, unknown> {
  product_id: string;
  product_name: string;
  category: string;
  variant_id: string | null;
  sku: string;
  wholesale_price_cents: number;
  active: boolean;
}

/**
 * Of a seller's products, named by their id or by the SKU of a variant: every variant in order, the first of a product
 * first; a product without variants gives one row whose `variant_id` is null. The products and their variants can't be
 * deleted until the transaction ends.
 */
export async function saleableVariants(
  db: Db,
  sellerId: string,
  { productIds, skus }: { productIds: readonly string[]; skus: readonly string[] },
): Promise<SaleableVariant[]> {
  const rows = await db.execute<SaleableVariant>(sql`
    select p.id as product_id, p.name as product_name, p.category, v.id as variant_id, v.sku,
      v.wholesale_price_cents::float8 as wholesale_price_cents, p.active
    from products p left join product_variants v on v.product_id = p.id and v.deleted_at is null
    where (p.id = any(${uuids(productIds)}) or p.id in (select s.product_id from product_variants s
        where s.entity_id = ${sellerId} and s.sku = any(${texts(skus)}) and s.deleted_at is null))
      and p.entity_id = ${sellerId} and p.deleted_at is null
    order by p.id, v.position, v.id for key share of p`);
  return [...rows];
}

/** The names of those products (outside accessories) that have no certificate of analysis (decision 31). */
export async function productsWithoutCoa(db: Db, productIds: readonly string[]): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select p.name from products p
    where p.id = any(${uuids(productIds)}) and p.category <> 'accessories'
      and not exists (select 1 from product_coas c where c.product_id = p.id)
    order by ${byName(sql`p.name`)}, p.id`);
  return rows.map((row) => row.name);
}
