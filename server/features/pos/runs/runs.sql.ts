import { sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { posConnections, syncRuns } from '../tables';
import { CONNECTIONS, IS_DUE } from './due';

export const lockConnectionForRun = statement(
  [[ID, ID]],
  (locationId: string, entityId: string) => sql<{ id: string }>`
    select id from ${posConnections} where location_id = ${locationId} and entity_id = ${entityId} for key share`,
);

export const activeRunAt = statement(
  [[ID]],
  (locationId: string) => sql<{ id: string }>`
    select id from ${syncRuns} where location_id = ${locationId} and status in ('queued', 'running')`,
);

/** A run that has not started after this has lost its job. */
const BEGIN_WITHIN = sql`interval '1 minute'`;

export const insertRun = statement(
  [
    [
      {
        entityId: ID,
        locationId: ID,
        connectionId: ID,
        syncType: 'x',
        userId: ID,
        actorName: 'x',
        requestId: ID,
      },
    ],
  ],
  ({
    entityId,
    locationId,
    connectionId,
    syncType,
    userId,
    actorName,
    requestId,
  }: {
    entityId: string;
    locationId: string;
    connectionId: string;
    syncType: string;
    userId: string | null;
    actorName: string;
    requestId: string;
  }) => sql<{ id: string }>`
    insert into ${syncRuns} (id, entity_id, location_id, connection_id, sync_type, actor_id, actor_name, request_id,
      lease_until)
    values (${newId()}, ${entityId}, ${locationId}, ${connectionId}, ${syncType}, ${userId}, ${actorName},
      ${requestId}, now() + ${BEGIN_WITHIN})
    on conflict (location_id) where status in ('queued', 'running') do nothing
    returning id`,
);

/** Maximum runs started per check; the next check is a minute later. */
const AT_ONCE = 1_000;

export const dueConnections = statement(
  [[]],
  () => sql<{ id: string }>`
    select c.id from ${CONNECTIONS} where ${IS_DUE} order by last.created_at nulls first, c.id limit ${AT_ONCE}`,
);

export const dueConnection = statement(
  [[ID]],
  (connectionId: string) =>
    sql<{
      entity_id: string;
      location_id: string;
    }>`select c.entity_id, c.location_id from ${CONNECTIONS} where c.id = ${connectionId} and ${IS_DUE}`,
);
