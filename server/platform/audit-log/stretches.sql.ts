import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { statement } from '../db/statement';

/**
 * Declares the statements that choose what is sealed of a table whose rows have positions: stretches, each noted first and
 * sealed once it is settled.
 * @param seals the table of the seals: `after`, `through`, `noted_at`, `sealed_at`
 * @param newest SQL: the highest position so far
 * @param length positions of one seal at most: bounds the memory of sealing and of verifying
 */
export function stretchesOf(seals: AnyPgTable, newest: SQL, length: number) {
  /** A position is given out before the rows above it are visible: what is below belongs to a transaction that has begun. */
  const noteStretches = statement(
    [[]],
    () => sql`
      with bounds as (select coalesce((select max(through) from ${seals}), 0) as reached, ${newest} as newest)
      insert into ${seals} (after, through)
      select n, least(n + ${length}::int, b.newest)
      from bounds b, generate_series(b.reached, b.newest - 1, ${length}::int) n
      on conflict do nothing`,
  );
  /** The first stretch that isn't sealed, once it is settled; locked, so that only one process seals it. */
  const lockSettledStretch = statement(
    [[]],
    () => sql<{ through: number }>`
      select s.through::float8 as through from ${seals} s
      where s.sealed_at is null and not exists (
        select from ${seals} e where e.through < s.through and e.sealed_at is null
      ) and not exists (
        select from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid() and case
          when a.query = '<insufficient privilege>' then s.noted_at > now() - interval '1 day'
          else a.xact_start <= s.noted_at end)
      order by s.through limit 1 for update skip locked`,
  );
  return { noteStretches, lockSettledStretch };
}
