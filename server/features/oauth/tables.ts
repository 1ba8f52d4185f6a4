import { check, foreignKey, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf } from '../../platform/db/columns';
import { keep, plain, withheld } from '../../platform/db/marks';
import { apiKeys } from '../api-keys/tables';
import { users } from '../auth/tables';
import { RESOURCES } from './schema';

/** Apps and assistants, by the address of the document in which each describes itself. */
export const oauthClients = pgTable('oauth_clients', {
  id: plain(text('id')).primaryKey(),
  /** The document, as far as it is used: it is public. */
  document: plain(jsonb('document')).notNull(),
  fetchedAt: instant('fetched_at').notNull().defaultNow(),
  /** Until when the document is not read again. */
  freshUntil: instant('fresh_until').notNull(),
});
keep(oauthClients, { kept: 'own' });

/** Whom members let in; what each may do is the key behind it, which has no secret. */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    /** Who consented. */
    userId: uuid('user_id').notNull(),
    clientId: plain(text('client_id'))
      .notNull()
      .references(() => oauthClients.id),
    keyId: uuid('key_id')
      .notNull()
      .unique()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    resource: text('resource', { enum: RESOURCES }).notNull(),
    scopes: plain(text('scopes')).array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.entityId, t.userId], foreignColumns: [users.entityId, users.id] }),
    index('oauth_grants_of_entity').on(t.entityId, t.createdAt),
    index('oauth_grants_of_user').on(t.userId),
    check('oauth_grants_resource', isOneOf(t.resource, RESOURCES)),
  ],
);
keep(oauthGrants, { rows: 'entity_id', kept: 'access', erase: 'delete' });

/** What is kept between the steps of a grant, and its tokens. */
export const TOKEN_KINDS = [
  'Session',
  'Interaction',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Codes and tokens, and requests that wait for consent, by the SHA-256 of what their holder sends. */
export const oauthTokens = pgTable(
  'oauth_tokens',
  {
    hash: withheld(text('hash')).primaryKey(),
    kind: text('kind', { enum: TOKEN_KINDS }).notNull(),
    grantId: uuid('grant_id').references(() => oauthGrants.id, { onDelete: 'cascade' }),
    /** Of a browser's state: its name in requests. */
    uid: withheld(text('uid')),
    /** Of a request: the session that it was shown to. */
    sessionId: uuid('session_id'),
    userId: uuid('user_id'),
    /** Without what its holder sends. */
    payload: withheld(jsonb('payload')).notNull(),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('oauth_tokens_of_grant').on(t.grantId),
    index('oauth_tokens_uid').on(t.uid),
    index('oauth_tokens_age').on(t.expiresAt),
    check('oauth_tokens_kind', isOneOf(t.kind, TOKEN_KINDS)),
  ],
);
keep(oauthTokens, { kept: 'access' });
