import { sql } from 'drizzle-orm';
import { iso } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { type KeyActorRow, keyActor } from '../api-keys/queries.sql';
import { apiKeys } from '../api-keys/tables';
import { users } from '../auth/tables';
import { MAX_GRANTS, type OAuthResource } from './schema';
import { oauthClients, oauthGrants, oauthTokens, type TokenKind } from './tables';

export interface ClientRow {
  document: Record<string, unknown>;
  fresh: boolean;
}
export const clientOf = statement(
  [['x']],
  (id: string) => sql<ClientRow>`
    select c.document, c.fresh_until > now() as fresh from ${oauthClients} c where c.id = ${id}`,
);

export const keepClient = statement(
  [['x', {}, 3600]],
  (id: string, document: object, seconds: number) => sql`
    insert into ${oauthClients} (id, document, fresh_until)
    values (${id}, ${JSON.stringify(document)}::jsonb, now() + make_interval(secs => ${seconds}))
    on conflict (id) do update set document = excluded.document, fetched_at = now(), fresh_until = excluded.fresh_until`,
);

/** How long a token that was replaced gets the same successor. */
const GRACE = sql`interval '10 seconds'`;

export interface TokenRow {
  payload: Record<string, unknown>;
  /** When it was used up, in seconds; null while it counts. */
  consumed: number | null;
  session_id: string | null;
  user_id: string | null;
}
const columns = sql`t.payload, t.session_id, t.user_id,
  case when t.consumed_at is not null and (t.kind <> 'RefreshToken' or t.consumed_at < now() - ${GRACE})
    then extract(epoch from t.consumed_at)::int end as consumed`;

export const tokenOf = statement(
  [['x', 'Interaction']],
  (hash: string, kind: TokenKind) => sql<TokenRow>`
    select ${columns} from ${oauthTokens} t where t.hash = ${hash} and t.kind = ${kind} and t.expires_at > now()`,
);
export const tokenOfUid = statement(
  [['x', 'Session']],
  (uid: string, kind: TokenKind) => sql<TokenRow>`
    select ${columns} from ${oauthTokens} t where t.uid = ${uid} and t.kind = ${kind} and t.expires_at > now()`,
);

export interface NewToken {
  hash: string;
  kind: TokenKind;
  grantId: string | null;
  uid: string | null;
  sessionId: string | null;
  userId: string | null;
  payload: object;
  seconds: number;
}
const SAMPLE: NewToken = {
  ...{
    hash: 'x',
    kind: 'Session',
    grantId: null,
    uid: null,
    sessionId: null,
    userId: null,
    payload: {},
    seconds: 60,
  },
};
/** A successor that is made again does not change; the state of a request does. */
export const keepToken = statement(
  [[SAMPLE]],
  ({ hash, kind, grantId, uid, sessionId, userId, payload, seconds }: NewToken) => sql`
    insert into ${oauthTokens} as t (hash, kind, grant_id, uid, session_id, user_id, payload, expires_at)
    values (${hash}, ${kind}, ${grantId}::uuid, ${uid}::text, ${sessionId}::uuid, ${userId}::uuid, ${JSON.stringify(payload)}::jsonb,
      now() + make_interval(secs => ${seconds}))
    on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
      where t.kind = excluded.kind and t.kind in ('Session', 'Interaction')`,
);

export const consumeToken = statement(
  [['x', 'RefreshToken']],
  (hash: string, kind: TokenKind) => sql`
    update ${oauthTokens} t set consumed_at = now() where t.hash = ${hash} and t.kind = ${kind} and t.consumed_at is null`,
);
export const deleteToken = statement(
  [['x', 'Session']],
  (hash: string, kind: TokenKind) =>
    sql`delete from ${oauthTokens} t where t.hash = ${hash} and t.kind = ${kind}`,
);
export const deleteTokensOf = statement(
  [[ID, 'AccessToken']],
  (grantId: string, kind: TokenKind) =>
    sql`delete from ${oauthTokens} t where t.grant_id = ${grantId} and t.kind = ${kind}`,
);

/** A request that waits for its member, in the session that it was shown to. */
export const lockRequest = statement(
  [['x', ID, ID]],
  (hash: string, sessionId: string, userId: string) => sql<{ payload: Record<string, unknown> }>`
    select t.payload from ${oauthTokens} t where t.hash = ${hash} and t.kind = 'Interaction' and t.session_id = ${sessionId}
      and t.user_id = ${userId} and t.expires_at > now() and t.payload -> 'result' is null for update`,
);
export const answerRequest = statement(
  [['x', {}]],
  (hash: string, result: object) => sql`
    update ${oauthTokens} t set payload = t.payload || jsonb_build_object('result', ${JSON.stringify(result)}::jsonb)
    where t.hash = ${hash} and t.kind = 'Interaction'`,
);

export interface GrantRow {
  id: string;
  user_id: string;
  client_id: string;
  client_name: string | null;
  key_id: string;
  resource: OAuthResource;
  scopes: string[];
  location_ids: string[] | null;
  granted_by: string;
  last_used_at: string | null;
  created_at: string;
}
const grantColumns = sql`g.id, g.user_id, g.client_id, c.document ->> 'client_name' as client_name, g.key_id, g.resource, g.scopes,
  k.location_ids, u.name as granted_by, ${iso(sql`k.last_used_at`)} as last_used_at, ${iso(sql`g.created_at`)} as created_at`;
const grantTables = sql`${oauthGrants} g join ${oauthClients} c on c.id = g.client_id
  join ${apiKeys} k on k.id = g.key_id join ${users} u on u.id = g.user_id`;

/** Grants that a member sees: their own, and those of the business for who manages its keys. */
export const grantsFor = statement(
  [[ID, ID, true]],
  (entityId: string, userId: string, manages: boolean) => sql<GrantRow>`
    select ${grantColumns} from ${grantTables}
    where g.entity_id = ${entityId} and (g.user_id = ${userId} or ${manages}::boolean)
    order by g.created_at desc, g.id desc limit ${sql.raw(String(MAX_GRANTS))}`,
);
export const lockGrant = statement(
  [[ID, ID, ID, true]],
  (id: string, entityId: string, userId: string, manages: boolean) => sql<GrantRow>`
    select ${grantColumns} from ${grantTables}
    where g.id = ${id} and g.entity_id = ${entityId} and (g.user_id = ${userId} or ${manages}::boolean) for no key update of g`,
);

/** A grant as the protocol reads it, while the key behind it lives. */
export const grantOf = statement(
  [[ID]],
  (id: string) => sql<
    Pick<GrantRow, 'user_id' | 'client_id' | 'key_id' | 'resource' | 'scopes'> & {
      entity_id: string;
      user_name: string;
      iat: number;
    }
  >`
    select g.user_id, g.client_id, g.key_id, g.resource, g.scopes, g.entity_id, u.name as user_name,
      extract(epoch from g.created_at)::int as iat
    from ${oauthGrants} g join ${users} u on u.id = g.user_id where g.id = ${id}`,
);

export interface TokenActorRow extends KeyActorRow {
  resource: OAuthResource;
  scope: string;
  client_id: string;
  token_expired: boolean;
}
/** The caller of an access token, in one statement. */
export const actorOfToken = statement(
  [['x']],
  (hash: string) => sql<TokenActorRow>`
    select a.*, g.resource, g.client_id, coalesce(t.payload ->> 'scope', '') as scope, t.expires_at <= now() as token_expired
    from ${oauthTokens} t join ${oauthGrants} g on g.id = t.grant_id, lateral (${keyActor(sql`k.id = g.key_id`)}) a
    where t.hash = ${hash} and t.kind = 'AccessToken'`,
);
