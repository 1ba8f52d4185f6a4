import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { among, byId, collection } from '../../../platform/db/collection';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities, locations } from '../tables';
import { license } from './resource';
import { LicenseStatus } from './schema';
import { licenses } from './tables';

const n = alias(licenses, 'n');
type Owner = Pick<Actor, 'entity'>;

/** SQL: the licenses (alias `n`) of the caller's business. The only way to a row. */
export const ownLicenses = ({ entity }: Owner) => sql`n.entity_id = ${entity.id}`;

export const LICENSES = collection(license, {
  name: 'licenses',
  visible: ownLicenses,
  sorts: { created_at: n.createdAt, expires_on: n.expiresOn, number: n.number },
  fallback: 'created_at',
  keys: { created_at: 'timestamptz' },
  changed: n.updatedAt,
  filters: {
    location_id: byId(n.locationId, 'Only licenses of this location'),
    status: among(n.status, LicenseStatus.meta({ description: 'Only licenses in this status' })),
  },
});
export const licensePage = pageOf(LICENSES, OWNER);
/** Licenses as the resource. */
export const readLicenses = rowsWhere(license, [[sql`n.id = ${ID} and ${ownLicenses(OWNER)}`]]);

export const countLicenses = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${licenses} n where n.entity_id = ${entityId}`,
);

/** What a new license has where nothing is said: the state of its premises, and what a business of the type does. */
export const usualOf = statement(
  [
    [ID, ID],
    [ID, null],
  ],
  (entityId: string, locationId: string | null) => sql<{ state: string; activity: string }>`
    select coalesce(l.state, e.state) as state, usual_activity(e.type) as activity
    from ${entities} e left join ${locations} l on l.id = ${locationId}::uuid and l.entity_id = e.id
    where e.id = ${entityId}`,
);

/** SQL: the last day of a license; without one of its own that of its business (decision 525). */
export const untilOf = (license: 'y' | 'n') =>
  sql.raw(
    `coalesce(${license}.expires_on, (select m.license_expiry from entities m where m.id = ${license}.entity_id), 'infinity')`,
  );

/** SQL: the active licenses whose expiration is so, but those that another of the same premises outlives. */
export const lapsing = (when: SQL) => sql`(
  select x.* from ${licenses} x where x.status = 'active' and x.expires_on ${when}
    and not exists (select from ${licenses} y where y.entity_id = x.entity_id and y.location_id is not distinct from x.location_id
      and y.status = 'active' and ${untilOf('y')} > x.expires_on))`;

/** SQL: the number of the license that goods of premises move under: of theirs, else of their business; an active one that expires last first. */
export const bestLicense = (place: SQL) => sql`(select n.number from ${licenses} n
  where n.entity_id = ${place}.entity_id and (n.location_id = ${place}.id or n.location_id is null)
  order by n.location_id is null, n.state <> ${place}.postal_state, n.status <> 'active',
    ${untilOf('n')} desc, n.created_at, n.id limit 1)`;
