import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns';
import { keep, personal } from '../db/marks';

/** Requests per entity and window; the key holds both. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: personal(text('key')).primaryKey(),
    points: integer('points').notNull(),
    expire: instant('expire'),
  },
  (t) => [index('rate_limits_expiry').on(t.expire)],
);
keep(rateLimits, { kept: 'throttles' });

/** What few may ask for in an hour, counted from the first: resets (decision 57), readings of PDFs that took too long. */
export const resetRequests = pgTable('reset_requests', {
  subject: personal(text('subject')).primaryKey(),
  windowStart: instant('window_start').notNull(),
  requests: integer('requests').notNull(),
});
keep(resetRequests, { kept: 'throttles' });
