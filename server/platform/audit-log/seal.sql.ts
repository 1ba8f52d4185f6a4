import { type SQL, sql } from 'drizzle-orm';
import { rollup } from '../db/rollup.sql';
import { statement } from '../db/statement';
import { stretchesOf } from './stretches.sql';
import { auditLog, auditSeals, auditTotals } from './tables';

/** SQL: rows and digest of the stretch of the seal `s`, which also takes in the digest of the seal before. */
export const sealed: SQL = sql`(
  select count(*) as rows, sha256(coalesce(
      (select p.digest from ${auditSeals} p where p.through = s.after), ''::bytea)
    || coalesce(string_agg(a.digest, ''::bytea order by a.position), ''::bytea)) as digest
  from ${auditLog} a where a.position > s.after and a.position <= s.through)`;

export const { noteStretches, lockSettledStretch } = stretchesOf(
  auditSeals,
  sql`(select max(position) from ${auditLog})`,
  100_000,
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
