import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '../../../platform/db/columns';

/** Links to create the first owner; only the hashes of their tokens are kept. */
export const setupLinks = pgTable(
  'setup_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Of the business that the link creates. */
    tier: text('tier', { enum: ['free', 'pro', 'enterprise'] }).notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [check('setup_links_tier', sql`${t.tier} in ('free', 'pro', 'enterprise')`)],
);
