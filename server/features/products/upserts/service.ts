import type { z } from 'zod';
import { AppError, invalidRequest } from '../../../kernel/errors';
import { fieldErrors } from '../../../kernel/field-errors';
import type { MemberContext } from '../../../operation/context';
import { removeNullIds } from '../../entities/external-ids/service';
import { differing, type Upserts } from '../../entities/external-ids/upsert';
import { PRODUCT_EVENTS } from '../announce';
import { lockOwnProduct, lockOwnProducts } from '../queries';
import type { ProductView } from '../resource';
import { NewProduct, NewVariant } from '../schema';
import {
  addVariant,
  CREATED_EVENTS,
  createProduct,
  createProducts,
  updateProduct,
  updateVariant,
} from '../service';
import { shownAt } from '../variants/queries';
import type { OwnVariant } from '../variants/schema';
import type { ProductBody, VariantBody } from './schema';
import { productOfVariant, skuHolders } from './service.sql';

type VariantView = ProductView['variants'][number];
type VariantSent = NonNullable<ProductBody['variants']>[number];

/** Events of making and changing products. */
export const UPSERT_EVENTS = [...CREATED_EVENTS, ...PRODUCT_EVENTS] as const;

export const productUpserts: Upserts<ProductBody, ProductView> & { events: typeof UPSERT_EVENTS } = {
  type: 'product',
  create: 'create:products',
  update: 'update:products',
  object: '/api/v1/products/{id}',
  events: UPSERT_EVENTS,
  lock: (ctx, id) => lockOwnProduct(ctx, id),
  lockMany: (ctx, ids) => lockOwnProducts(ctx, ids),
  async make(ctx, body) {
    const input = completeProduct(body);
    await rejectTakenSkus(ctx, input.variants ?? [], []);
    return createProduct(ctx, input);
  },
  async makeMany(ctx, bodies) {
    const inputs = bodies.map(completeProduct);
    await rejectTakenSkus(
      ctx,
      inputs.flatMap(({ variants = [] }) => variants),
      [],
    );
    return createProducts(ctx, inputs);
  },
  isEqual: (before, body) => Object.keys(patchFor(before, body).patch).length === 0,
  async change(ctx, before, body) {
    const { found, patch } = patchFor(before, body);
    await rejectTakenSkus(ctx, found, before.variants);
    if (Object.keys(patch).length === 0) return {};
    return { view: await updateProduct(ctx, { id: before.id, ...patch }) };
  },
};

const completeProduct = (body: ProductBody) =>
  complete(NewProduct, { ...body, external_ids: removeNullIds(body.external_ids) });

/** What of a body differs from its product. @returns with the variants that it names @throws AppError INVALID_REQUEST for a new variant without all of its fields */
function patchFor(before: ProductView, { variants, ...body }: ProductBody) {
  const found = (variants ?? []).map((variant, i) => matched(before.variants, variant, i));
  const changed = found.flatMap((variant) => {
    const known = before.variants.find(({ id }) => id === variant.id);
    const left = known ? { id: known.id, ...differing(without(variant), known) } : without(variant);
    return known && Object.keys(left).length === 1 ? [] : [left];
  });
  return { found, patch: { ...differing(body, before), ...(changed.length > 0 && { variants: changed }) } };
}

export const variantUpserts: Upserts<VariantBody, OwnVariant> & { events: typeof PRODUCT_EVENTS } = {
  type: 'variant',
  create: 'create:products',
  update: 'update:products',
  object: '/api/v1/products/{id}/variants/{variant_id}',
  events: PRODUCT_EVENTS,
  async lock(ctx, id) {
    const [place] = await productOfVariant(ctx.db, ctx.actor.entity.id, id);
    if (!place) throw new AppError('NOT_FOUND', 'Resource not found.');
    await lockOwnProduct(ctx, place.product_id);
    return shown(ctx, id, place.product_id);
  },
  async make(ctx, { product_id, ...body }) {
    if (product_id === undefined)
      throw invalidRequest([
        { path: 'product_id', code: 'required', message: 'is required for a new variant' },
      ]);
    const input = complete(NewVariant, { ...body, external_ids: removeNullIds(body.external_ids) });
    const product = await lockOwnProduct(ctx, product_id);
    await rejectTakenSkus(ctx, [input], []);
    const { id } = await addVariant(ctx, { id: product.id, ...input });
    return shown(ctx, id, product.id);
  },
  async change(ctx, before, { product_id, ...body }) {
    if (product_id !== undefined && product_id !== before.product_id)
      throw new AppError('CONFLICT', 'The variant belongs to another product, and stays there.', {
        reason: 'other_product',
        product_id: before.product_id,
      });
    const patch = differing(body, before);
    if (Object.keys(patch).length === 0) return {};
    await rejectTakenSkus(ctx, [{ ...patch, id: before.id }], []);
    await updateVariant(ctx, { id: before.product_id, variant_id: before.id, ...patch });
    return { view: await shown(ctx, before.id, before.product_id) };
  },
};

async function shown(ctx: MemberContext, id: string, productId: string): Promise<OwnVariant> {
  const [view] = await shownAt(ctx, [{ id, productId }]);
  if (!view) throw new AppError('NOT_FOUND', 'Resource not found.');
  return view;
}

const without = ({
  price_ladder: _,
  case_size_amount: __,
  low_stock_threshold_amount: ___,
  ...variant
}: VariantSent) => variant;

/** A variant of a body with the id of the one that it is: by its id, else an external id, else its SKU. */
function matched(known: readonly VariantView[], variant: VariantSent, index: number): VariantSent {
  if (variant.id !== undefined) return variant;
  const ids = Object.entries(variant.external_ids ?? {});
  const named = known.find((one) =>
    ids.some(([system, value]) => value !== null && one.external_ids[system] === value),
  );
  const found = named ?? known.find(({ sku }) => variant.sku !== undefined && sku === variant.sku);
  if (!found && (variant.name === undefined || variant.sku === undefined || variant.price === undefined)) {
    const missing = (['name', 'sku', 'price'] as const).filter((name) => variant[name] === undefined);
    throw invalidRequest(
      missing.map((name) => ({
        path: `variants[${index}].${name}`,
        code: 'required',
        message: 'is required for a new variant',
      })),
    );
  }
  return found ? { ...variant, id: found.id } : variant;
}

/** @throws AppError CONFLICT `sku_taken` with the `object` that has it: it stays where it is */
async function rejectTakenSkus(
  { db, actor }: MemberContext,
  sent: ReadonlyArray<{ id?: string | undefined; sku?: string | undefined }>,
  known: readonly VariantView[],
): Promise<void> {
  const wanted = sent.filter(
    ({ id, sku }) => sku !== undefined && known.find((one) => one.id === id)?.sku !== sku,
  );
  if (wanted.length === 0) return;
  const skus = wanted.flatMap(({ sku }) => sku ?? []);
  const holders = await skuHolders(db, actor.entity.id, skus);
  // One of the same body may give up a SKU that another gets.
  const own = new Set(sent.flatMap(({ id }) => id ?? []));
  const holder = holders.find(({ id }) => !own.has(id));
  if (!holder) return;
  throw new AppError('CONFLICT', 'Another variant of your business has this SKU.', {
    reason: 'sku_taken',
    sku: holder.sku,
    object: { type: holder.type, id: holder.id },
  });
}

/** @throws AppError INVALID_REQUEST for what a new object lacks */
function complete<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidRequest(fieldErrors(parsed.error.issues, body, 50));
  return parsed.data;
}
