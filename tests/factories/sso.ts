import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { Provider } from 'oidc-provider';

export const CLIENT = { clientId: 'tallyleaf', clientSecret: 'a secret of the client that nobody knows' };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const closing = (server: Server) => () => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
};

/** What a provider that lies does otherwise than one that doesn't. */
export interface Lies {
  alg?: string;
  /** Signs with a key that isn't published. */
  otherKey?: boolean;
  claims?: JWTPayload & Record<string, unknown>;
  discovery?: Record<string, unknown>;
  /** Handles a path in place of the provider. */
  instead?: Record<string, (req: IncomingMessage, res: ServerResponse) => void>;
}

/** A provider that says whatever a test wants. */
export async function openLiar() {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const codes = new Map<string, URLSearchParams>();
  const state: { lies: Lies; claims: Record<string, unknown>; asked: string[] } = {
    lies: {},
    claims: {},
    asked: [],
  };
  const json = (res: ServerResponse, body: unknown) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(body));
  };
  const tokenFor = async (asked: URLSearchParams) => {
    const { alg = 'RS256', otherKey, claims } = state.lies;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      ...{ iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 300, auth_time: now },
      ...{ nonce: asked.get('nonce') ?? '', email_verified: true, ...state.claims, ...claims },
    } as JWTPayload;
    if (alg === 'none') return new UnsecuredJWT(payload).encode();
    const signed = new SignJWT(payload).setProtectedHeader({ alg, kid: 'own' });
    if (alg === 'HS256') return signed.sign(Buffer.from(CLIENT.clientSecret));
    return signed.sign(otherKey ? other.privateKey : own.privateKey);
  };
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', issuer);
    state.asked.push(url.pathname);
    const instead = state.lies.instead?.[url.pathname];
    if (instead) return instead(req, res);
    if (url.pathname === '/.well-known/openid-configuration') {
      return json(res, {
        ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'] },
        ...{ id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'], ...state.lies.discovery },
      });
    }
    if (url.pathname === '/jwks') {
      return json(res, {
        keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }],
      });
    }
    if (url.pathname !== '/token') return res.writeHead(404).end();
    let body = '';
    for await (const chunk of req) body += chunk;
    const asked = codes.get(new URLSearchParams(body).get('code') ?? '');
    if (!asked) return res.writeHead(400).end('{"error":"invalid_grant"}');
    json(res, { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: await tokenFor(asked) });
  });
  const issuer = await listen(server);
  return {
    issuer,
    state,
    /** Does what the browser does at the provider. @returns the query of the callback */
    callback(authorizationUrl: string, more: Record<string, string> = {}): string {
      const asked = new URL(authorizationUrl).searchParams;
      const code = crypto.randomUUID();
      codes.set(code, asked);
      return String(new URLSearchParams({ code, state: asked.get('state') ?? '', ...more }));
    },
    close: closing(server),
  };
}

/** A real provider, at which one account is signed in and consents without being asked. */
export async function openProvider(
  account: { sub: string; email: string; groups: string[] },
  redirectUri: string,
) {
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/interaction/')) return void finish(req, res);
    provider.callback()(req, res);
  });
  const issuer = await listen(server);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
        ...{ grant_types: ['authorization_code'], response_types: ['code'] },
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: () => ({
      accountId: account.sub,
      claims: () => ({ ...account, email_verified: true, name: 'Ada Real' }),
    }),
  });
  async function finish(req: IncomingMessage, res: ServerResponse) {
    const { params, prompt } = await provider.interactionDetails(req, res);
    if (prompt.name === 'login') {
      return provider.interactionFinished(req, res, { login: { accountId: account.sub } });
    }
    const grant = new provider.Grant({ accountId: account.sub, clientId: String(params.client_id) });
    grant.addOIDCScope('openid email profile');
    await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } });
  }
  return {
    issuer,
    /** Follows the redirects of a browser to the callback. @returns its query */
    async callback(authorizationUrl: string): Promise<string> {
      const cookies = new Map<string, string>();
      let url = authorizationUrl;
      for (let step = 0; step < 10 && !url.startsWith(redirectUri); step++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
          cookies.set(name, value);
        }
        const next = response.headers.get('location');
        if (!next) throw new Error(`${response.status} at ${url}: ${await response.text()}`);
        url = new URL(next, url).href;
      }
      return new URL(url).search.slice(1);
    },
    close: closing(server),
  };
}
