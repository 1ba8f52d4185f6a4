import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns';

/** Requests per entity and window; the key holds both. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: instant('expire'),
  },
  (t) => [index('rate_limits_expiry').on(t.expire)],
);

/** What few may ask for in an hour, counted from the first: resets (decision 57), readings of PDFs that took too long. */
export const resetRequests = pgTable('reset_requests', {
  subject: text('subject').primaryKey(),
  windowStart: instant('window_start').notNull(),
  requests: integer('requests').notNull(),
});
