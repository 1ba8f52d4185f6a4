import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../kernel/ids';
import { personal } from './marks';

/** Primary key: uuid v7, so that rows written together are stored together. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId);

/** A required reference to a row of another table. */
export const reference = (name: string, target: () => AnyPgColumn) => uuid(name).notNull().references(target);

/** Instant with millisecond precision, which is what JSON timestamps carry. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const createdAt = () => instant('created_at').notNull().defaultNow();

/** When a row last changed, maintained by a trigger. `asOf` relies on `change_time()`. */
export const updatedAt = () => instant('updated_at').notNull().default(sql`change_time()`);

/** The same, added to a table that had rows: null for those that haven't changed since. */
export const changedAt = () => instant('updated_at').default(sql`change_time()`);

/** Who made a change: the columns, a row's values, and the published `Person`. */
export const actorColumns = () => ({
  actorId: uuid('actor_id'),
  actorName: personal(text('actor_name')).notNull(),
});
export const actorValues = <Id extends string | null>({ userId, name }: { userId: Id; name: string }) => ({
  actorId: userId,
  actorName: name,
});
export const personOf = ({ actorId, actorName }: { actorId: string | null; actorName: string }) => ({
  id: actorId,
  name: actorName,
});

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Integer cents. A JS number holds every allowed total (below 10^12) exactly. */
export const cents = (name: string) => bigint(name, { mode: 'number' });

/** Builds the condition of a check constraint that limits a text column to its declared values. */
export const isOneOf = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
