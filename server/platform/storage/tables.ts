import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns';
import { keep } from '../db/marks';

/** Files that no record has claimed: written before the file, deleted in the transaction that claims it. */
export const pendingUploads = pgTable(
  'pending_uploads',
  {
    key: text('key').primaryKey(),
    startedAt: instant('started_at').notNull().defaultNow(),
  },
  (t) => [index('pending_uploads_by_age').on(t.startedAt)],
);
keep(pendingUploads, { kept: 'own' });
