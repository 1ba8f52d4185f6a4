import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, invalidRequest } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { lockAndTouchAccounts } from '../../entities/customers/service.sql';
import { lockEntity } from '../../entities/queries';
import { type ItemRows, itemRows, tooMany } from './items';
import { getOffer } from './queries';
import { connectedCustomers, countOffers, insertBreaks } from './queries.sql';
import type { OfferView } from './resource';
import { MAX_BUYERS, MAX_OFFERS, type NewOffer, OFFER_READ_ONLY, type UpdateOffer } from './schema';
import { offerBuyers, offerItems, offers } from './tables';

type BuyersInput = NonNullable<z.infer<typeof NewOffer>['buyers']>;

/**
 * Makes an offer.
 * @throws AppError NOT_FOUND with the `index` of goods that the business doesn't sell, or of buyers that aren't connected customers;
 *   INVALID_REQUEST, CONFLICT with `details.reason = "too_many"`
 */
export async function createOffer(ctx: WriteContext, input: z.infer<typeof NewOffer>): Promise<OfferView> {
  const { db, actor } = ctx;
  const { name, audience = 'chosen', items, buyers: named = [] } = input;
  const startsAt = input.starts_at ? new Date(input.starts_at) : new Date();
  const endsAt = new Date(input.ends_at);
  checkTime(startsAt, endsAt);
  // Offers of one business are added in turns, so that their limit holds.
  await lockEntity(db, actor.entity.id);
  const [counted] = await countOffers(db, actor.entity.id);
  if (counted && counted.total >= MAX_OFFERS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_OFFERS} offers. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_OFFERS,
    });
  }
  const buyers = await buyersOf(ctx, audience, named);
  const rows = await itemRows(db, actor.entity.id, items);
  const id = newId();
  await db.insert(offers).values({ id, entityId: actor.entity.id, name, startsAt, endsAt, audience });
  await storeBuyers(ctx, id, buyers);
  await storeItems(ctx, id, rows);
  const after = await getOffer(ctx, id);
  ctx.audit({ action: 'offer.created', objectId: id, after });
  return after;
}

/** @throws AppError as `createOffer`; NOT_FOUND */
export async function updateOffer(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateOffer>,
): Promise<OfferView> {
  const before = await lockOffer(ctx, id);
  checkPatch(patch, before, OFFER_READ_ONLY);
  const startsAt = new Date(patch.starts_at ?? before.starts_at);
  const endsAt = new Date(patch.ends_at ?? before.ends_at);
  checkTime(startsAt, endsAt);
  const { name, audience = before.audience } = patch;
  const isOther = Boolean(patch.buyers) || audience !== before.audience;
  const kept = audience === before.audience ? before.buyers : [];
  const buyers = isOther ? await buyersOf(ctx, audience, patch.buyers ?? kept) : before.buyers.map(idOf);
  // One that is put off again is over for all.
  await touchLeftOut(ctx, before, startsAt > new Date() ? [] : audience === 'all' ? null : buyers);
  if (isOther) {
    await ctx.db.delete(offerBuyers).where(eq(offerBuyers.offerId, id));
    await storeBuyers(ctx, id, buyers);
  }
  if (patch.items) {
    const rows = await itemRows(ctx.db, ctx.actor.entity.id, patch.items);
    await ctx.db.delete(offerItems).where(eq(offerItems.offerId, id));
    await storeItems(ctx, id, rows);
  }
  await ctx.db
    .update(offers)
    .set({ name, audience, startsAt, endsAt, updatedAt: sql`change_time()` })
    .where(eq(offers.id, id));
  const after = await getOffer(ctx, id);
  ctx.audit({ action: 'offer.updated', objectId: id, ...changesOf(before, after) });
  return after;
}

/** @throws AppError NOT_FOUND */
export async function deleteOffer(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockOffer(ctx, id);
  await touchLeftOut(ctx, before, []);
  await ctx.db.delete(offers).where(eq(offers.id, id));
  ctx.audit({ action: 'offer.deleted', objectId: id, before });
}

const idOf = ({ id }: { id: string }) => id;

/**
 * Counts the prices as changed of those whom a begun offer names no longer: nothing of it tells so later (decision 591).
 * @param kept ids of those whom it still names; null for all
 */
async function touchLeftOut(
  { db, actor }: WriteContext,
  { status, audience, buyers }: OfferView,
  kept: readonly string[] | null,
): Promise<void> {
  if (status === 'scheduled' || kept === null) return;
  const left = audience === 'all' ? null : buyers.map(idOf).filter((id) => !kept.includes(id));
  if (left?.length !== 0) await lockAndTouchAccounts(db, actor.entity.id, left);
}

/** What of an offer changed; of its lists those entries alone that did, however long they are. */
function changesOf(before: OfferView, after: OfferView) {
  const changes = changesBetween(before, after);
  return {
    before: { ...changes.before, ...without(before, after) },
    after: { ...changes.after, ...without(after, before) },
  };
}

const without = (of: OfferView, than: OfferView) =>
  Object.fromEntries(
    (['buyers', 'items'] as const)
      .filter((list) => !isDeepStrictEqual(of[list], than[list]))
      .map((list) => {
        const same = new Set(than[list].map((one) => JSON.stringify(one)));
        return [list, of[list].filter((one) => !same.has(JSON.stringify(one)))];
      }),
  );

/** @throws AppError INVALID_REQUEST */
function checkTime(startsAt: Date, endsAt: Date): void {
  if (startsAt < endsAt) return;
  throw invalidRequest([{ path: 'ends_at', code: 'range_upside_down', message: 'must be after starts_at' }]);
}

/** The ids of the chosen buyers, each once. @throws AppError as `createOffer` */
async function buyersOf(
  { db, actor }: WriteContext,
  audience: OfferView['audience'],
  named: BuyersInput,
): Promise<string[]> {
  if (audience === 'all') {
    if (named.length === 0) return [];
    throw invalidRequest([
      { path: 'buyers', code: 'conflict', message: 'must be empty for the audience `all`' },
    ]);
  }
  if (named.length === 0) {
    throw invalidRequest([
      { path: 'buyers', code: 'required', message: 'is required for the audience `chosen`' },
    ]);
  }
  if (named.length > MAX_BUYERS) throw tooMany(MAX_BUYERS, 'buyers');
  const ids = named.map((one) => (typeof one === 'string' ? one : one.id));
  const found = await connectedCustomers(db, actor.entity.id, ids);
  const places = new Set(found.map(({ place }) => place));
  const index = ids.findIndex((_, n) => !places.has(n + 1));
  if (index >= 0) throw new AppError('NOT_FOUND', 'Resource not found.', { index });
  return [...new Set(found.map(({ id }) => id))];
}

async function storeBuyers(
  { db, actor }: WriteContext,
  offerId: string,
  buyers: readonly string[],
): Promise<void> {
  if (buyers.length === 0) return;
  await db
    .insert(offerBuyers)
    .values(buyers.map((buyerId) => ({ offerId, sellerId: actor.entity.id, buyerId })));
}

async function storeItems({ db }: WriteContext, offerId: string, { items, breaks }: ItemRows): Promise<void> {
  await db.insert(offerItems).values(items.map((row) => ({ ...row, offerId })));
  if (breaks.length > 0)
    await insertBreaks(
      db,
      breaks.map((row) => ({ ...row, offerId })),
    );
}

/** Keeps an offer until the transaction ends. @throws AppError NOT_FOUND */
async function lockOffer(ctx: WriteContext, id: string): Promise<OfferView> {
  const own = and(eq(offers.id, id), eq(offers.entityId, ctx.actor.entity.id));
  await existing(ctx.db.select({ id: offers.id }).from(offers).where(own).for('update'));
  return getOffer(ctx, id);
}
