import { eq, sql } from 'drizzle-orm';
import { forbidden } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Tasks } from '../../../kernel/tasks';
import { refusedKey } from '../../../operation/authorize';
import type { WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { connectionSeenBy } from '../connections/queries';
import { getCustomer } from '../customers/queries';
import { lockAccountToChange } from '../customers/queries.sql';
import { businessMerging } from '../service';
import { entities } from '../tables';
import { isMerging, rejectMerging, rejectOthers } from './closing';
import {
  joinAccount,
  lockAndJoinConnection,
  lockBoth,
  moveExternalIds,
  moveFollowUps,
  moveInvitations,
  moveLicenses,
  moveLocations,
  retire,
} from './merge.sql';
import { type ClaimView, getClaim } from './queries';
import { invalidTransition, lockClaim, notMergeable } from './service';
import { claims } from './tables';
import { seenBy } from './take-over';

const ATTEMPTS = 25;

/**
 * Says, as the owner of the claimant, that a customer is its business: a job merges both.
 * @throws AppError NOT_FOUND, FORBIDDEN with `owner_required` or `api_key`, INVALID_TRANSITION, CONFLICT with `not_mergeable`
 */
export async function startMerge(ctx: WriteContext, id: string): Promise<ClaimView> {
  const { actor, db } = ctx;
  if (actor.key) throw refusedKey();
  if (actor.role !== 'owner') {
    throw forbidden('Only an owner merges a customer into the business.', {
      reason: 'owner_required',
      permission: 'delete:entity',
    });
  }
  const claim = await lockClaim(ctx, id);
  if (claim.status !== 'offered') throw invalidTransition(claim, 'merging');
  if (
    claim.claimant_entity !== actor.entity.id ||
    !(await isMergeable(db, claim.entity_id, actor.entity.id)) ||
    (await isMerging(db, claim.entity_id))
  ) {
    throw notMergeable();
  }
  await db.update(claims).set({ status: 'merging', updatedAt: sql`now()` }).where(eq(claims.id, id));
  const limit = { owner: `merge:${actor.entity.id}`, atOnce: 1 };
  await enqueue(db, 'merge_claim', { claim_id: id }, { maxAttempts: ATTEMPTS, limit });
  ctx.audit({
    action: 'claim.merged',
    objectId: id,
    before: { status: claim.status },
    after: { status: 'merging' },
  });
  return getClaim(ctx, id);
}

/** The type must be the customer's, and the claimant another business than its seller. */
async function isMergeable(db: Db, rowId: string, businessId: string): Promise<boolean> {
  const [row] = await db.select().from(entities).where(eq(entities.id, rowId));
  const [business] = await db.select().from(entities).where(eq(entities.id, businessId));
  return row?.managedBy != null && row.managedBy !== businessId && row.type === business?.type;
}

/** Merges the customer of a claim into the claimant's business, in one transaction: everything of it names the survivor then (decision 516). */
export async function mergeClaim({ db }: { db: Db }, { claim_id: id }: Tasks['merge_claim']): Promise<void> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  const emits = ['connection.accepted', 'customer.claimed'] as const;
  await runUnitOfWork({ db, actor: null, request }, emits, async (unit) => {
    const [found] = await lockBoth(unit.db, id);
    if (!found) {
      // Another claim was faster, or a business was deleted meanwhile.
      await rejectMerging(unit.db, id);
      return;
    }
    const { entity_id: from, seller_id: sellerId, claimant_entity: to, claimant_id: claimant } = found;
    const merging = { from, to, sellerId };
    await unit.db.execute(sql`set constraints all deferred`);
    await moveLocations(unit.db, merging);
    await moveLicenses(unit.db, merging);
    await moveExternalIds(unit.db, merging);
    await moveInvitations(unit.db, merging);
    await businessMerging.run(unit.db, merging);
    // A follow-up that is being added is done first, and moves with the others.
    await lockAccountToChange(unit.db, sellerId, from);
    await moveFollowUps(unit.db, merging);
    await joinAccount(unit.db, merging);
    const [connection] = await lockAndJoinConnection(unit.db, merging);
    await rejectOthers(unit, from, claimant);
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
