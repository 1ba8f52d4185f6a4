import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';
import { type Statement, statement } from './statement';

/** Changes that one statement folds in. */
export const BATCH = 5_000;

/** A table of totals, and a table of changes with the same columns and an `id`, which wait to be folded in (decision 210). */
export interface KeptTotals {
  totals: PgTable;
  changes: PgTable;
  /** The columns that identify a total. */
  key: readonly string[];
  /** The columns that are added up. */
  sums: readonly string[];
}

/**
 * Declares the statement that folds a batch of changes into their totals; it returns a row for each change.
 * Rows are added in the order of their key, so that two folds never deadlock.
 * @param more totals of the same changes
 */
export function foldOf(kept: KeptTotals, ...more: KeptTotals[]): Statement<[], unknown> {
  const all = [kept, ...more];
  const taken = sql.raw([...new Set(all.flatMap(({ key, sums }) => [...key, ...sums]))].join(', '));
  return statement(
    [[]],
    () => sql`
      with taken as (
        delete from ${kept.changes} where id = any(array(
          select id from ${kept.changes} order by id limit ${BATCH} for update skip locked))
        returning ${taken}
      ), ${sql.join(all.map(addTaken), sql`, `)}
      select from taken`,
  );
}

/** SQL: adds the rows `taken` to their totals, as a part of a statement's `with`. */
export function addTaken({ totals, key, sums }: KeptTotals): SQL {
  const keys = sql.raw(key.join(', '));
  const added = (of: (sum: string) => string, separator = ', ') => sql.raw(sums.map(of).join(separator));
  return sql`${sql.raw(`into_${getTableName(totals)}`)} as (
    insert into ${totals} as t (${keys}, ${added((sum) => sum)})
    select ${keys}, ${added((sum) => `sum(${sum})`)} from taken
    group by ${keys} having ${added((sum) => `sum(${sum}) <> 0`, ' or ')} order by ${keys}
    on conflict (${keys}) do update set ${added((sum) => `${sum} = t.${sum} + excluded.${sum}`)}
  )`;
}

/**
 * SQL: the rows to add up for the totals that fit a condition, folded in or waiting, without a name.
 * @param wanted columns that both tables have
 */
export function keptRows(
  { totals, changes, key, sums }: KeptTotals,
  where: SQL = sql`true`,
  wanted: readonly string[] = [...key, ...sums],
): SQL {
  const columns = sql.raw(wanted.join(', '));
  return sql`(
    select ${columns} from ${totals} where ${where}
    union all
    select ${columns} from ${changes} where ${where})`;
}

/** Repeats a fold until nothing waits. Safe to repeat and to run in several processes. */
export async function foldAll(db: Db, lockAndFold: Statement<[], unknown>): Promise<void> {
  for (;;) {
    const { count } = await lockAndFold(db);
    if (count === 0) return;
  }
}

/** A total that was wrong: its key, what was kept and what its rows add up to. */
export interface Repaired extends Record<string, unknown> {
  key: string;
  kept: string;
  counted: string;
}

/** What a rebuild brings in order, by the name of its table. */
export interface Repair {
  name: string;
  /** Runs in one transaction. */
  run(db: Db): Promise<readonly Repaired[]>;
}

/**
 * Declares the statement that adds to each total what it lacks, and returns those. It reads both from one snapshot, so writes
 * and folds beside it change both alike.
 * @param rows SQL: the rows to add up for the totals
 * @param counted SQL: the same columns, from what the totals are of
 */
export function repairOf(
  { totals, key, sums }: Omit<KeptTotals, 'changes'>,
  rows: () => SQL,
  counted: () => SQL,
): Statement<[], Repaired> {
  const keys = sql.raw(key.join(', '));
  const each = (of: (sum: string) => string) => sql.raw(sums.map(of).join(', '));
  return statement(
    [[]],
    () => sql<Repaired>`
      with kept as (
        select ${keys}, ${each((sum) => `sum(${sum}) as ${sum}`)} from ${rows()} r group by ${keys}
      ), counted as (
        select ${keys}, ${each((sum) => sum)} from ${counted()} c
      ), wrong as materialized (
        select ${keys}, ${each((sum) => `coalesce(k.${sum}, 0) as kept_${sum}, coalesce(c.${sum}, 0) as counted_${sum}`)}
        from kept k full join counted c using (${keys})
        where (${each((sum) => `coalesce(k.${sum}, 0)`)}) is distinct from (${each((sum) => `coalesce(c.${sum}, 0)`)})
      ), repaired as (
        insert into ${totals} as t (${keys}, ${each((sum) => sum)})
        select ${keys}, ${each((sum) => `counted_${sum} - kept_${sum}`)} from wrong order by ${keys}
        on conflict (${keys}) do update set ${each((sum) => `${sum} = t.${sum} + excluded.${sum}`)}
      )
      select concat_ws(' ', ${keys}) as key, concat_ws(' ', ${each((sum) => `kept_${sum}`)}) as kept,
        concat_ws(' ', ${each((sum) => `counted_${sum}`)}) as counted
      from wrong order by ${keys}`,
  );
}

/** The repair of one statement. */
export const repair = (name: string, lockAndRepair: Statement<[], Repaired>): Repair => ({
  name,
  run: (db) => lockAndRepair(db),
});
