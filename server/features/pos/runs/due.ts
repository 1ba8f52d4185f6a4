import { type SQL, sql } from 'drizzle-orm';
import { entities, locations } from '../../entities/tables';
import { posConnections, syncRuns } from '../tables';

/** SQL: the sync interval of the entity (alias `e`). */
const PERIOD = sql`case e.sync_frequency when '5min' then interval '5 minutes' when '15min' then interval '15 minutes'
  when '30min' then interval '30 minutes' when 'hourly' then interval '1 hour' when 'daily' then interval '1 day'
  else interval '7 days' end`;

/** SQL: that interval, doubled per consecutive failed run of the connection (alias `c`), up to a day. */
const WAIT = sql`greatest(${PERIOD}, least(${PERIOD} * (2 ^ least(c.failures, 12)), interval '1 day'))`;

/** SQL: whether the schedule syncs the connection at all. */
const SCHEDULED = sql`e.auto_sync and e.sync_frequency <> 'manual' and e.deleted_at is null
  and e.suspended_at is null and l.active and l.deleted_at is null`;

/** SQL: connections `c` with their entity `e`, their location `l`, and their newest run `last`, if any. */
export const CONNECTIONS = sql`${posConnections} c join ${entities} e on e.id = c.entity_id
  join ${locations} l on l.id = c.location_id
  left join lateral (
    select r.id, r.status, r.failed, r.created_at, r.finished_at from ${syncRuns} r where r.connection_id = c.id
    order by r.created_at desc nulls last limit 1) last on true`;

/** SQL: earliest start of the connection's next scheduled run; null without one. */
export const NEXT_SYNC_AT: SQL = sql`case when ${SCHEDULED} then coalesce(last.created_at + ${WAIT}, now()) end`;

/** SQL: whether a run should start now. The schedule checks once a minute, with a few seconds of jitter. */
export const IS_DUE = sql`${NEXT_SYNC_AT} <= now() + interval '30 seconds'
  and coalesce(last.status in ('completed', 'failed'), true)`;
