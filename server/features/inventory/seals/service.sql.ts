import { sql } from 'drizzle-orm';
import { ERASED, noteErased, SUBJECT, type Subject } from '../../../platform/audit-log/erase.sql';
import { uuids } from '../../../platform/db/listing';
import { statement } from '../../../platform/db/statement';
import { inventoryMovements } from '../tables';
import { ledgerSeals } from './tables';

/** SQL: what is left of a salt. */
const NO_SALT = sql.raw(`'\\x${'00'.repeat(16)}'::bytea`);

/**
 * Takes names and notes from the ledger, and the salts of their digests from its seals. A partner's rows keep their notes: a
 * delivery is by the business that it came from.
 */
export const eraseLedgerRows = statement(
  [[SUBJECT], [{ ...SUBJECT, kind: 'entity' }]],
  ({ kind, id, entityId, memberIds }: Subject) => {
    const own = kind === 'entity' ? sql`m.entity_id = ${entityId}` : sql`m.actor_id = ${id}`;
    return sql`
      with changed as (
        update ${inventoryMovements} m set actor_name = ${ERASED}, notes = case when ${own} then null else m.notes end
        where (${own} and (m.actor_name <> ${ERASED} or m.notes is not null))
          or (m.actor_id = any(${uuids(memberIds)}) and m.actor_name <> ${ERASED})
        returning m.id, m.entity_id, m.position, encode(ledger_digest(m, ${NO_SALT}), 'hex') as digest_after,
          array['actor_name', 'notes'] as fields
      ), touched as (
        select distinct s.through from changed c cross join lateral (
          select s.through, s.after from ${ledgerSeals} s where s.through >= c.position order by s.through limit 1) s
        where c.position > s.after
      ), unsalted as (
        update ${ledgerSeals} s set salts = n.salts
        from (
          select s.through, string_agg(case when c.id is not null then ${NO_SALT}
            else substring(s.salts from n * 16 + 1 for 16) end, ''::bytea order by n) as salts
          from touched join ${ledgerSeals} s using (through) cross join generate_series(0, length(s.entries) / 48 - 1) n
            left join changed c on c.id = encode(substring(s.entries from n * 48 + 1 for 16), 'hex')::uuid
          where s.sealed_at is not null
          group by s.through
        ) n where n.through = s.through
      ) ${noteErased('ledger_row.erased', sql`changed`)}`;
  },
);
