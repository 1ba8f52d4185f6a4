import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch } from '../../../kernel/patch';
import { permissionsOf } from '../../../kernel/permissions';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { holdLocation } from '../../entities/locations/queries';
import { lockEntity } from '../../entities/queries';
import { getMember } from '../../entities/team/queries';
import { openItems } from '../service';
import { getCount } from './queries';
import {
  lineOf,
  linesCounted,
  lockCount,
  openCounts,
  readLines,
  recordLine,
  variantsOfSku,
} from './queries.sql';
import type { CountView, LineView } from './resource';
import { MAX_LINES, MAX_OPEN, type NewCount, type RecordCount, type UpdateCount } from './schema';
import { stockCountLines, stockCounts } from './tables';

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
  if (!inReach || !(await holdLocation(db, actor.entity.id, location_id))) throw notFound();
  await lockEntity(db, actor.entity.id);
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
  if (count.status === 'applied' || count.status === 'cancelled') {
    throw new AppError('CONFLICT', 'This count is finished.', { reason: 'finished', status: count.status });
  }
  return count;
}

/**
 * Records what was counted of one item: the number, or more units (decision 194).
 * @returns the item's line
 * @throws AppError NOT_FOUND for an unknown count, item or SKU; CONFLICT for an ambiguous SKU, a count in review or
 *   too many items; FORBIDDEN for a count that is assigned to another member
 */
export async function recordCount(
  ctx: WriteContext,
  { id, inventory_id, sku, counted, add, clear }: z.infer<typeof RecordCount>,
): Promise<LineView> {
  const { db, actor } = ctx;
  // Removing an entry leaves no time of its own: it changes the count.
  const count = await lockOpen(ctx, id, clear ? 'update' : 'share');
  if (count.status !== 'counting') {
    throw new AppError('CONFLICT', 'This count is in review. Resume it to count more.', {
      reason: 'in_review',
    });
  }
  if (count.assignee_id !== null && count.assignee_id !== actor.userId) {
    throw forbidden('This count is assigned to another member.', { reason: 'assigned' });
  }
  const itemId = inventory_id ?? (await itemOfSku(ctx, count, sku ?? ''));
  const line = await existing(lineOf(db, id, itemId));
  if (clear) {
    await db
      .delete(stockCountLines)
      .where(and(eq(stockCountLines.countId, id), eq(stockCountLines.itemId, itemId)));
    await db.update(stockCounts).set({ updatedAt: sql`change_time()` }).where(eq(stockCounts.id, id));
  } else {
    await recordLine(db, {
      id,
      itemId,
      counted: counted ?? null,
      add: add ?? null,
      actorId: actor.userId,
      actorName: actor.name,
    });
    const [lines] = line.counted === null ? await linesCounted(db, id) : [];
    if (lines && lines.total > MAX_LINES) {
      throw new AppError('CONFLICT', `A count takes at most ${MAX_LINES} items. Start another one.`, {
        reason: 'too_many',
        limit: MAX_LINES,
      });
    }
  }
  // Also one that is no longer listed, since the entry of a deleted variant must be removable.
  return existing(readLines(db, sql`i.id = ${itemId}`, id));
}

/** The item of the room that a scanned SKU means; one that is new in the room is opened, empty. */
async function itemOfSku(
  { db, actor }: WriteContext,
  count: { location_id: string; room_type: string },
  sku: string,
): Promise<string> {
  const found = await variantsOfSku(db, actor.entity.id, sku, count.location_id, count.room_type);
  const here = found.filter((variant) => variant.here);
  const [variant, ...others] = here.length > 0 ? here : found;
  if (!variant) throw new AppError('NOT_FOUND', 'SKU not found.', { reason: 'unknown_sku' });
  if (others.length > 0) {
    throw new AppError('CONFLICT', 'Several products have this SKU. Choose one in the list.', {
      reason: 'ambiguous_sku',
    });
  }
  const { variant_id } = variant;
  const room = { locationId: count.location_id, roomType: count.room_type };
  const opened = await openItems(db, actor.entity.id, room, [variant_id]);
  const itemId = opened.get(variant_id);
  if (!itemId) throw notFound();
  return itemId;
}
