import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns';

/** Files that no record holds yet: written before the file is, removed in the transaction that takes it over. */
export const pendingUploads = pgTable(
  'pending_uploads',
  {
    key: text('key').primaryKey(),
    startedAt: instant('started_at').notNull().defaultNow(),
  },
  (t) => [index('pending_uploads_by_age').on(t.startedAt)],
);
