import { sql } from 'drizzle-orm';
import { statement } from '../../../platform/db/statement';
import { inventoryMovements } from '../tables';
import { ledgerSeals } from './tables';

/** Positions of one seal at most: bounds the memory of sealing and of verifying. The migration has the same number. */
const STRETCH = 5_000;

/** A position is given out before the rows above it are visible: what is below belongs to a transaction that has begun. */
export const noteLedgerStretches = statement(
  [[]],
  () => sql`
    with bounds as (
      select coalesce((select max(through) from ${ledgerSeals}), 0) as reached,
        (select last_value from inventory_movements_position_seq where is_called) as newest
    )
    insert into ${ledgerSeals} (after, through)
    select n, least(n + ${STRETCH}::int, b.newest) from bounds b, generate_series(b.reached, b.newest - 1, ${STRETCH}::int) n
    on conflict do nothing`,
);

/** The first stretch that isn't sealed, once it is settled; locked, so that only one process seals it. */
export const lockSettledRows = statement(
  [[]],
  () => sql<{ through: number }>`
    select s.through::float8 as through from ${ledgerSeals} s
    where s.sealed_at is null and not exists (
      select from ${ledgerSeals} e where e.through < s.through and e.sealed_at is null
    ) and not exists (
      select from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid() and case
        when a.query = '<insufficient privilege>' then s.noted_at > now() - interval '1 day'
        else a.xact_start <= s.noted_at end)
    order by s.through limit 1 for update skip locked`,
);

export const sealRows = statement(
  [[1]],
  (through: number) => sql`
    with salted as materialized (
      select m, m.id, m.position, uuid_send(gen_random_uuid()) as salt
      from ${ledgerSeals} s join ${inventoryMovements} m on m.position > s.after and m.position <= s.through
      where s.through = ${through}
    ), packed as (
      select count(*) as rows,
        coalesce(string_agg(uuid_send(x.id) || ledger_digest(x.m, x.salt), ''::bytea order by x.position), ''::bytea) as entries,
        coalesce(string_agg(x.salt, ''::bytea order by x.position), ''::bytea) as salts
      from salted x
    )
    update ${ledgerSeals} s set sealed_at = now(), rows = p.rows, entries = p.entries, salts = p.salts,
      digest = sha256(coalesce((select b.digest from ${ledgerSeals} b where b.through = s.after), ''::bytea) || p.entries)
    from packed p where s.through = ${through}`,
);
