import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { among } from '../../platform/db/collection';
import { uuids } from '../../platform/db/listing';
import { paged } from '../../platform/db/paged.sql';
import { rowsWhere } from '../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { connection } from './resource';
import { IntegrationSystem } from './schema';
import type { Vendor } from './systems';
import { integrationConnections } from './tables';

/** Connections (alias `c`) that a member may see: limited ones those of their locations. */
function visibleConnections({ entity, locationIds }: Actor): SQL {
  const own = sql`c.entity_id = ${entity.id}`;
  return locationIds === null ? own : sql`${own} and c.location_id = any(${uuids(locationIds)})`;
}

export const INTEGRATIONS = paged(connection, {
  visible: visibleConnections,
  sorts: { created_at: sql`c.created_at` },
  order: sql`c.created_at`,
  filters: {
    system: among(
      sql`c.system`,
      IntegrationSystem.meta({ description: 'Only connections with this system' }),
    ),
  },
  viewers: [OWNER, LIMITED],
});

/** SQL: a connection of the business, wherever its location is. */
export const ownConnection = (id: string, entityId: string) =>
  sql`c.id = ${id} and c.entity_id = ${entityId}`;
export const readIntegrations = rowsWhere(connection, [[ownConnection(ID, ID)]]);

/** What opens a connection. */
export interface Sealed {
  id: string;
  entityId: string;
  system: Vendor;
  credentials: string | null;
  config: { company_slug?: string };
  status: 'active' | 'failing' | 'off';
}

export const sealedConnection = statement(
  [[ID, ID]],
  (id: string, entityId: string) => sql<Sealed>`
    select id, entity_id as "entityId", system, credentials, config, status from ${integrationConnections}
    where id = ${id} and entity_id = ${entityId} and location_id is null`,
);

export const countIntegrations = statement(
  [[ID]],
  (entityId: string) => sql<{ count: number }>`
    select count(*)::int as count from ${integrationConnections} where entity_id = ${entityId} and location_id is null`,
);

/** Records that a connection works. */
export const noteWorking = statement(
  [[ID]],
  (id: string) => sql`
    update ${integrationConnections} set failures = 0, last_error = null, last_ok_at = now(),
      status = case when status = 'failing' then 'active' else status end
    where id = ${id} and (failures > 0 or last_error is not null or last_ok_at is null or last_ok_at < now() - interval '10 seconds')`,
);

/** Records a failure. @returns the status before, and its business */
export const lockFailing = statement(
  [[ID, { code: 'x', message: 'x' }]],
  (id: string, error: { code: string; message: string }) => sql<{ before: string; entityId: string }>`
    update ${integrationConnections} c set failures = c.failures + 1, last_error = ${JSON.stringify(error)}::jsonb,
      status = case when c.status = 'active' then 'failing' else c.status end
    from (select id, status from ${integrationConnections} where id = ${id} for update) o
    where c.id = o.id returning o.status as before, c.entity_id as "entityId"`,
);
