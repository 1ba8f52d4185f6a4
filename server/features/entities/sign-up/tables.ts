import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { SIGN_UP_MODES } from '../../../kernel/sign-up';
import { TIERS } from '../../../kernel/tiers';
import { createdAt, id, instant, isOneOf } from '../../../platform/db/columns';
import { keep, personal, withheld } from '../../../platform/db/marks';
import type { SignUpForm } from './schema';

/** Who asked to sign up and has not chosen a password yet; only the hash of the mailed token is stored. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: id(),
    email: personal(text('email')).notNull(),
    /** What was sent, checked; the business is made from it. */
    form: personal(jsonb('form')).$type<SignUpForm>().notNull(),
    mode: text('mode', { enum: SIGN_UP_MODES }).notNull(),
    tier: text('tier', { enum: TIERS }).notNull(),
    /** Null until the mail is sent, and for good where the email was in use. */
    tokenHash: withheld(text('token_hash')).unique('sign_ups_token'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    check('sign_ups_mode', isOneOf(t.mode, SIGN_UP_MODES)),
    check('sign_ups_tier', isOneOf(t.tier, TIERS)),
    index('sign_ups_expiry').on(t.expiresAt),
  ],
);
keep(signUps, { kept: 'throttles' });
