import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch } from '../../../kernel/patch';
import { permissionsOf } from '../../../kernel/permissions';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { holdLocation } from '../../entities/locations/queries';
import { lockEntity } from '../../entities/queries';
import { getMember } from '../../entities/team/queries';
import { getCount } from './queries';
import { lockCount, openCounts } from './queries.sql';
import type { CountView } from './resource';
import { MAX_OPEN, type NewCount, type UpdateCount } from './schema';
import { stockCounts } from './tables';

/**
 * @throws AppError NOT_FOUND for an unknown location or member, INVALID_REQUEST for one who can't count there, CONFLICT with
 *   `details.reason = "too_many"`
 */
export async function createCount(
  ctx: WriteContext,
  { location_id, room_type, blind = false, assignee_id }: z.infer<typeof NewCount>,
): Promise<CountView> {
  const { db, actor } = ctx;
  const inReach = actor.locationIds === null || actor.locationIds.includes(location_id);
  if (!inReach) throw notFound();
  // Before the location, as its deletion takes both.
  await lockEntity(db, actor.entity.id);
  if (!(await holdLocation(db, actor.entity.id, location_id))) throw notFound();
  const [open] = await openCounts(db, actor.entity.id);
  if (open && open.total >= MAX_OPEN) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_OPEN} open counts. Finish one first.`, {
      reason: 'too_many',
      limit: MAX_OPEN,
    });
  }
  const id = newId();
  await db.insert(stockCounts).values({
    id,
    entityId: actor.entity.id,
    locationId: location_id,
    roomType: room_type,
    blind,
    ...(await assigneeOf(ctx, assignee_id, location_id)),
    ...actorValues(actor),
  });
  const count = await getCount(ctx, id);
  ctx.audit({ action: 'inventory.count_started', objectId: id, locationIds: [location_id], after: count });
  return count;
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST for a member who could not count there */
async function assigneeOf(ctx: WriteContext, id: string | null | undefined, locationId: string) {
  if (!id) return { assigneeId: null, assigneeName: null };
  const member = await getMember(ctx, id);
  const mayUpdate = permissionsOf(member.role, ctx.actor.entity.type).includes('update:inventory');
  if (!mayUpdate || !(member.all_locations || member.locations.includes(locationId))) {
    const why = mayUpdate ? "doesn't have access to this location" : "can't change inventory as a viewer";
    throw invalidRequest([
      {
        path: 'assignee_id',
        code: 'not_permitted',
        message: `${member.name ?? member.email} ${why}. Choose another member.`,
      },
    ]);
  }
  return { assigneeId: id, assigneeName: member.name ?? member.email };
}

/**
 * Assigns a count to another member, or moves it on.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT once it is finished
 */
export async function updateCount(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateCount>,
): Promise<CountView> {
  const { location_id } = await lockOpen(ctx, id, 'update');
  checkPatch(patch, {}, []);
  const { status, assignee_id } = patch;
  const before = await getCount(ctx, id);
  await ctx.db
    .update(stockCounts)
    .set({
      ...(status && { status }),
      ...(status === 'cancelled' && { finishedAt: sql`now()` }),
      ...(assignee_id !== undefined && (await assigneeOf(ctx, assignee_id, location_id))),
      id,
    })
    .where(eq(stockCounts.id, id));
  const after = await getCount(ctx, id);
  ctx.audit({ action: 'inventory.count_updated', objectId: id, locationIds: [location_id], before, after });
  return after;
}

/** Locks a count that isn't finished. @throws AppError NOT_FOUND, CONFLICT */
export async function lockOpen({ db, actor }: WriteContext, id: string, strength: 'share' | 'update') {
  const count = await existing(lockCount(db, id, actor, strength === 'share' ? sql`share` : sql`update`));
  rejectFinished(count);
  return count;
}

/** @throws AppError CONFLICT */
export function rejectFinished({ status }: Pick<CountView, 'status'>): void {
  if (status !== 'applied' && status !== 'cancelled') return;
  throw new AppError('CONFLICT', 'This count is finished.', { reason: 'finished', status });
}
