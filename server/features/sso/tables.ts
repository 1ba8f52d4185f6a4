import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, reference } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { users } from '../auth/tables';
import { entities } from '../entities/tables';
import type { GroupMapping } from './schema';

/** The provider of a business, at most one. */
export const ssoConnections = pgTable('sso_connections', {
  entityId: uuid('entity_id')
    .primaryKey()
    .references(() => entities.id),
  issuer: plain(text('issuer')).notNull(),
  clientId: plain(text('client_id')).notNull(),
  /** Sealed. */
  clientSecret: withheld(text('client_secret')).notNull(),
  groupsClaim: plain(text('groups_claim')).notNull().default('groups'),
  mappings: plain(jsonb('mappings').$type<GroupMapping[]>()).notNull(),
  jit: boolean('jit').notNull().default(false),
  trustMfa: boolean('trust_mfa').notNull().default(false),
  /** When a member first signed in by it; a new issuer or client begins without. */
  triedAt: instant('tried_at'),
  createdAt: createdAt(),
});
export type SsoConnection = typeof ssoConnections.$inferSelect;
keep(ssoConnections, { rows: 'entity_id', kept: 'access', erase: 'delete' });

/** Domains that a business has said are its own. */
export const ssoDomains = pgTable(
  'sso_domains',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    /** In lower case, A-labels, without a last dot. */
    domain: plain(text('domain')).notNull(),
    /** What the record says; another for each business and domain. */
    token: withheld(text('token')).notNull(),
    verifiedAt: instant('verified_at'),
    checkedAt: instant('checked_at'),
    /** Since when the daily check doesn't find the record; null while it does. */
    missingSince: instant('missing_since'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('sso_domains_of_entity').on(t.entityId, t.domain),
    index('sso_domains_proven').on(t.domain, t.verifiedAt).where(sql`${t.verifiedAt} is not null`),
    check('sso_domains_lower', sql`${t.domain} = lower(${t.domain})`),
  ],
);
keep(ssoDomains, { rows: 'entity_id', kept: 'access', erase: 'delete' });

/** Who a member is at the provider: for good, whatever address it later has. */
export const ssoIdentities = pgTable(
  'sso_identities',
  {
    entityId: reference('entity_id', () => entities.id),
    issuer: plain(text('issuer')).notNull(),
    subject: personal(text('subject')).notNull(),
    userId: reference('user_id', () => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.issuer, t.subject] }),
    unique('sso_identities_of_user').on(t.userId, t.issuer),
  ],
);
keep(ssoIdentities, { rows: 'entity_id', kept: 'access', erase: 'delete' });

/** Sign-ins that are at a provider, by the SHA-256 of their state. */
export const ssoAttempts = pgTable(
  'sso_attempts',
  {
    stateHash: withheld(text('state_hash')).primaryKey(),
    entityId: reference('entity_id', () => entities.id),
    /** SHA-256 of the browser's cookie. */
    browserHash: withheld(text('browser_hash')).notNull(),
    nonce: withheld(text('nonce')).notNull(),
    /** The PKCE verifier, sealed. */
    verifier: withheld(text('verifier')).notNull(),
    issuer: plain(text('issuer')).notNull(),
    clientId: plain(text('client_id')).notNull(),
    returnTo: plain(text('return_to')).notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('sso_attempts_of_entity').on(t.entityId, t.createdAt),
    index('sso_attempts_expiry').on(t.expiresAt),
  ],
);
keep(ssoAttempts, { rows: 'entity_id', kept: 'access', erase: 'delete' });

/** Places for requests to providers, which all processes of an installation share. */
export const ssoFetches = pgTable('sso_fetches', {
  place: integer('place').primaryKey(),
  holder: uuid('holder').notNull(),
  heldUntil: instant('held_until').notNull(),
});
keep(ssoFetches, { kept: 'throttles' });
