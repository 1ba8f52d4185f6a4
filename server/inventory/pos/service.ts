import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Db } from '../../db/client';
import { locationExists } from '../../entities/locations/queries';
import { AppError, notFound } from '../../kernel/errors';
import { enqueue } from '../../outbox/enqueue';
import type { WriteContext } from '../../trpc/context';
import { getSyncRun, type SyncRunView } from './queries';
import type { StartSync } from './schema';

/** Requests of one moment meet the same active run: it begins a second after it was asked for. */
const START_DELAY_MS = 1000;
/** A run that nobody has begun by then has lost its job. */
const BEGIN_WITHIN = sql`interval '1 minute'`;

/**
 * Asks for a sync of a location with its point of sale; a job does it.
 * @throws AppError NOT_FOUND for a location that is not the business's or out of the member's; CONFLICT with
 *   `details.reason` = `pos_not_connected`, or `sync_active` and `details.run_id` while another run is under way
 */
export async function startSync(
  ctx: WriteContext,
  { location_id, sync_type }: z.infer<typeof StartSync>,
): Promise<SyncRunView> {
  const { entity, locationIds } = ctx.actor;
  const inReach = locationIds === null || locationIds.includes(location_id);
  if (!inReach || !(await locationExists(ctx.db, entity.id, location_id))) throw notFound();
  const [connection] = await ctx.db.execute<{ id: string }>(sql`
    select id from pos_connections where location_id = ${location_id} and entity_id = ${entity.id}`);
  if (!connection) {
    throw new AppError('CONFLICT', 'No point-of-sale system is connected to this location.', {
      reason: 'pos_not_connected',
    });
  }
  const [run] = await ctx.db.execute<{ id: string }>(sql`
    insert into sync_runs (id, entity_id, location_id, connection_id, sync_type, actor_id, actor_name, request_id,
      lease_until)
    values (${v7()}, ${entity.id}, ${location_id}, ${connection.id}, ${sync_type}, ${ctx.actor.userId},
      ${ctx.actor.name}, ${ctx.request.id}, now() + ${BEGIN_WITHIN})
    on conflict (location_id) where status in ('queued', 'running') do nothing
    returning id`);
  if (!run) throw await activeRun(ctx.db, location_id);
  ctx.audit({
    action: 'inventory.sync_requested',
    objectType: 'sync_run',
    objectId: run.id,
    after: { location_id, sync_type },
  });
  await enqueue(
    ctx.db,
    'run_sync',
    { run_id: run.id },
    { runAt: new Date(Date.now() + START_DELAY_MS), maxAttempts: 1 },
  );
  return getSyncRun(ctx, run.id);
}

async function activeRun(db: Db, locationId: string): Promise<AppError> {
  const [active] = await db.execute<{ id: string }>(sql`
    select id from sync_runs where location_id = ${locationId} and status in ('queued', 'running')`);
  return new AppError('CONFLICT', 'A sync of this location is under way. Ask again when it has finished.', {
    reason: 'sync_active',
    ...(active ? { run_id: active.id } : {}),
  });
}
