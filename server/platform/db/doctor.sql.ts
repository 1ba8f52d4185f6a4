import { sql } from 'drizzle-orm';
import { backupRuns } from '../backup/tables';
import type { Db } from './client';
import { iso } from './listing';
import { statement } from './statement';

/** The server and its database, without names. */
export const databaseFacts = statement(
  [[]],
  () => sql<{
    version: string;
    bytes: number;
    seconds: number;
    read_only: boolean;
    connections: number;
    most: number;
  }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      extract(epoch from clock_timestamp())::float8 as seconds, pg_is_in_recovery() as read_only,
      (select count(*)::int from pg_stat_activity) as connections, current_setting('max_connections')::int as most`,
);

/** Jobs by kind: those that wait, how long the first has waited in seconds, and those that failed for good. */
export const jobFacts = statement(
  [[]],
  () => sql<{ task: string; waiting: number; age: number; failed: number }>`
    select j.task_identifier as task,
      count(*) filter (where j.attempts < j.max_attempts and j.locked_at is null and j.run_at <= now())::int as waiting,
      coalesce(extract(epoch from now() - min(j.run_at)
        filter (where j.attempts < j.max_attempts and j.locked_at is null and j.run_at <= now())), 0)::float8 as age,
      count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)::int as failed
    from graphile_worker.jobs j group by j.task_identifier order by failed desc, waiting desc, task limit 50`,
);

/** The last backup of each kind and outcome. */
export const backupFacts = statement(
  [[]],
  () => sql<{ kind: string; outcome: string; finished_at: string; bytes: number | null }>`
    select distinct on (b.kind, b.outcome) b.kind, b.outcome, ${iso(sql`b.finished_at`)} as finished_at, b.bytes::float8 as bytes
    from ${backupRuns} b order by b.kind, b.outcome, b.finished_at desc`,
);

/** Whether the server counts statements. */
export const hasStatementCounts = statement(
  [[]],
  () => sql<{ present: boolean }>`select to_regclass('pg_stat_statements') is not null as present`,
);

/** What this database spends its time on, of this role; statements that define or maintain are left out. */
const TOP = sql<{ id: string; calls: number; ms: number; text: string }>`
  select s.queryid::text as id, s.calls::float8 as calls, round(s.total_exec_time)::float8 as ms, left(s.query, 300) as text
  from pg_stat_statements s join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid
  where d.datname = current_database() and r.rolname = current_user
    and s.query ~* '^\\s*(with|select|insert|update|delete)\\y'
  order by s.total_exec_time desc limit 10`;

/** The same, as rows; to be called where statements are counted. */
export const topStatements = (db: Db) => db.execute(TOP);
