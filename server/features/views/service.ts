import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { checkPatch } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import { type Db, violatedConstraint } from '../../platform/db/client';
import { users } from '../auth/tables';
import { getView } from './queries';
import type { ViewOfList } from './resource';
import { MAX_VIEWS, type NewView, type UpdateView, VIEW_READ_ONLY } from './schema';
import { savedViews } from './tables';

/** @throws AppError CONFLICT with `details.reason` `name_taken` or `too_many` */
export async function createView(ctx: WriteContext, input: z.infer<typeof NewView>): Promise<ViewOfList> {
  const { db, actor } = ctx;
  const { userId } = actor;
  // Views of one member are added in turns, so that their limit holds.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if ((await db.$count(savedViews, eq(savedViews.userId, userId))) >= MAX_VIEWS) {
    throw new AppError('CONFLICT', `You can save ${MAX_VIEWS} views. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_VIEWS,
    });
  }
  const id = newId();
  await named(db.insert(savedViews).values({ id, userId, ...input }));
  return getView(ctx, id);
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason` `name_taken` */
export async function updateView(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateView>,
): Promise<ViewOfList> {
  checkPatch(patch, await getView(ctx, id), VIEW_READ_ONLY);
  const { name, query } = patch;
  if (name !== undefined || query !== undefined) {
    await named(ctx.db.update(savedViews).set({ name, query }).where(eq(savedViews.id, id)));
  }
  return getView(ctx, id);
}

/** @throws AppError NOT_FOUND */
export async function deleteView({ db, actor }: WriteContext, id: string): Promise<void> {
  const mine = and(eq(savedViews.id, id), eq(savedViews.userId, actor.userId));
  await existing(db.delete(savedViews).where(mine).returning({ id: savedViews.id }));
}

/** Deletes the views of members who leave. */
export async function deleteViewsOfMembers(
  db: Db,
  { userIds }: { userIds: readonly string[] },
): Promise<void> {
  await db.delete(savedViews).where(inArray(savedViews.userId, [...userIds]));
}

async function named(write: PromiseLike<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'saved_views_name') throw error;
    throw new AppError('CONFLICT', 'You have a view with this name already. Choose another name.', {
      reason: 'name_taken',
    });
  }
}
