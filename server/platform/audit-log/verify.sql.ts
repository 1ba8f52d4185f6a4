import { sql } from 'drizzle-orm';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { sealed } from './seal.sql';
import { auditLog, auditSeals } from './tables';

/** Rows that are read at once. */
const BATCH = 10_000;

/** A row of the audit log that isn't as it was written. */
export interface ChangedRow extends Record<string, unknown> {
  id: string;
  entity_id: string;
  action: string;
  created_at: string;
}

/** SQL: the row `a` isn't as it was written. */
const DIFFERS = sql`a.digest <> audit_digest(a)`;
/** SQL: an audit row that is as it was written says that the row `a` lost fields, and what is left of it (decision 443). */
const IS_ERASED = sql`exists (select from ${auditLog} e where e.object_id = a.id and e.action = 'audit_row.erased'
  and e.after ->> 'position' = a.position::text and e.after ->> 'digest_after' = encode(audit_digest(a), 'hex')
  and e.digest = audit_digest(e))`;

/** A seal that its rows no longer match. */
export interface BrokenSeal extends Record<string, unknown> {
  after: number;
  through: number;
  sealed_at: string;
  rows: number;
  present: number;
}

/** The rows of a batch that have changed, how many were erased, and the batch's last id and size. */
export const verifiedRows = statement(
  [[ID]],
  (after: string) => sql<{ last: string | null; read: number; erased: number; changed: ChangedRow[] | null }>`
    with batch as materialized (
      select a.id, a.entity_id, a.action, a.created_at, ${DIFFERS} and not ${IS_ERASED} as changed, ${DIFFERS} as differs
      from ${auditLog} a where a.id > ${after}::uuid order by a.id limit ${BATCH}
    )
    select (select id from batch order by id desc limit 1) as last, (select count(*)::int from batch) as read,
      (select count(*)::int from batch b where b.differs and not b.changed) as erased,
      (select json_agg(json_build_object('id', b.id, 'entity_id', b.entity_id, 'action', b.action,
        'created_at', b.created_at)) from batch b where b.changed) as changed`,
);

/** Several seals may be broken by one change: each takes in the digest of the one before, as that was stored. */
export const brokenSeals = statement(
  [[]],
  () => sql<BrokenSeal>`
    select s.after::float8 as after, s.through::float8 as through, s.sealed_at::text as sealed_at,
      s.rows::float8 as rows, n.rows::float8 as present
    from ${auditSeals} s cross join lateral ${sealed} n
    where s.sealed_at is not null and (s.rows, s.digest) is distinct from (n.rows, n.digest)
    order by s.through`,
);

/** Where a seal is missing between others. */
export const missingSeals = statement(
  [[]],
  () => sql<{ after: number }>`
    select s.after::float8 as after from ${auditSeals} s
    where s.after > 0 and not exists (select from ${auditSeals} p where p.through = s.after) order by s.after`,
);
