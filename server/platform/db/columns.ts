import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** Primary key: uuid v7, so that rows that are written together lie together. */
export const id = () => uuid('id').primaryKey().$defaultFn(v7);

/** Instant with millisecond precision, which is what JSON timestamps carry. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const createdAt = () => instant('created_at').notNull().defaultNow();

/** When a row last changed; a trigger keeps it. `change_time()` is what `asOf` relies on. */
export const updatedAt = () => instant('updated_at').notNull().default(sql`change_time()`);

/** Integer cents. A JS number holds every total that the platform allows (below 10^12) exactly. */
export const cents = (name: string) => bigint(name, { mode: 'number' });

/** SQL: the condition of a check constraint that a text column holds one of its declared values. */
export const isOneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
