// Contexts import this file.
import type { Actor } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import { actorOf } from '../api-keys/queries';
import { hostOf } from './documents';
import { actorOfToken } from './queries.sql';
import { MCP_SCOPES, type McpScope, type OAuthResource, permissionsFor } from './schema';
import { hashOf } from './service';

/** Who an access token stands for, and where. */
export interface TokenCaller {
  actor: Actor;
  resource: OAuthResource;
  scopes: readonly McpScope[];
  /** Host of the client. */
  client: string;
  /** The key behind it, whose last use was noted more than a minute ago; null otherwise. */
  unnoted: string | null;
}

/** Whether a bearer token is meant as one of ours: sessions' have dots, keys a beginning. */
export const isAccessToken = (token: string) => /^[\w-]{43}$/.test(token);

/**
 * Reads the caller of an access token: the key behind the grant, within the scopes of the token.
 * @throws AppError TOKEN_INVALID for an unknown or revoked one, TOKEN_EXPIRED
 */
export async function readToken(db: Db, token: string): Promise<TokenCaller> {
  const [row] = await actorOfToken(db, hashOf(token));
  if (!row || row.expired) throw wrongToken();
  if (row.token_expired) throw rejected('TOKEN_EXPIRED', 'The access token has expired.');
  const scopes = row.scope.split(' ');
  const within = permissionsFor(row.resource, scopes);
  const client = hostOf(row.client_id);
  const { permissions, key, ...actor } = actorOf(row);
  const name = row.personal ? `${row.name} (${client})` : `${client} (app)`;
  return {
    actor: {
      ...actor,
      name,
      key: key && { ...key, ofGrant: true },
      permissions: permissions.filter((one) => within.includes(one)),
    },
    unnoted: row.unnoted ? row.key_id : null,
    ...{ resource: row.resource, client, scopes: MCP_SCOPES.filter((one) => scopes.includes(one)) },
  };
}

/** 401 for a token that is unknown, or not for the address. */
export const wrongToken = () => rejected('TOKEN_INVALID', 'The token is not valid here.');

function rejected(code: 'TOKEN_INVALID' | 'TOKEN_EXPIRED', message: string): AppError {
  return new AppError(code, message, {}, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
}
