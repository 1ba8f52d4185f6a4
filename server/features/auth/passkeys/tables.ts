import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, isOneOf, reference } from '../../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../../platform/db/marks';
import { users } from '../tables';
import { TRANSPORTS } from './schema';

/** What a challenge may be used for. */
export const PURPOSES = ['registration', 'assertion'] as const;

/** Passkeys of members (decision 440): their public keys, never what identifies a person or a device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: reference('user_id', () => users.id),
    /** As the authenticator named it, in base64url. */
    credentialId: withheld(text('credential_id')).notNull(),
    /** In COSE's form. */
    publicKey: withheld(bytea('public_key')).notNull(),
    /** The authenticator's counter at the last use; 0 forever where it has none. */
    signCount: withheld(bigint('sign_count', { mode: 'number' })).notNull(),
    /** How the browser reaches the authenticator, so that it asks the right one. */
    transports: text('transports', { enum: TRANSPORTS }).array().notNull(),
    /** The host that it was made for: it works at no other. */
    rpId: plain(text('rp_id')).notNull(),
    name: personal(text('name')).notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    check(
      'passkeys_size',
      sql`length(${t.publicKey}) <= 1024 and char_length(${t.credentialId}) <= 1364 and char_length(${t.name}) <= 100`,
    ),
    unique('passkeys_credential').on(t.credentialId),
    index('passkeys_of_user').on(t.userId),
  ],
);
keep(passkeys, { rows: 'user_id>users', kept: 'access', erase: 'delete' });

/** Challenges that wait for their response, which removes them. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: withheld(text('challenge')).primaryKey(),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    /** Of a registration: the session that it was begun in. */
    sessionId: uuid('session_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    check('passkey_challenges_purpose', isOneOf(t.purpose, PURPOSES)),
    index('passkey_challenges_of_session').on(t.sessionId).where(sql`${t.sessionId} is not null`),
    index('passkey_challenges_expiry').on(t.expiresAt),
  ],
);
keep(passkeyChallenges, { kept: 'throttles' });
