import { sql } from 'drizzle-orm';
import { stretchesOf } from '../../../platform/audit-log/stretches.sql';
import { statement } from '../../../platform/db/statement';
import { inventoryMovements } from '../tables';
import { ledgerSeals } from './tables';

/** The migration has the same number of positions. */
export const { noteStretches, lockSettledStretch } = stretchesOf(
  ledgerSeals,
  sql`(select last_value from inventory_movements_position_seq where is_called)`,
  5_000,
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
