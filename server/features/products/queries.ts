import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing, notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { uuids } from '../../platform/db/listing';
import { inTwo, readList } from '../../platform/db/text-list';
import { variantsShown } from '../pricing/shown/queries.sql';
import type { PicturedProduct, PicturedVariant, SaleableVariant } from './queries.sql';
import {
  imagesOfProduct,
  listedRows,
  lockProductRow,
  lockProductRows,
  lockSaleableRows,
  openOrdersOf,
  PRODUCTS,
  productIds,
  productNamesWithoutCoa,
  productTexts,
  type Reader,
  readableProducts,
  readProducts,
  saleableRows,
} from './queries.sql';
import type { ProductList, ProductView } from './resource';

export type { ImageRecord, PicturedProduct, PicturedVariant, SaleableVariant } from './queries.sql';

const readProductPage = inTwo(productIds, productTexts);

export function listProducts(
  ctx: ReadContext,
  input: z.infer<typeof PRODUCTS.input>,
): Promise<z.infer<typeof ProductList>> {
  return readList(ctx, PRODUCTS, readProductPage, input);
}

/** @throws AppError NOT_FOUND when absent or not visible */
export async function getProduct({ db, actor }: ReadContext, id: string): Promise<ProductView> {
  return existing(readProducts(db, sql`p.id = ${id} and ${readableProducts(actor)}`, actor));
}

/** Reads an entity's own products by id, in any order. */
export function getOwnProducts(
  { db, actor }: { db: Db; actor: Reader },
  ids: readonly string[],
): Promise<ProductView[]> {
  const own = sql`p.id = any(${uuids(ids)}) and p.entity_id = ${actor.entity.id} and p.deleted_at is null`;
  return readProducts(db, own, actor);
}

/** @throws AppError NOT_FOUND when the product is absent or not visible */
export async function findImages({ db, actor }: ReadContext, id: string): Promise<PicturedProduct> {
  return existing(imagesOfProduct(db, id, actor));
}

/**
 * Locks one of the caller's own products against other writers, optionally also against orders being placed.
 * @throws AppError NOT_FOUND
 */
export async function lockOwnProduct(
  { db, actor }: ReadContext,
  id: string,
  against: 'against writers' | 'against orders' = 'against writers',
): Promise<ProductView> {
  const own = sql`p.id = ${id} and p.entity_id = ${actor.entity.id} and p.deleted_at is null`;
  await lockProductRow(db, id, actor.entity.id, against);
  return existing(readProducts(db, own, actor));
}

/** Locks several of the caller's own products against other writers, in the order of their ids. @returns those that are there */
export async function lockOwnProducts(
  { db, actor }: ReadContext,
  ids: readonly string[],
): Promise<ProductView[]> {
  if (ids.length === 0) return [];
  await lockProductRows(db, ids, actor.entity.id);
  return getOwnProducts({ db, actor }, ids);
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

/** Counts the open orders that contain a product or one of its variants. */
export async function countOpenOrders(db: Db, productId: string, variantId?: string): Promise<number> {
  const [counted] = await openOrdersOf(db, productId, variantId);
  return counted?.orders ?? 0;
}

/**
 * Finds a seller's products by id or by SKU of a variant: every variant in product order; a product without variants
 * gives one row whose `variant_id` is null. Products and variants can't be deleted until the transaction ends.
 */
export async function lockSaleableVariants(
  db: Db,
  sellerId: string,
  { productIds, skus }: { productIds: readonly string[]; skus: readonly string[] },
): Promise<SaleableVariant[]> {
  const rows = await lockSaleableRows(db, productIds, sellerId, skus);
  return [...rows, ...(await listedBeside(db, sellerId, rows, productIds, skus))];
}

/** What a seller sells on of those that aren't its own: an order of its own goods reads nothing for it. */
async function listedBeside(
  db: Db,
  sellerId: string,
  own: ReadonlyArray<Pick<SaleableVariant, 'product_id' | 'sku'>>,
  productIds: readonly string[],
  skus: readonly string[],
): Promise<PicturedVariant[]> {
  const [ids, named] = [new Set(own.map((row) => row.product_id)), new Set(own.map((row) => row.sku))];
  const others = productIds.filter((id) => !ids.has(id));
  const more = skus.filter((sku) => !named.has(sku));
  if (others.length + more.length === 0) return [];
  return [...(await listedRows(db, others, sellerId, more))];
}

/** The same without a lock, with how they look. */
export async function findSaleableVariants(
  db: Db,
  sellerId: string,
  { productIds, skus }: { productIds: readonly string[]; skus: readonly string[] },
): Promise<PicturedVariant[]> {
  const rows = await saleableRows(db, productIds, sellerId, skus);
  return [...rows, ...(await listedBeside(db, sellerId, rows, productIds, skus))];
}

/** Those of a seller's goods that exist for a buyer (decision 620): a seller without offered ones costs nothing. */
export async function shownTo<V extends SaleableVariant>(
  db: Db,
  { sellerId, buyerId }: { sellerId: string; buyerId: string },
  variants: readonly V[],
): Promise<V[]> {
  const offered = variants.filter(({ visibility }) => visibility === 'offered');
  if (offered.length === 0) return [...variants];
  const ids = offered.flatMap(({ variant_id }) => variant_id ?? []);
  const shown = new Set((await variantsShown(db, sellerId, buyerId, ids)).map(({ id }) => id));
  return variants.filter(
    ({ visibility, variant_id }) =>
      visibility !== 'offered' || (variant_id !== null && shown.has(variant_id)),
  );
}

/** Lists the names of those products (outside accessories) without a certificate of analysis (decision 31). */
export async function productsWithoutCoa(db: Db, productIds: readonly string[]): Promise<string[]> {
  const rows = await productNamesWithoutCoa(db, productIds);
  return rows.map((row) => row.name);
}
