import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';

/** Rows that one statement reads. */
export const BATCH = 500;

/** A column of sealed texts. */
export interface SealedColumn {
  table: string;
  column: string;
  /** What the cipher sealed them for. @param id of the row, '' where `isPerRow` isn't set */
  purpose(id: string): string;
  /** The purpose names the row's `id`. */
  isPerRow?: true;
}

const SAMPLE: SealedColumn = { table: 'users', column: 'mfa_secret', purpose: (id) => id, isPerRow: true };

/** The next rows in the order of their place, by which the table is read once without an index. */
export const lockSealed = statement(
  [
    [SAMPLE, '(0,0)'],
    [
      { ...SAMPLE, table: 'idempotency_keys', column: 'answer', isPerRow: undefined } as SealedColumn,
      '(0,0)',
    ],
  ],
  ({ table, column, isPerRow }: SealedColumn, after: string) => sql<{
    place: string;
    id: string;
    sealed: string;
  }>`
    select t.ctid::text as place, ${isPerRow ? sql`t.id::text` : sql`''`} as id, ${sql.raw(`t.${column}`)} as sealed
    from ${sql.raw(table)} t where t.ctid > ${after}::tid and ${sql.raw(`t.${column}`)} is not null
    order by t.ctid limit ${BATCH} for update`,
);

export const replaceSealed = statement(
  [[SAMPLE, ['(0,1)'], ['x']]],
  ({ table, column }: SealedColumn, places: readonly string[], sealed: readonly string[]) => sql`
    update ${sql.raw(table)} t set ${sql.raw(column)} = n.sealed
    from unnest(${`{${places.map((place) => `"${place}"`).join(',')}}`}::tid[], ${`{${sealed.join(',')}}`}::text[]) n (place, sealed)
    where t.ctid = n.place`,
);
