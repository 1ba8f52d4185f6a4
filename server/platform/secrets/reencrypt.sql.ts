import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { statement } from '../db/statement';
import { idempotencyKeys } from '../idempotency/tables';
import { events } from '../outbox/tables';

/** Rows that one statement reads. */
export const BATCH = 500;

/** A column of sealed texts. */
export interface SealedColumn {
  column: PgColumn;
  /** What the cipher sealed them for. @param id of the row, '' where `isPerRow` isn't set */
  purpose(id: string): string;
  /** The purpose names the row's `id`. */
  isPerRow?: true;
}

const SAMPLE: SealedColumn = { column: events.type, purpose: (id) => id, isPerRow: true };

const nameOf = (column: PgColumn) => sql.raw(column.name);

/** The first texts of a column. */
export const readSealed = statement(
  [[SAMPLE]],
  ({ column, isPerRow }: SealedColumn) => sql<{
    id: string;
    sealed: string;
  }>`
    select ${isPerRow ? sql`t.id::text` : sql`''`} as id, t.${nameOf(column)} as sealed
    from ${column.table} t where t.${nameOf(column)} is not null limit ${BATCH}`,
);

/** The next rows in the order of their place, by which the table is read once without an index. */
export const lockSealed = statement(
  [
    [SAMPLE, '(0,0)'],
    [{ column: idempotencyKeys.answer, purpose: () => '' }, '(0,0)'],
  ],
  ({ column, isPerRow }: SealedColumn, after: string) => sql<{
    place: string;
    id: string;
    sealed: string;
  }>`
    select t.ctid::text as place, ${isPerRow ? sql`t.id::text` : sql`''`} as id, t.${nameOf(column)} as sealed
    from ${column.table} t where t.ctid > ${after}::tid and t.${nameOf(column)} is not null
    order by t.ctid limit ${BATCH} for update`,
);

export const replaceSealed = statement(
  [[SAMPLE, ['(0,1)'], ['x']]],
  ({ column }: SealedColumn, places: readonly string[], sealed: readonly string[]) => sql`
    update ${column.table} t set ${nameOf(column)} = n.sealed
    from unnest(${`{${places.map((place) => `"${place}"`).join(',')}}`}::tid[], ${`{${sealed.join(',')}}`}::text[]) n (place, sealed)
    where t.ctid = n.place`,
);
