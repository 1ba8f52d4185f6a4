import type { WriteContext } from '../../../operation/context';
import { enqueue } from '../../../platform/outbox/enqueue';
import type { SYNC_TYPES } from '../schema';
import { insertRun } from './runs.sql';

/** A run starts a second after its request, so that simultaneous requests find the same active run. */
const START_DELAY_MS = 1000;

interface NewRun {
  connectionId: string;
  entityId: string;
  locationId: string;
  syncType: (typeof SYNC_TYPES)[number];
}

/** The transaction, and the requesting member; a null id means the schedule. */
interface StartContext extends Pick<WriteContext, 'db' | 'audit'> {
  actor: { userId: string | null; name: string };
  request: { id: string };
}

/** Adds a run and its job. @returns its id; null while another run of the location is active */
export async function addRun(
  { db, audit, actor, request }: StartContext,
  { connectionId, entityId, locationId, syncType }: NewRun,
): Promise<string | null> {
  const [run] = await insertRun(db, {
    entityId,
    locationId,
    connectionId,
    syncType,
    userId: actor.userId,
    actorName: actor.name,
    requestId: request.id,
  });
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
