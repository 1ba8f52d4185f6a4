import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, reference, updatedAt } from '../../platform/db/columns';
import { keep, personal, plain } from '../../platform/db/marks';
import { users } from '../auth/tables';

/** A member's named queries of a list. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    userId: reference('user_id', () => users.id),
    list: plain(text('list')).notNull(),
    name: personal(text('name')).notNull(),
    query: personal(text('query')).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('saved_views_size', sql`char_length(${t.name}) <= 80 and char_length(${t.query}) <= 2000`),
    uniqueIndex('saved_views_name').on(t.userId, t.list, sql`lower(${t.name})`),
  ],
);
keep(savedViews, { rows: 'user_id>users', kept: 'access', erase: 'delete' });
