import * as client from 'openid-client';
import { AppError, invalidRequest, isAppError } from '../../../kernel/errors';
import { OutgoingError } from '../../../platform/outgoing/request';
import { type allowedFetch, PlacesFailed } from './allowed-fetch';
import { type Claims, readClaims } from './claims';

/** Signatures that are accepted, whatever a provider says of itself: no shared secret, no `none`. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const KEPT_MS = 600_000;
const MOST_KEPT = 500;

export interface Registered {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What a sign-in begins with and its callback is compared with. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

type Fetch = ReturnType<typeof allowedFetch>;

/** Documents by issuer and, as the two may reach different hosts, by whether loopback is allowed. */
const kept = new Map<string, { at: number; metadata: client.ServerMetadata }>();

/**
 * Reads what a provider says of itself, at most once in 10 minutes.
 * @throws AppError INVALID_REQUEST, SERVICE_UNAVAILABLE
 */
async function metadataOf(
  { issuer, clientId }: Registered,
  fetch: Fetch,
  allowHttp: boolean,
): Promise<client.ServerMetadata> {
  const key = `${allowHttp}:${issuer}`;
  const known = kept.get(key);
  if (known && Date.now() - known.at < KEPT_MS) return known.metadata;
  kept.delete(key);
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    [client.customFetch]: fetch,
    ...(allowHttp && { execute: [client.allowInsecureRequests] }),
  });
  const said = JSON.parse(JSON.stringify(found.serverMetadata())) as client.ServerMetadata;
  const metadata = { ...said, id_token_signing_alg_values_supported: ALGORITHMS };
  // The library compares the two after it has normalized them; the issuer of tokens has to be the very text.
  if (metadata.issuer !== issuer) throw wrongProvider('names another issuer');
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (typeof metadata[endpoint] !== 'string' || !isEndpoint(metadata[endpoint], allowHttp))
      throw wrongProvider(`has no ${endpoint}`);
  }
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, { at: Date.now(), metadata });
  return metadata;
}

function isEndpoint(text: string, allowHttp: boolean): boolean {
  if (text.length > 2048 || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || (allowHttp && protocol === 'http:');
}

async function configured(registered: Registered, fetch: Fetch, allowHttp: boolean) {
  const metadata = await metadataOf(registered, fetch, allowHttp);
  const { clientId, clientSecret } = registered;
  const config = new client.Configuration(metadata, clientId, clientSecret, authentication(metadata));
  config[client.customFetch] = fetch;
  // Without it the library takes any signature of a token that came straight from the provider.
  client.enableNonRepudiationChecks(config);
  if (allowHttp) client.allowInsecureRequests(config);
  return config;

  function authentication({ token_endpoint_auth_methods_supported: methods }: client.ServerMetadata) {
    const posts = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return posts ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
  }
}

/**
 * Builds the address at the provider that a sign-in begins at.
 * @throws AppError INVALID_REQUEST for a provider that isn't one, SERVICE_UNAVAILABLE for one that doesn't respond
 */
export function authorizationUrl(
  registered: Registered,
  { state, nonce, verifier, redirectUri }: Checks,
  fetch: Fetch,
  allowHttp: boolean,
): Promise<string> {
  return understood(async () => {
    const config = await configured(registered, fetch, allowHttp);
    const url = client.buildAuthorizationUrl(config, {
      ...{ redirect_uri: redirectUri, scope: 'openid email profile', response_type: 'code', state, nonce },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  });
}

/**
 * Exchanges the code of a callback, with every check of the token: signature, issuer, audience, times, nonce, challenge.
 * @param query of the callback
 * @throws AppError INVALID_REQUEST, SERVICE_UNAVAILABLE
 */
export function claimsOf(
  registered: Registered,
  query: string,
  { state, nonce, verifier, redirectUri }: Checks,
  fetch: Fetch,
  allowHttp: boolean,
  groupsClaim: string,
): Promise<Claims> {
  return understood(async () => {
    const config = await configured(registered, fetch, allowHttp);
    const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
      ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    });
    return readClaims({ ...tokens.claims() }, groupsClaim);
  });
}

/** Makes what a provider does wrong an error of the request: 503 where it may be right later, otherwise 400. */
async function understood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw understand(error);
  }
}

function understand(error: unknown): unknown {
  if (isAppError(error)) return error;
  const cause = causeOf(error);
  if (isAppError(cause)) return cause;
  if (cause instanceof PlacesFailed) return cause.cause;
  if (cause instanceof OutgoingError && !cause.rejected) {
    return new AppError(
      'SERVICE_UNAVAILABLE',
      'Your sign-in provider gave no usable response. Try again in a minute.',
      { retry_after: 60 },
      { 'Retry-After': '60' },
    );
  }
  return wrongProvider(
    cause instanceof OutgoingError ? 'is at an address that is not allowed' : 'sent what is not valid',
  );
}

/** The library wraps what our `fetch` throws. */
function causeOf(error: unknown): unknown {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    if (isAppError(cause) || cause instanceof OutgoingError || cause instanceof PlacesFailed) return cause;
    cause = cause.cause;
  }
  return error;
}

const wrongProvider = (what: string): AppError =>
  invalidRequest([{ path: 'issuer', code: 'invalid_provider', message: `The sign-in provider ${what}.` }]);
