import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { lockEntity } from '../queries';
import { holdMember } from '../relationships/members';
import { getFollowUp, lockPair } from './queries';
import { announceDue, DUE_BATCH, type Pair } from './queries.sql';
import { FOLLOW_UP_READ_ONLY, type FollowUpView } from './resource';
import {
  type FollowUpId,
  type FollowUpPlace,
  MAX_FOLLOW_UPS,
  type NewFollowUp,
  type UpdateFollowUp,
} from './schema';
import { followUps } from './tables';

const one = ({ entityId, sellerId, buyerId }: Pair, id: string) =>
  and(
    eq(followUps.id, id),
    eq(followUps.entityId, entityId),
    eq(followUps.sellerId, sellerId),
    eq(followUps.buyerId, buyerId),
  );

/** @throws AppError NOT_FOUND, INVALID_REQUEST for a member who isn't one, CONFLICT with `details.reason` `too_many` */
export async function createFollowUp(
  ctx: WriteContext,
  place: FollowUpPlace,
  { id: partnerId, due_on, text, member_id = ctx.actor.userId }: z.infer<ReturnType<typeof NewFollowUp>>,
): Promise<FollowUpView> {
  const { db, actor, audit } = ctx;
  // Additions of one business take turns, so that its limit holds.
  await lockEntity(db, actor.entity.id);
  await holdMember(ctx, member_id, 'member_id');
  const pair = await lockPair(ctx, place, partnerId);
  if ((await db.$count(followUps, eq(followUps.entityId, actor.entity.id))) >= MAX_FOLLOW_UPS) {
    throw new AppError(
      'CONFLICT',
      `A business has at most ${MAX_FOLLOW_UPS.toLocaleString('en-US')} follow-ups. Delete some that are done.`,
      { reason: 'too_many', limit: MAX_FOLLOW_UPS },
    );
  }
  const id = newId();
  await db.insert(followUps).values({ id, ...pair, dueOn: due_on, text, memberId: member_id });
  const after = await getFollowUp(db, pair, id);
  audit({ action: 'follow_up.created', objectId: id, after });
  return after;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function updateFollowUp(
  ctx: WriteContext,
  place: FollowUpPlace,
  { id: partnerId, follow_up_id: id, ...patch }: z.infer<ReturnType<typeof UpdateFollowUp>>,
): Promise<FollowUpView> {
  const { db, audit } = ctx;
  await holdMember(ctx, patch.member_id, 'member_id');
  const pair = await lockPair(ctx, place, partnerId);
  await existing(db.select({ id: followUps.id }).from(followUps).where(one(pair, id)).for('no key update'));
  const before = await getFollowUp(db, pair, id);
  checkPatch(patch, before, FOLLOW_UP_READ_ONLY);
  const { due_on, text, done_at, member_id } = patch;
  const set = {
    dueOn: due_on,
    text,
    doneAt: typeof done_at === 'string' ? new Date(done_at) : done_at,
    memberId: member_id,
    // Another day is announced again.
    ...(due_on !== undefined && due_on !== before.due_on && { noticedAt: null }),
  };
  if (Object.values(set).some((value) => value !== undefined)) {
    await db.update(followUps).set(set).where(one(pair, id));
  }
  const after = await getFollowUp(db, pair, id);
  audit({ action: 'follow_up.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}

/** @throws AppError NOT_FOUND */
export async function deleteFollowUp(
  ctx: WriteContext,
  place: FollowUpPlace,
  { id: partnerId, follow_up_id: id }: z.infer<ReturnType<typeof FollowUpId>>,
): Promise<void> {
  const pair = await lockPair(ctx, place, partnerId);
  const before = await getFollowUp(ctx.db, pair, id);
  await ctx.db.delete(followUps).where(one(pair, id));
  ctx.audit({ action: 'follow_up.deleted', objectId: id, before });
}

/** Notifies members of what is due, in batches that any number of processes may take. */
export async function announceFollowUps(db: Db): Promise<void> {
  while ((await announceDue(db)).length === DUE_BATCH);
}
