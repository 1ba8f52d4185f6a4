import { type SQL, sql } from 'drizzle-orm';
import { rollup } from '../db/rollup.sql';
import { statement } from '../db/statement';
import { auditLog, auditSeals, auditTotals } from './tables';

/** Positions of one seal at most: bounds the memory of sealing and of verifying. */
const STRETCH = 100_000;

/** SQL: rows and digest of the stretch of the seal `s`, which also takes in the digest of the seal before. */
export const sealed: SQL = sql`(
  select count(*) as rows, sha256(coalesce(
      (select p.digest from ${auditSeals} p where p.through = s.after), ''::bytea)
    || coalesce(string_agg(a.digest, ''::bytea order by a.position), ''::bytea)) as digest
  from ${auditLog} a where a.position > s.after and a.position <= s.through)`;

/** A position is given out before the rows above it are visible: what is below belongs to a transaction that has begun. */
export const noteStretches = statement(
  [[]],
  () => sql`
    with bounds as (
      select coalesce((select max(through) from ${auditSeals}), 0) as reached,
        (select max(position) from ${auditLog}) as newest
    )
    insert into ${auditSeals} (after, through)
    select n, least(n + ${STRETCH}::int, b.newest) from bounds b, generate_series(b.reached, b.newest - 1, ${STRETCH}::int) n
    on conflict do nothing`,
);

/** The first stretch that isn't sealed, once it is settled; locked, so that only one process seals it. */
export const lockSettledStretch = statement(
  [[]],
  () => sql<{ through: number }>`
    select s.through::float8 as through from ${auditSeals} s
    where s.sealed_at is null and not exists (
      select from ${auditSeals} e where e.through < s.through and e.sealed_at is null
    ) and not exists (
      select from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid() and case
        when a.query = '<insufficient privilege>' then s.noted_at > now() - interval '1 day'
        else a.xact_start <= s.noted_at end)
    order by s.through limit 1 for update skip locked`,
);

/** Sealed rows by entity and action: only the process that holds a stretch adds them. Without it, the count takes 310 ms at a million. */
export const AUDIT_TOTALS = rollup({
  totals: auditTotals,
  key: ['entity_id', 'action'],
  sums: ['rows'],
  counted: sql`(
      select entity_id, action, count(*) as rows from ${auditLog}
      where position <= (select max(through) from ${auditSeals} where sealed_at is not null) group by entity_id, action)`,
  says: ([entity, action]) => ({ total: `${entity} audit rows of ${action}`, sum: 'total' }),
});

export const lockAndCountSealed = statement(
  [[1]],
  (through: number) => sql`
    with ${AUDIT_TOTALS.into(sql`(
      select a.entity_id, a.action, 1 as rows from ${auditSeals} s join ${auditLog} a on a.position > s.after and a.position <= s.through
      where s.through = ${through}) r`)} select`,
);

export const sealStretch = statement(
  [[1]],
  (through: number) => sql`
    update ${auditSeals} s set sealed_at = now(), rows = n.rows, digest = n.digest
    from ${auditSeals} o cross join lateral (select x.* from ${auditSeals} s, lateral ${sealed} x where s.through = o.through) n
    where o.through = ${through} and s.through = o.through`,
);
