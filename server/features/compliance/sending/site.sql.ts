import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { ABANDONED, Leases } from '../../../platform/lease/lease';
import { suspends } from '../../entities/queries.sql';
import { entities, locations } from '../../entities/tables';
import { integrationConnections } from '../../integrations/tables';
import { licenseOf, type MetrcConfig } from '../connections/queries.sql';
import {
  complianceJobs,
  complianceSites,
  type ReadState,
  type TransferType,
  type VendorReason,
} from '../tables';

/** Licenses of one vendor key and state at a time, over all processes: each has up to four requests in flight. */
const SITES_OF_KEY = 6;

export interface SiteRow {
  entityId: string;
  locationId: string;
  license: string;
  config: MetrcConfig;
  credentials: string | null;
  reasons: Record<string, string> | null;
  vendorReasons: VendorReason[] | null;
  transferTypes: TransferType[] | null;
  reading: Record<string, ReadState>;
  isReadDue: boolean;
  timezone: string;
  pauses: number;
}

export const siteLeases = new Leases(sql`${complianceSites}`, () => sql`true`, {});

export const takeSite = siteLeases.take({
  from: sql`${integrationConnections} c, ${entities} e, ${locations} l`,
  where: sql`c.id = t.id and e.id = t.entity_id and l.id = t.location_id and c.status = 'active' and e.deleted_at is null
    and l.deleted_at is null and not ${suspends(sql`t.entity_id`)} and (t.paused_until is null or t.paused_until <= now())
    and (select count(*) from ${complianceSites} o where o.state = t.state and o.environment = t.environment and o.id <> t.id
      and o.lease_token is not null and o.lease_until > now()) < ${SITES_OF_KEY}`,
  returning: sql<SiteRow>`t.entity_id as "entityId", t.location_id as "locationId", ${licenseOf} as license, c.config, c.credentials,
    t.reasons, t.vendor_reasons as "vendorReasons", t.transfer_types as "transferTypes", t.reading, t.read_at <= now() as "isReadDue",
    e.timezone, t.pauses`,
});

/** Those of one vendor key take their turns, so that their number holds. */
export const lockSitesOfKey = statement(
  [[ID]],
  (id: string) => sql`
    select pg_advisory_xact_lock(hashtext('metrc sites'), hashtext(t.state || t.environment)) from ${complianceSites} t where t.id = ${id}`,
);

export const releaseSite = siteLeases.release([[]], () => ({ until: sql`now()` }));

/** Pauses a license for the seconds that the state asks for, else for longer each time that it comes in sequence. */
export const pauseSite = siteLeases.change(
  [[1], [null]],
  (seconds: number | null) => sql`pauses = t.pauses + 1, paused_until = now()
    + make_interval(secs => coalesce(${seconds}::float8, (array[2, 4, 8, 15, 30, 60])[least(t.pauses + 1, 6)]))`,
);
export const endPauses = siteLeases.change([[]], () => sql`pauses = 0`);

export const storeReading = siteLeases.change(
  [['x', {}]],
  (list: string, state: ReadState) =>
    sql`reading = t.reading || jsonb_build_object(${list}::text, ${JSON.stringify(state)}::jsonb)`,
);

export const storeLists = siteLeases.change(
  [[[], []]],
  (reasons: readonly VendorReason[], types: readonly TransferType[]) =>
    sql`vendor_reasons = ${JSON.stringify(reasons)}::jsonb, transfer_types = ${JSON.stringify(types)}::jsonb`,
);

/** When the next reading is due. */
export const nextReading = siteLeases.change(
  [[1]],
  (seconds: number) => sql`read_at = now() + make_interval(secs => ${seconds})`,
);

/** When a license has work again; null without a connection that works. */
export const nextWork = statement(
  [[ID]],
  (id: string) => sql<{ entityId: string; wait_ms: number | null }>`
    select t.entity_id as "entityId", (extract(epoch from greatest(least(t.read_at, (
        select min(coalesce(j.next_attempt_at, now())) from ${complianceJobs} j
        where j.connection_id = t.id and j.status in ('ready', 'unknown') and not exists (
          select from ${complianceJobs} b where b.connection_id = j.connection_id and b.subject = j.subject
            and b.position < j.position and b.status in ('needs_data', 'review', 'ready', 'sending', 'unknown')))),
      t.paused_until) - now()) * 1000)::float8 as wait_ms
    from ${complianceSites} t join ${integrationConnections} c on c.id = t.id
    where t.id = ${id} and c.status = 'active' and not ${suspends(sql`t.entity_id`)}`,
);

/** Licenses with work that no process is at. */
export const idleSites = statement(
  [[]],
  () => sql<{ id: string; entityId: string }>`
    select t.id, t.entity_id as "entityId" from ${complianceSites} t join ${integrationConnections} c on c.id = t.id
    where c.status = 'active' and not ${suspends(sql`t.entity_id`)} and (t.paused_until is null or t.paused_until <= now())
      and (t.lease_token is null or ${ABANDONED}) and (t.read_at <= now() or exists (
        select from ${complianceJobs} j where j.connection_id = t.id and j.status in ('ready', 'sending', 'unknown')
          and coalesce(j.next_attempt_at, now()) <= now()))
    limit 1000`,
);
