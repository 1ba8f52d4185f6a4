import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { TIERS } from '../../../kernel/tiers';
import { createdAt, instant, isOneOf } from '../../../platform/db/columns';
import { keep, withheld } from '../../../platform/db/marks';

/** Links to create the first owner; only the hashes of their tokens are stored. */
export const setupLinks = pgTable(
  'setup_links',
  {
    tokenHash: withheld(text('token_hash')).primaryKey(),
    /** Tier of the entity that the link creates. */
    tier: text('tier', { enum: TIERS }).notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [check('setup_links_tier', isOneOf(t.tier, TIERS))],
);
keep(setupLinks, { kept: 'throttles' });
