import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../kernel/errors';
import { toCents } from '../../kernel/money';
import { changesBetween, checkPatch, withoutEmpty } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import { ReactionPoint } from '../../operation/reactions';
import type { Db } from '../../platform/db/client';
import { changeExternalIds, type ExternalIdsOf, removeExternalIds } from '../entities/external-ids/service';
import { announceUpdate } from './announce';
import { guardPrices, guardSale } from './everywhere';
import { releaseImages } from './images/release';
import { countOpenOrders, getOwnProducts, getProduct, lockOwnProduct } from './queries';
import { PRODUCT_READ_ONLY, type ProductView, type UpdateProduct } from './resource';
import {
  type AddVariant,
  type NewProduct,
  type NewVariant,
  type UpdateVariant,
  VARIANT_READ_ONLY,
  type VariantId,
} from './schema';
import { checkUnused, isSoldOtherwise, soldAs } from './sold-by';
import { productCoas, products, productVariants } from './tables';
import {
  checkSubcategory,
  insertProducts,
  insertVariants,
  type NewProductRow,
  type NewVariantRow,
  updateProducts,
  updateVariants,
  type VariantChange,
} from './writer';
import { newVariants, nextPosition } from './writer.sql';

type VariantView = ProductView['variants'][number];
type VariantInput = Omit<z.infer<typeof NewVariant>, 'external_ids'> & {
  external_ids?: Record<string, string | null>;
};

/** Events of making a product. */
export const CREATED_EVENTS = ['product.created'] as const;

/** Reactions to the deletion of a variant; they throw an AppError CONFLICT to reject it. */
export const variantClosing = new ReactionPoint<{ entityId: string; variantId: string }>('variantClosing');

/** @throws AppError INVALID_REQUEST (foreign subcategory), CONFLICT (SKU in use, external id taken) */
export async function createProduct(
  ctx: WriteContext,
  input: z.infer<typeof NewProduct>,
): Promise<ProductView> {
  const [product] = await createProducts(ctx, [input]);
  if (!product) throw notFound();
  return product;
}

/** Creates products in a fixed number of statements. @throws AppError as `createProduct`, of any of them */
export async function createProducts(
  ctx: WriteContext,
  inputs: ReadonlyArray<z.infer<typeof NewProduct>>,
): Promise<ProductView[]> {
  const inserted = await insertProducts(ctx, inputs.map(rowOf));
  const ids = inserted.flatMap((id) => id ?? []);
  const given = (i: number): Partial<z.infer<typeof NewProduct>> => inputs[i] ?? {};
  await changeExternalIds(
    ctx,
    'product',
    ids.map((id, i) => ({ id, ids: given(i).external_ids })),
  );
  if (inputs.some(({ variants }) => variants?.some((variant) => variant.external_ids))) {
    const made = await newVariants(ctx.db, ids);
    const named = made.map(({ id, product_id, nth }) => ({
      id,
      ids: given(ids.indexOf(product_id)).variants?.[nth - 1]?.external_ids,
      path: pathOf(nth - 1),
    }));
    await changeExternalIds(ctx, 'variant', named);
  }
  const read = new Map((await getOwnProducts(ctx, ids)).map((product) => [product.id, product]));
  const made = ids.flatMap((id) => read.get(id) ?? []);
  for (const product of made) {
    ctx.audit({ action: 'product.created', objectId: product.id, after: product });
    ctx.emit('product.created', ctx.actor.entity.id, product);
  }
  return made;
}

function rowOf({
  variants = [],
  thc_percentage,
  cbd_percentage,
  external_ids: _,
  ...fields
}: z.infer<typeof NewProduct>): NewProductRow {
  return {
    ...fields,
    thcPercentage: thc_percentage ?? null,
    cbdPercentage: cbd_percentage ?? null,
    variants: variants.map((variant, i) => variantFields(variant, `variants[${i}].`)),
  };
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT (SKU in use, external id taken) */
export async function updateProduct(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateProduct>,
): Promise<ProductView> {
  const before = await lockOwnProduct(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids']), before, PRODUCT_READ_ONLY);
  guardSale(ctx.actor, before, patch);
  const category = patch.category ?? before.category;
  const subcategory = patch.subcategory === undefined ? before.subcategory : patch.subcategory;
  checkSubcategory(category, subcategory);
  const { variants, thc_percentage, cbd_percentage, name, brand, description, images, active, visibility } =
    patch;
  const set = { name, brand, description, images, active, visibility, category: patch.category };
  await updateProducts(ctx, [
    {
      ...set,
      id,
      subcategory: patch.subcategory,
      thcPercentage: thc_percentage,
      cbdPercentage: cbd_percentage,
    },
  ]);
  if (images) await releaseImages(ctx, id, images);
  await changeExternalIds(ctx, 'product', [{ id, ids: patch.external_ids }]);
  if (variants) {
    const ids = await patchVariants(ctx, before, variants, name ?? before.name);
    await changeExternalIds(ctx, 'variant', ids);
  }
  return finishUpdate(ctx, before);
}

/**
 * Deletes a product and its variants and frees their SKUs; remaining stock stays until it is used up (decision 45).
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason = "open_orders"` while an open order contains it
 */
export async function deleteProduct(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockOwnProduct(ctx, id, 'against orders');
  rejectOpenOrders(await countOpenOrders(ctx.db, id), 'product');
  await ctx.db
    .update(productVariants)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(productVariants.productId, id), isNull(productVariants.deletedAt)));
  const [deleted] = await ctx.db
    .update(products)
    .set({ deletedAt: sql`now()` })
    .where(eq(products.id, id))
    .returning({ at: products.deletedAt });
  await removeExternalIds(ctx.db, ctx.actor.entity.id, 'product', [id]);
  const ids = before.variants.map((variant) => variant.id);
  await removeExternalIds(ctx.db, ctx.actor.entity.id, 'variant', ids);
  ctx.audit({ action: 'product.deleted', objectId: id, before });
  const last = { ...before, deleted_at: deleted?.at?.toISOString() ?? null };
  ctx.emit('product.deleted', ctx.actor.entity.id, last, 'shared');
}

/** @throws AppError NOT_FOUND, CONFLICT (SKU in use, external id taken) */
export async function addVariant(
  ctx: WriteContext,
  { id, ...input }: z.infer<typeof AddVariant>,
): Promise<VariantView> {
  const before = await lockOwnProduct(ctx, id);
  const [variantId] = await insertVariants(ctx, await rowsOf(ctx, before, [input]));
  if (variantId) await changeExternalIds(ctx, 'variant', [{ id: variantId, ids: input.external_ids }]);
  const after = await finishUpdate(ctx, before);
  return variantOf(after, variantId);
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT (SKU in use, external id taken) */
export async function updateVariant(
  ctx: WriteContext,
  { id, variant_id, ...patch }: z.infer<typeof UpdateVariant>,
): Promise<VariantView> {
  const before = await lockOwnProduct(ctx, id);
  const variant = variantOf(before, variant_id);
  checkPatch(withoutEmpty(patch, ['external_ids']), variant, VARIANT_READ_ONLY);
  guardPrices(ctx.actor, variant, patch);
  await changeVariants(ctx, before, [changeOf(variant, patch)]);
  await changeExternalIds(ctx, 'variant', [{ id: variant.id, ids: patch.external_ids }]);
  return variantOf(await finishUpdate(ctx, before), variant.id);
}

/**
 * Deletes a variant without stock, reservations and open orders, and frees its SKU.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason` `open_orders`, `stock` or `reservations`
 */
export async function deleteVariant(
  ctx: WriteContext,
  { id, variant_id }: z.infer<typeof VariantId>,
): Promise<void> {
  const before = await lockOwnProduct(ctx, id, 'against orders');
  const variant = variantOf(before, variant_id);
  rejectOpenOrders(await countOpenOrders(ctx.db, id, variant.id), 'variant');
  await variantClosing.run(ctx.db, { entityId: ctx.actor.entity.id, variantId: variant.id });
  await ctx.db
    .update(productVariants)
    .set({ deletedAt: sql`now()` })
    .where(eq(productVariants.id, variant.id));
  await removeExternalIds(ctx.db, ctx.actor.entity.id, 'variant', [variant.id]);
  await finishUpdate(ctx, before);
}

function rejectOpenOrders(count: number, what: 'product' | 'variant'): void {
  if (count === 0) return;
  throw new AppError('CONFLICT', `Open orders contain this ${what}. Deliver or cancel them first.`, {
    reason: 'open_orders',
    open_orders: count,
  });
}

async function finishUpdate(ctx: WriteContext, before: ProductView): Promise<ProductView> {
  const after = await getProduct(ctx, before.id);
  ctx.audit({
    action: 'product.updated',
    objectId: before.id,
    ...changesBetween(before, after),
  });
  announceUpdate(ctx, before, after);
  return after;
}

/** @returns what changes of external ids */
async function patchVariants(
  ctx: WriteContext,
  product: ProductView,
  patches: NonNullable<z.infer<typeof UpdateProduct>['variants']>,
  productName: string,
): Promise<ExternalIdsOf[]> {
  const added: VariantInput[] = [];
  const changes: VariantChange[] = [];
  for (const [index, { id, ...patch }] of patches.entries()) {
    const known = product.variants.find((variant) => variant.id === id);
    for (const field of VARIANT_READ_ONLY) {
      if (patch[field] === undefined || isDeepStrictEqual(patch[field], known?.[field])) continue;
      const path = `variants[${index}].${field}`;
      throw invalidRequest([{ path, code: 'read_only', message: 'cannot be changed' }]);
    }
    if (id === undefined) {
      const complete = completeVariant(patch, index);
      soldAs(complete, `variants[${index}].`);
      added.push(complete);
      continue;
    }
    if (changes.some((change) => change.id === id)) {
      throw invalidRequest([
        { path: `variants[${index}].id`, code: 'duplicate', message: 'appears in an earlier entry' },
      ]);
    }
    if (!known) {
      throw invalidRequest([
        { path: `variants[${index}].id`, code: 'unknown_id', message: 'is not a variant of this product' },
      ]);
    }
    guardPrices(ctx.actor, known, patch);
    changes.push(changeOf(known, patch, `variants[${index}].`));
  }
  await changeVariants(ctx, product, changes);
  const made = await insertVariants(ctx, await rowsOf(ctx, { id: product.id, name: productName }, added));
  return patches.flatMap(({ id = made.shift(), external_ids: ids }, i) =>
    id ? { id, ids, path: pathOf(i) } : [],
  );
}

/** Writes changes of variants; one that is sold otherwise must be unused. */
async function changeVariants(
  ctx: WriteContext,
  product: ProductView,
  changes: readonly VariantChange[],
): Promise<void> {
  const resold = changes.filter(({ step }) => step !== undefined).map(({ id }) => id);
  if (resold.length > 0) await checkUnused(ctx.db, product, resold);
  await updateVariants(ctx, changes);
}

const pathOf = (index: number) => `variants[${index}].external_ids`;

function completeVariant(patch: Partial<VariantInput>, index: number): VariantInput {
  const { name, sku, price } = patch;
  if (name !== undefined && sku !== undefined && price !== undefined) return { ...patch, name, sku, price };
  const errors = (['name', 'sku', 'price'] as const)
    .filter((key) => patch[key] === undefined)
    .map((key) => ({
      path: `variants[${index}].${key}`,
      code: 'required' as const,
      message: 'is required for a new variant',
    }));
  throw invalidRequest(errors);
}

function variantFields(input: VariantInput, path?: string): NewProductRow['variants'][number] {
  return {
    name: input.name,
    sku: input.sku,
    weight: input.weight ?? null,
    weightUnit: input.weight_unit ?? null,
    priceCents: toCents(input.price),
    wholesalePriceCents: toCents(input.wholesale_price ?? input.price),
    lowStockThreshold: input.low_stock_threshold ?? null,
    caseSize: input.case_size ?? 1,
    ...soldAs(input, path),
  };
}

/** Builds the rows of new variants, positioned after those that the product has and has had. */
async function rowsOf(
  { db }: WriteContext,
  { id, name }: Pick<ProductView, 'id' | 'name'>,
  inputs: readonly VariantInput[],
): Promise<NewVariantRow[]> {
  if (inputs.length === 0) return [];
  const [next] = await nextPosition(db, id);
  return inputs.map((input, index) => ({
    ...variantFields(input),
    productId: id,
    productName: name,
    position: (next?.position ?? 0) + index,
  }));
}

function changeOf(variant: VariantView, patch: Partial<VariantInput>, path?: string): VariantChange {
  const sold = soldAs(patch, path, variant);
  return {
    id: variant.id,
    ...(isSoldOtherwise(sold, variant) && sold),
    name: patch.name,
    sku: patch.sku,
    weight: patch.weight,
    weightUnit: patch.weight_unit,
    priceCents: patch.price === undefined ? undefined : toCents(patch.price),
    wholesalePriceCents: patch.wholesale_price === undefined ? undefined : toCents(patch.wholesale_price),
    lowStockThreshold: patch.low_stock_threshold,
    caseSize: patch.case_size,
  };
}

function variantOf(product: ProductView, id: string | undefined): VariantView {
  const variant = product.variants.find((candidate) => candidate.id === id);
  if (!variant) throw new AppError('NOT_FOUND', 'Resource not found.');
  return variant;
}

/** Stores a certificate of analysis of a product. */
export async function storeCoa(
  db: Db,
  coa: Omit<typeof productCoas.$inferInsert, 'createdAt'>,
): Promise<void> {
  // Not now(), which is the transaction's start: of two in parallel, the one that waited is the later.
  await db.insert(productCoas).values({ ...coa, createdAt: sql`clock_timestamp()` });
}

/** Adds what was read of a certificate that waited to be read. */
export async function storeReading(
  db: Db,
  id: string,
  read: Pick<typeof productCoas.$inferInsert, 'extracted' | 'mismatches'>,
): Promise<void> {
  await db
    .update(productCoas)
    .set({ ...read, unreadSince: null })
    .where(eq(productCoas.id, id));
}

/** Withdraws a certificate. @returns false when it was withdrawn before */
export async function storeWithdrawal(
  db: Db,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const withdrawn = { withdrawnAt: sql`clock_timestamp()`, withdrawnBy: by, withdrawnReason: reason };
  const done = await db
    .update(productCoas)
    .set(withdrawn)
    .where(and(eq(productCoas.id, id), isNull(productCoas.withdrawnAt)))
    .returning({ productId: productCoas.productId, byHolder: productCoas.byHolder });
  for (const { productId } of done.filter(({ byHolder }) => !byHolder))
    await db.update(products).set({ updatedAt: sql`change_time()` }).where(eq(products.id, productId));
  return done.length > 0;
}

/** Has the certificates of a holder's batch belong to that of the product's owner. */
export async function moveHoldersCoas(db: Db, { from, into }: { from: string; into: string }): Promise<void> {
  await db.update(productCoas).set({ batch: into }).where(eq(productCoas.batch, from));
}
