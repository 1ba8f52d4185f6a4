import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { AppError, notFound } from '../../kernel/errors';
import type { ReadContext, WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { locationExists } from '../entities/locations/queries';
import { getSyncRun } from './queries';
import type { SyncRunView } from './resource';
import { activeRunAt, lockConnectionForRun } from './runs/runs.sql';
import { addRun } from './runs/start';
import type { StartSync } from './schema';
import { posConnections } from './tables';

/**
 * Requests a sync of a location with its POS; a job runs it.
 * @throws AppError NOT_FOUND for a location that is unknown or outside the member's; CONFLICT with `details.reason` =
 *   `pos_not_connected`, or `sync_active` and `details.run_id` while another run is active
 */
export async function startSync(
  ctx: WriteContext,
  { location_id, sync_type }: z.infer<typeof StartSync>,
): Promise<SyncRunView> {
  const { entity } = ctx.actor;
  await requireLocation(ctx, location_id);
  // Locked until the run refers to it.
  const [connection] = await lockConnectionForRun(ctx.db, location_id, entity.id);
  if (!connection) {
    throw new AppError('CONFLICT', 'This location has no POS. Connect one first.', {
      reason: 'pos_not_connected',
    });
  }
  const id = await addRun(ctx, {
    connectionId: connection.id,
    entityId: entity.id,
    locationId: location_id,
    syncType: sync_type,
  });
  if (id === null) throw await activeRun(ctx.db, location_id);
  return getSyncRun(ctx, id);
}

/** @throws AppError NOT_FOUND for a location that is unknown or outside the member's */
export async function requireLocation(
  { db, actor }: Pick<ReadContext, 'db'> & { actor: Actor },
  locationId: string,
): Promise<void> {
  const { entity, locationIds } = actor;
  const inReach = locationIds === null || locationIds.includes(locationId);
  if (!inReach || !(await locationExists(db, entity.id, locationId))) throw notFound();
}

/** Builds the 409 for a location with an active run. */
export async function activeRun(db: Db, locationId: string): Promise<AppError> {
  const [active] = await activeRunAt(db, locationId);
  return new AppError('CONFLICT', 'A sync of this location is in progress. Try again when it has finished.', {
    reason: 'sync_active',
    ...(active ? { run_id: active.id } : {}),
  });
}

/** Deletes the POS credentials of a deleted location. */
export async function forgetCredentialsOfLocation(
  db: Db,
  { locationId }: { locationId: string },
): Promise<void> {
  await db.update(posConnections).set({ credentials: null }).where(eq(posConnections.locationId, locationId));
}

/** Deletes all POS credentials of a deleted entity. */
export async function forgetCredentialsOfEntity(db: Db, { entityId }: { entityId: string }): Promise<void> {
  await db.update(posConnections).set({ credentials: null }).where(eq(posConnections.entityId, entityId));
}
