import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Tasks } from '../../../kernel/tasks';
import type { WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { CONNECTED_EVENTS } from '../connections/announce';
import { connectionSeenBy } from '../connections/queries';
import { getCustomer } from '../customers/queries';
import { lockAccountToChange } from '../customers/queries.sql';
import { businessMerging } from '../service';
import { entities } from '../tables';
import { announceChangedOffer } from './announce';
import { rejectMerging, rejectOthers } from './closing';
import {
  type Found,
  joinAccount,
  joinLocations,
  lockAndJoinConnection,
  lockBoth,
  moveExternalIds,
  moveFollowUps,
  moveInvitations,
  moveLocations,
  removeLicenses,
  retire,
} from './merge.sql';
import { countOffered, versionOf } from './offer.sql';
import { type ClaimView, getClaim, isMerging } from './queries';
import type { MergeClaim } from './schema';
import { invalidTransition, lockClaim, notMergeable, requireOwner } from './service';
import { claims } from './tables';

const ATTEMPTS = 25;

/**
 * Takes an offer, as the owner of the claimant: a job merges the customer into the business. The connection with its seller is
 * accepted by that.
 * @throws AppError NOT_FOUND (the claim, a location, order or invoice that isn't in the offer), FORBIDDEN with `claimants_only`,
 *   `owner_required` or `api_key`, INVALID_TRANSITION, CONFLICT with `offer_changed` or `not_mergeable`
 */
export async function startMerge(
  ctx: WriteContext,
  { id, version, location_ids: locationIds, disputed }: z.infer<typeof MergeClaim>,
): Promise<ClaimView> {
  const { actor, db } = ctx;
  requireOwner(actor);
  const claim = await lockClaim(ctx, id);
  if (claim.role === 'seller') {
    throw forbidden('Only the business that claims the customer merges it.', { reason: 'claimants_only' });
  }
  if (claim.status !== 'offered') throw invalidTransition(claim, 'merging');
  if (!(await isMergeable(db, claim.entity_id, actor.entity.id)) || (await isMerging(db, claim.entity_id))) {
    throw notMergeable();
  }
  if (version === undefined || (await versionOf(db, id))[0]?.version !== version) throw offerChanged();
  const [known] = await countOffered(db, id, locationIds, disputed);
  if (known?.places !== locationIds.length || known.documents !== disputed.length) throw notFound();
  await db
    .update(claims)
    .set({ status: 'merging', agreed: { version, locationIds, disputed }, updatedAt: sql`now()` })
    .where(eq(claims.id, id));
  const limit = { owner: `merge:${actor.entity.id}`, atOnce: 1 };
  await enqueue(db, 'merge_claim', { claim_id: id }, { maxAttempts: ATTEMPTS, limit });
  ctx.audit({
    action: 'claim.merged',
    objectId: id,
    before: { status: claim.status },
    after: { status: 'merging', version, location_ids: locationIds, disputed },
  });
  return getClaim(ctx, id);
}

function offerChanged(): AppError {
  return new AppError('CONFLICT', 'What comes along has changed. Look at it again, then merge.', {
    reason: 'offer_changed',
  });
}

/** The type must be the customer's, and the claimant another business than its seller. */
async function isMergeable(db: Db, rowId: string, businessId: string): Promise<boolean> {
  const [row] = await db.select().from(entities).where(eq(entities.id, rowId));
  const [business] = await db.select().from(entities).where(eq(entities.id, businessId));
  return row?.managedBy != null && row.managedBy !== businessId && row.type === business?.type;
}

/** Reads what a seller sees, without one of its members. */
const seenBy = (db: Db, sellerId: string) => ({ db, actor: { entity: { id: sellerId } } });

/**
 * Merges the customer of a claim into the claimant's business, in one transaction: everything of it names the survivor then
 * (decision 516). Where anything has changed since the owner agreed, nothing does, and the claim is offered again.
 */
export async function mergeClaim({ db }: { db: Db }, { claim_id: id }: Tasks['merge_claim']): Promise<void> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  const emits = [...CONNECTED_EVENTS, 'customer.claimed'] as const;
  await runUnitOfWork({ db, actor: null, request }, emits, async (unit) => {
    const [found] = await lockBoth(unit.db, id);
    if (!found) {
      // Another claim was faster, or a business was deleted meanwhile.
      await rejectMerging(unit.db, id);
      return;
    }
    if ((await versionOf(unit.db, id))[0]?.version !== found.agreed.version) {
      await offerAgain(unit.db, id, found);
      return;
    }
    const { entity_id: from, seller_id: sellerId, claimant_entity: to, agreed } = found;
    const merging = { from, to, sellerId, disputed: agreed.disputed };
    await unit.db.execute(sql`set constraints all deferred`);
    await removeLicenses(unit.db, from);
    await joinLocations(unit.db, merging);
    await moveLocations(unit.db, merging, agreed.locationIds);
    await moveExternalIds(unit.db, merging);
    await moveInvitations(unit.db, merging);
    await businessMerging.run(unit.db, merging);
    // A follow-up that is being added is done first, and moves with the others.
    await lockAccountToChange(unit.db, sellerId, from);
    await moveFollowUps(unit.db, merging);
    await joinAccount(unit.db, merging);
    const [connection] = await lockAndJoinConnection(unit.db, merging);
    await rejectOthers(unit.db, from, id);
    await retire(unit.db, merging, id);
    if (connection?.made) {
      unit.emit('connection.accepted', to, await connectionSeenBy(unit.db, to, connection.id));
      unit.emit('connection.accepted', sellerId, await connectionSeenBy(unit.db, sellerId, connection.id));
    }
    const customer = await getCustomer(seenBy(unit.db, sellerId), to);
    unit.audit({
      entityId: sellerId,
      action: 'customer.claimed',
      objectId: to,
      before: { id: from },
      after: customer,
    });
    unit.emit('customer.claimed', sellerId, customer);
  });
}

/** Nothing comes along of what the owner hasn't seen. */
async function offerAgain(db: Db, id: string, found: Found): Promise<void> {
  await db
    .update(claims)
    .set({ status: 'offered', agreed: null, updatedAt: sql`now()` })
    .where(and(eq(claims.id, id), eq(claims.status, 'merging')));
  const seller = { id: found.seller_id, name: found.seller_name };
  await announceChangedOffer(db, found.claimant_entity, { id, seller });
}
