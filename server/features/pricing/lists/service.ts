import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { violatedConstraint } from '../../../platform/db/client';
import { changeExternalIds, removeExternalIds } from '../../entities/external-ids/service';
import { lockEntity } from '../../entities/queries';
import { getPriceList } from './queries';
import { countLists, customersWith } from './queries.sql';
import type { PriceListView } from './resource';
import { MAX_LISTS, type NewPriceList, PRICE_LIST_READ_ONLY, type UpdatePriceList } from './schema';
import { priceLists } from './tables';

/** @throws AppError CONFLICT with `details.reason` `name_taken`, `external_id_taken` or `too_many` */
export async function createPriceList(
  ctx: WriteContext,
  { name, discount_bps, active, external_ids }: z.infer<typeof NewPriceList>,
): Promise<PriceListView> {
  const { db, actor } = ctx;
  // Lists of one business are added in turns, so that their limit holds.
  await lockEntity(db, actor.entity.id);
  const [counted] = await countLists(db, actor.entity.id);
  if (counted && counted.total >= MAX_LISTS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_LISTS} price lists. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_LISTS,
    });
  }
  const id = newId();
  await named(
    db.insert(priceLists).values({ id, entityId: actor.entity.id, name, discountBps: discount_bps, active }),
  );
  await changeExternalIds(ctx, 'price_list', [{ id, ids: external_ids }]);
  const after = await getPriceList(ctx, id);
  ctx.audit({ action: 'price_list.created', objectId: id, after });
  return after;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason` `name_taken` */
export async function updatePriceList(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdatePriceList>,
): Promise<PriceListView> {
  const before = await lockPriceList(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids']), before, PRICE_LIST_READ_ONLY);
  const { name, discount_bps: discountBps, active } = patch;
  if (name !== undefined || discountBps !== undefined || active !== undefined) {
    await named(ctx.db.update(priceLists).set({ name, discountBps, active }).where(eq(priceLists.id, id)));
  }
  await changeExternalIds(ctx, 'price_list', [{ id, ids: patch.external_ids }]);
  const after = await getPriceList(ctx, id);
  ctx.audit({ action: 'price_list.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** Deletes a list that no customer has. @throws AppError NOT_FOUND, CONFLICT with `details.reason` `in_use` */
export async function deletePriceList(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockPriceList(ctx, id);
  const [used] = await customersWith(ctx.db, id);
  if (used && used.total > 0) {
    throw new AppError('CONFLICT', 'Customers or menus have this price list. Give them another one first.', {
      reason: 'in_use',
      customers: used.total,
    });
  }
  await ctx.db.delete(priceLists).where(eq(priceLists.id, id));
  await removeExternalIds(ctx.db, ctx.actor.entity.id, 'price_list', [id]);
  ctx.audit({ action: 'price_list.deleted', objectId: id, before });
}

/** Keeps a list until the transaction ends: no customer gets it meanwhile. @throws AppError NOT_FOUND */
export async function lockPriceList(ctx: WriteContext, id: string): Promise<PriceListView> {
  const own = and(eq(priceLists.id, id), eq(priceLists.entityId, ctx.actor.entity.id));
  await existing(ctx.db.select({ id: priceLists.id }).from(priceLists).where(own).for('update'));
  return getPriceList(ctx, id);
}

async function named(write: PromiseLike<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'price_lists_name') throw error;
    throw new AppError('CONFLICT', 'You have a price list with this name. Choose another name.', {
      reason: 'name_taken',
    });
  }
}
