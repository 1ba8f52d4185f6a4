import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, isAppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toCents } from '../../../kernel/money';
import { changesBetween } from '../../../kernel/patch';
import { checkSeller } from '../../../kernel/sides';
import type { WriteContext } from '../../../operation/context';
import { lockEntity } from '../../entities/queries';
import { listings } from '../tables';
import { rejectingTakenSku } from '../writer';
import { getListing } from './queries';
import { countListings, heldVariant } from './queries.sql';
import type { ListingView } from './resource';
import { MAX_LISTINGS, type PutListing } from './schema';

/**
 * Lists a variant of another business that the caller's has or had in stock, or changes how it is listed.
 * @throws AppError FORBIDDEN to those who never sell, NOT_FOUND for what it never had, CONFLICT with `details.reason`
 *   `own_product`, `sku_taken` or `too_many`
 */
export async function putListing(
  ctx: WriteContext,
  {
    variant_id: variantId,
    sku,
    wholesale_price,
    case_size = null,
    active = true,
    visibility = 'connected',
  }: z.infer<typeof PutListing>,
): Promise<ListingView> {
  checkSeller(ctx.actor);
  const sellerId = ctx.actor.entity.id;
  // Changes of one business take turns, so that its limit holds.
  await lockEntity(ctx.db, sellerId);
  const [held] = await heldVariant(ctx.db, sellerId, variantId);
  if (!held) throw notFound();
  if (held.own) {
    throw new AppError('CONFLICT', 'This is your own product. Set its SKU and price there.', {
      reason: 'own_product',
      product_id: held.product_id,
    });
  }
  const before = await getListing(ctx, variantId).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  const [counted] = before ? [] : await countListings(ctx.db, sellerId);
  if (counted && counted.total >= MAX_LISTINGS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_LISTINGS} listings. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_LISTINGS,
    });
  }
  const set = { sku, wholesalePriceCents: toCents(wholesale_price), caseSize: case_size, active, visibility };
  await rejectingTakenSku(() =>
    ctx.db
      .insert(listings)
      .values({ id: newId(), sellerId, variantId, productId: held.product_id, ...set })
      .onConflictDoUpdate({ target: [listings.sellerId, listings.variantId], set }),
  );
  const after = await getListing(ctx, variantId);
  if (before) {
    ctx.audit({ action: 'listing.updated', objectId: variantId, ...changesBetween(before, after) });
  } else ctx.audit({ action: 'listing.created', objectId: variantId, after });
  return after;
}

/** Ends a listing; open orders go on. @throws AppError FORBIDDEN to those who never sell, NOT_FOUND */
export async function deleteListing(ctx: WriteContext, variantId: string): Promise<void> {
  checkSeller(ctx.actor);
  await lockEntity(ctx.db, ctx.actor.entity.id);
  const before = await getListing(ctx, variantId);
  await ctx.db
    .delete(listings)
    .where(and(eq(listings.sellerId, ctx.actor.entity.id), eq(listings.variantId, variantId)));
  ctx.audit({ action: 'listing.deleted', objectId: variantId, before });
}
