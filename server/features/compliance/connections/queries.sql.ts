import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { iso, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities, locations } from '../../entities/tables';
import { integrationConnections } from '../../integrations/tables';
import type { MetrcConnectionView } from '../schema';
import type { StateCode } from '../states';
import { complianceSites } from '../tables';
import type { Environment, Mode, ModeKind } from '../words';

/** SQL: the license of a location `l` of a business `e`. */
export const licenseOf = sql`coalesce(l.license_number, e.license_number)`;

/** SQL: rows whose location (a column) a member may see. */
export const withinLocations = ({ locationIds }: Pick<Actor, 'locationIds'>, column: SQL): SQL =>
  locationIds === null ? sql`true` : sql`${column} = any(${uuids(locationIds)})`;

/** SQL: Metrc connections `c` with what is known of their license `s`, their location `l` and business `e`. */
export const SITES = sql`${complianceSites} s join ${integrationConnections} c on c.id = s.id
  join ${locations} l on l.id = s.location_id join ${entities} e on e.id = s.entity_id`;

/** Stored configuration. */
export interface MetrcConfig {
  state: StateCode;
  environment: Environment;
  mode: Record<ModeKind, Mode>;
  transfer_type: string | null;
}

export type StoredMetrc = Omit<
  MetrcConnectionView,
  'state' | 'environment' | 'mode' | 'transfer_type' | 'supports' | 'simulator'
> & { config: MetrcConfig };

export const metrcAt = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (locationId: string, actor: Actor) => sql<StoredMetrc>`
    select c.id, s.location_id, c.config, s.pos_reports, ${licenseOf} as license_number, c.auth, c.status, c.failures,
      ${iso(sql`c.last_ok_at`)} as last_ok_at, c.last_error, ${iso(sql`c.credentials_at`)} as credentials_at,
      ${iso(sql`c.created_at`)} as created_at, ${iso(sql`c.updated_at`)} as updated_at
    from ${SITES} where s.location_id = ${locationId} and s.entity_id = ${actor.entity.id} and l.deleted_at is null
      and ${withinLocations(actor, sql`s.location_id`)}`,
);

/** What opens a connection. */
export interface SealedMetrc {
  id: string;
  entityId: string;
  locationId: string;
  credentials: string | null;
  config: MetrcConfig;
  license: string;
  status: 'active' | 'failing' | 'off';
}

const SEALED = sql`s.id, s.entity_id as "entityId", s.location_id as "locationId", c.credentials, c.config,
  ${licenseOf} as license, c.status`;

export const sealedAt = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (locationId: string, actor: Actor) => sql<SealedMetrc>`
    select ${SEALED} from ${SITES} where s.location_id = ${locationId} and s.entity_id = ${actor.entity.id}
      and l.deleted_at is null and ${withinLocations(actor, sql`s.location_id`)}`,
);

export const lockMetrcAt = statement(
  [[ID, ID]],
  (locationId: string, entityId: string) => sql<{ id: string }>`
    select c.id from ${integrationConnections} c
    where c.location_id = ${locationId} and c.entity_id = ${entityId} and c.system = 'metrc' for update`,
);

/** The license of a location that is to be connected. */
export const licenseAt = statement(
  [[ID, ID]],
  (locationId: string, entityId: string) => sql<{ license: string }>`
    select ${licenseOf} as license from ${locations} l join ${entities} e on e.id = l.entity_id
    where l.id = ${locationId} and l.entity_id = ${entityId} and l.deleted_at is null`,
);
