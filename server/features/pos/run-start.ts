import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { WriteContext } from '../../operation/context';
import { enqueue } from '../../platform/outbox/enqueue';
import type { SYNC_TYPES } from './schema';

/** Requests of one moment meet the same active run: it begins a second after it was asked for. */
const START_DELAY_MS = 1000;
/** A run that nobody has begun by then has lost its job. */
const BEGIN_WITHIN = sql`interval '1 minute'`;

interface NewRun {
  connectionId: string;
  entityId: string;
  locationId: string;
  syncType: (typeof SYNC_TYPES)[number];
}

/** The transaction, and on whose behalf: a member's, or with a null id the schedule's. */
interface StartContext extends Pick<WriteContext, 'db' | 'audit'> {
  actor: { userId: string | null; name: string };
  request: { id: string };
}

/** Adds a run and its job. @returns its id; null while another run of the location is under way */
export async function addRun(
  { db, audit, actor, request }: StartContext,
  { connectionId, entityId, locationId, syncType }: NewRun,
): Promise<string | null> {
  const [run] = await db.execute<{ id: string }>(sql`
    insert into sync_runs (id, entity_id, location_id, connection_id, sync_type, actor_id, actor_name, request_id,
      lease_until)
    values (${v7()}, ${entityId}, ${locationId}, ${connectionId}, ${syncType}, ${actor.userId}, ${actor.name},
      ${request.id}, now() + ${BEGIN_WITHIN})
    on conflict (location_id) where status in ('queued', 'running') do nothing
    returning id`);
  if (!run) return null;
  audit({
    entityId,
    action: 'inventory.sync_requested',
    objectId: run.id,
    locationIds: [locationId],
    after: { location_id: locationId, sync_type: syncType },
  });
  await enqueue(
    db,
    'run_sync',
    { run_id: run.id },
    { runAt: new Date(Date.now() + START_DELAY_MS), maxAttempts: 1 },
  );
  return run.id;
}
