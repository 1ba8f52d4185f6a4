import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { scopesOf } from '../../features/oauth/schema';
import { resourceAt } from '../../features/oauth/service';
import type { Db } from '../../platform/db/client';
import { adapterFor } from './adapter';

/** Lifetimes in seconds. */
const TTL = {
  ...{ AccessToken: 3_600, AuthorizationCode: 60, RefreshToken: 30 * 86_400 },
  ...{ Interaction: 600, Session: 600, Grant: 30 * 86_400, IdToken: 60 },
};
const PATHS = { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' };

interface Parts {
  db: Db;
  publicUrl: string;
  /** The server's secret: cookies are signed, and successors of tokens made, by what is derived from it. */
  secret: string;
  log: Logger;
}

const derived = (secret: string, purpose: string) =>
  createHmac('sha256', secret).update(purpose).digest('base64url');

/** Opens the authorization server. It is loaded with its first request: a start needs none of it. */
export async function openProvider({ db, publicUrl, secret, log }: Parts): Promise<Provider> {
  const library = await quietly(log, () => import('oidc-provider'));
  const configuration: Configuration = {
    adapter: adapterFor(db, publicUrl),
    clients: [],
    // Tokens are opaque; a key has to be there all the same.
    jwks: {
      keys: [
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
      ] as never,
    },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: {
      keys: [derived(secret, 'oauth cookies')],
      names: {
        session: 'tallyleaf-oauth',
        interaction: 'tallyleaf-oauth-request',
        resume: 'tallyleaf-oauth-resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: '/oauth', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: TTL,
    routes: PATHS,
    scopes: ['offline_access'],
    claims: {},
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    // Each request takes a consent of its own, whatever an earlier one granted.
    loadExistingGrant: async ({ oidc }) => {
      const { grantId } = (oidc.result?.consent ?? {}) as { grantId?: string };
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    interactions: { url: (_, { uid }) => `/oauth/consent/${uid}` },
    renderError: (ctx, out) => {
      ctx.type = 'application/json';
      ctx.body = JSON.stringify(out);
    },
    fetch: async () => {
      throw new Error('The authorization server sends no requests');
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      introspection: { enabled: false },
      deviceFlow: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      // Announced by the library; documents are read by ours, through the guard.
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: () => false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => client.clientId === token.clientId },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, address) => {
          const resource = resourceAt(publicUrl, address);
          if (!resource) throw new library.errors.InvalidTarget('resource indicator is not known');
          return {
            ...{ scope: scopesOf(resource).join(' '), audience: address },
            ...{ accessTokenFormat: 'opaque', accessTokenTTL: TTL.AccessToken },
          };
        },
      },
    },
  };
  const provider = await quietly(log, async () => new library.Provider(publicUrl, configuration));
  provider.proxy = true;
  nameSuccessors(library.Provider, provider, derived(secret, 'oauth successors'));
  provider.on('server_error', (_, error) => log.error({ err: error }, 'the authorization server failed'));
  return provider;
}

/**
 * Has a refresh token's successors follow from it, so that it gets the same ones again for as long as it counts as just replaced,
 * though no token is kept.
 */
function nameSuccessors(library: typeof Provider, provider: Provider, secret: string): void {
  for (const model of [provider.RefreshToken, provider.AccessToken]) {
    const { prototype } = model as unknown as { prototype: { generateTokenId(): string } };
    const made = prototype.generateTokenId;
    prototype.generateTokenId = function (this: object) {
      const ctx = (library as unknown as { ctx?: KoaContextWithOIDC }).ctx;
      const { RotatedRefreshToken: rotated } = (ctx?.oidc.entities ?? {}) as {
        RotatedRefreshToken?: { jti: string };
      };
      // Also where its name is not used: it notes the format of the token.
      const name = made.call(this);
      if (!rotated) return name;
      const kind = model === provider.RefreshToken ? 'refresh' : 'access';
      return createHmac('sha256', secret).update(`${kind} ${rotated.jti}`).digest('base64url');
    };
  }
}

/** What the library prints, such as that it would rather have a newer Node, goes into the log. */
async function quietly<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  const noted = (...said: unknown[]) => log.debug({ said: said.join(' ') }, 'the authorization server says');
  console.warn = noted;
  console.info = noted;
  try {
    return await work();
  } finally {
    console.warn = warn;
    console.info = info;
  }
}
