import { type SQL, sql } from 'drizzle-orm';
import { auditLog } from '../../../platform/audit-log/tables';
import { statement } from '../../../platform/db/statement';
import { inventoryMovements } from '../tables';
import { ledgerSeals } from './tables';

/** SQL: an audit row that is as it was written says that a row lost fields, and what is left of it (decision 443). */
const isErased = (id: SQL, left: SQL): SQL => sql`exists (select from ${auditLog} e where e.object_id = ${id}
  and e.action = 'ledger_row.erased' and e.after ->> 'digest_after' = encode(${left}, 'hex') and e.digest = audit_digest(e))`;

/** Seals that are read at once: what bounds the memory. */
const BATCH = 20;

/** A ledger row that isn't as it was sealed. */
export interface UnsealedRow {
  id: string;
  what: 'changed' | 'missing' | 'added';
  /** Null for a missing row. */
  item_id: string | null;
  created_at: string | null;
  sealed_at: string;
}

/** The rows of a batch of seals that differ from what was sealed, and the batch's last seal. */
export const unsealedRows = statement(
  [[0]],
  (after: number) => sql<{ last: number | null; rows: UnsealedRow[] | null }>`
    with batch as materialized (
      select s.after, s.through, s.sealed_at, s.rows, s.entries || ''::bytea as entries, s.salts || ''::bytea as salts
      from ${ledgerSeals} s where s.sealed_at is not null and s.through > ${after} order by s.through limit ${BATCH}
    ), sealed as (
      select b.through, b.sealed_at, encode(substring(b.entries from n * 48 + 1 for 16), 'hex')::uuid as id,
        substring(b.entries from n * 48 + 17 for 32) as digest, substring(b.salts from n * 16 + 1 for 16) as salt
      from batch b cross join generate_series(0, length(b.entries) / 48 - 1) n
    ), present as (
      select m, m.id, m.item_id, m.created_at, b.through, b.sealed_at
      from batch b join ${inventoryMovements} m on m.position > b.after and m.position <= b.through
    ), compared as (
      select coalesce(s.id, p.id) as id, coalesce(s.through, p.through) as through, p.item_id, p.created_at,
        coalesce(s.sealed_at, p.sealed_at) as sealed_at, case when p.id is null then 'missing' when s.id is null then 'added'
          when s.digest <> ledger_digest(p.m, s.salt) and not ${isErased(sql`p.id`, sql`ledger_digest(p.m, s.salt)`)} then 'changed' end as what
      from sealed s full join present p on p.id = s.id and p.through = s.through
    )
    select (select max(through) from batch)::float8 as last, (
      select json_agg(json_build_object('id', c.id, 'what', c.what, 'item_id', c.item_id, 'created_at', c.created_at,
        'sealed_at', c.sealed_at) order by c.through, c.id) from compared c where c.what is not null) as rows`,
);

/** Seals whose own contents were changed. */
export const brokenLedgerSeals = statement(
  [[]],
  () => sql<{ after: number; through: number }>`
    select s.after::float8 as after, s.through::float8 as through from ${ledgerSeals} s
      left join ${ledgerSeals} p on p.through = s.after
    where s.sealed_at is not null and (s.rows <> length(s.entries) / 48 or s.rows <> length(s.salts) / 16
      or s.digest is distinct from sha256(coalesce(p.digest, ''::bytea) || s.entries))
    order by s.through`,
);

/** Where a seal is missing between others. */
export const missingLedgerSeals = statement(
  [[]],
  () => sql<{ after: number }>`
    select s.after::float8 as after from ${ledgerSeals} s
    where s.after > 0 and not exists (select from ${ledgerSeals} p where p.through = s.after) order by s.after`,
);

/** Rows from before the ledger was sealed: up to which position, and the day from which changes of theirs are noticed. */
export const backfilledSeals = statement(
  [[]],
  () => sql<{ through: number; day: string }>`
    select max(through)::float8 as through, backfilled_on::text as day from ${ledgerSeals}
    where backfilled_on is not null group by backfilled_on order by 1`,
);
