import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client';
import { type Statement, statement } from './statement';

/** Changes that one statement folds in. */
export const BATCH = 5_000;

/** A total that isn't what its rows add up to: columns of its key, and its sums as they are kept and as they are counted. */
export interface WrongTotal extends Record<string, unknown> {
  key: string[];
  kept: string[];
  counted: string[];
}

/** A total that was wrong: its key, what was kept and what its rows add up to. */
export interface Repaired extends Record<string, unknown> {
  key: string;
  kept: string;
  counted: string;
}

/** What `verify-ledger` compares and, where it is kept beside its source, `rebuild` repairs. Both run in one transaction. */
export interface Check {
  name: string;
  /** One line for each difference. */
  find(db: Db): Promise<string[]>;
  /** Returns what was wrong. */
  repair?(db: Db): Promise<readonly Repaired[]>;
}

/** A kept total: what it adds up, and what its table is called and has. */
interface Declared {
  totals: PgTable;
  /** Rows with the same columns and an `id` that wait to be folded in; left out where the source is added directly. */
  changes?: PgTable;
  /** The columns that identify a total. */
  key: readonly string[];
  /** The columns that are added up; the first is the one that a difference shows. */
  sums: readonly string[];
  /** The function that adds up what is folded in: `exact_sum` of many sums that are all bigint costs a fraction of `sum`. */
  adds?: 'sum' | 'exact_sum';
  /** SQL: the rows to compare with what is counted, where they aren't those of both tables. */
  rows?: SQL;
  /** SQL: the columns of key and sums, from what the totals are of. */
  counted: SQL;
  /** What a wrong total is called, by its key, with the name of its first sum and of the others. */
  says: (key: string[]) => { total: string; sum: string; others?: string };
  /** Runs before a repair and what it returns. */
  lock?: Statement<[], unknown>;
}

/** A table of totals that are kept so that requests needn't add up what they are of (decision 210). */
export interface Rollup extends Required<Check> {
  /** SQL: adds the rows `taken`, or others, to the totals, as a part of a statement's `with`. */
  into(from?: SQL): SQL;
  /**
   * SQL: the rows to add up for the totals that fit a condition, folded in or waiting, without a name.
   * @param wanted columns that both tables have
   */
  rows(where?: SQL, wanted?: readonly string[]): SQL;
  readonly wrong: Statement<[], WrongTotal>;
  readonly lockAndRepair: Statement<[], WrongTotal>;
}

/** SQL: columns of the rows of tables that fit a condition, without a name. */
export function rowsOf(tables: readonly PgTable[], columns: readonly string[], where: SQL = sql`true`): SQL {
  const each = tables.map((table) => sql`select ${sql.raw(columns.join(', '))} from ${table} where ${where}`);
  return sql`(${sql.join(each, sql` union all `)})`;
}

/** Declares a kept total. Its fold, reads, verification and repair follow. */
export function rollup(declared: Declared): Rollup {
  const { totals, changes, key, sums, lock, says, adds = 'sum' } = declared;
  const name = getTableName(totals);
  const keys = sql.raw(key.join(', '));
  const each = (of: (sum: string) => string, separator = ', ') => sql.raw(sums.map(of).join(separator));
  const rows = (where = sql`true`, wanted: readonly string[] = [...key, ...sums]) =>
    rowsOf(changes ? [totals, changes] : [totals], wanted, where);
  const onConflict = sql`on conflict (${keys}) do update set ${each((sum) => `${sum} = t.${sum} + excluded.${sum}`)}`;
  // Both are read from one snapshot, so writes and folds beside them change both alike.
  const compared = sql`kept as (
        select ${keys}, ${each((sum) => `sum(${sum}) as ${sum}`)} from ${declared.rows ?? rows()} r group by ${keys}
      ), counted as (
        select ${keys}, ${each((sum) => sum)} from ${declared.counted} c
      ), wrong as materialized (
        select ${keys}, ${each((sum) => `coalesce(k.${sum}, 0) as kept_${sum}, coalesce(c.${sum}, 0) as counted_${sum}`)}
        from kept k full join counted c using (${keys})
        where (${each((sum) => `coalesce(k.${sum}, 0)`)}) is distinct from (${each((sum) => `coalesce(c.${sum}, 0)`)})
      )`;
  const shown = sql`
      select array[${sql.raw(key.map((column) => `${column}::text`).join(', '))}] as key,
        array[${each((sum) => `kept_${sum}::text`)}] as kept, array[${each((sum) => `counted_${sum}::text`)}] as counted
      from wrong order by ${keys}`;
  const wrong = statement([[]], () => sql<WrongTotal>`with ${compared} ${shown}`);
  // Adds what a total lacks instead of setting it, in the order of keys, so that nothing has to be locked.
  const lockAndRepair = statement(
    [[]],
    () => sql<WrongTotal>`with ${compared}, repaired as (
        insert into ${totals} as t (${keys}, ${each((sum) => sum)})
        select ${keys}, ${each((sum) => `counted_${sum} - kept_${sum}`)} from wrong order by ${keys}
        ${onConflict}
      ) ${shown}`,
  );
  const into = (from = sql`taken`) => sql`${sql.raw(`into_${name}`)} as (
      insert into ${totals} as t (${keys}, ${each((sum) => sum)})
      select ${keys}, ${each((sum) => `${adds}(${sum})`)} from ${from}
      group by ${keys} having ${each((sum) => `${adds}(${sum}) <> 0`, ' or ')} order by ${keys}
      ${onConflict}
    )`;
  return {
    name,
    rows,
    into,
    wrong,
    lockAndRepair,
    async find(db) {
      return (await wrong(db)).map(({ key: of, kept, counted }) => {
        const { total, sum, others } = says(of);
        return `${total}: ${sum} ${Number(kept[0])}, counted ${Number(counted[0])}${others ? `, or ${others}` : ''}`;
      });
    },
    async repair(db) {
      await lock?.(db);
      const repaired = await lockAndRepair(db);
      return repaired.map((total) => ({
        key: total.key.join(' '),
        kept: total.kept.join(' '),
        counted: total.counted.join(' '),
      }));
    },
  };
}

/** A total and others that are counted from it: its repair is followed by theirs. */
export const withSums = (source: Rollup, sums: readonly Rollup[]): readonly Check[] => [
  {
    ...source,
    async repair(db) {
      const repaired = await source.repair(db);
      if (repaired.length === 0) return repaired;
      const all = [repaired];
      for (const each of sums) all.push(await each.repair(db));
      // A call with a parameter for each of 100,000 would be too deep.
      return all.flat();
    },
  },
  ...sums,
];

/** SQL: takes a batch of changes that no other fold has taken. */
const takenFrom = (changes: PgTable) => sql`taken as (
      delete from ${changes} where id = any(array(
        select id from ${changes} order by id limit ${BATCH} for update skip locked))
      returning *)`;

/**
 * Declares the statement that folds a batch of changes into their totals; it returns a row for each change.
 * Rows are added in the order of their key, so that two folds never deadlock.
 * @param into SQL: what adds them to each of their totals
 * @param taken SQL: takes a batch as `taken`, with its own CTEs, where it is more than the rows of the table
 */
export const foldOf = (
  changes: PgTable,
  into: readonly SQL[],
  taken: SQL = takenFrom(changes),
): Statement<[], unknown> =>
  statement([[]], () => sql`with ${sql.join([taken, ...into], sql`, `)} select from taken`);

/** Repeats a fold until nothing waits. Safe to repeat and to run in several processes. */
export async function foldAll(db: Db, lockAndFold: Statement<[], unknown>): Promise<void> {
  for (;;) {
    const { count } = await lockAndFold(db);
    if (count === 0) return;
  }
}
