import type { NextAuthOptions } from 'next-auth';
import { decode, encode, getToken, type JWTDecodeParams } from 'next-auth/jwt';
import type { Logger } from 'pino';
import type { RequestInfo } from '../../kernel/actor';
import type { Cipher } from '../../kernel/cipher';
import { AppError, isAppError } from '../../kernel/errors';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import type { AbuseLimiter } from '../../platform/rate-limit/abuse';
import type { Secrets } from '../../platform/secrets/auth-secret';
import { noteRejection } from '../../platform/security-log';
import { PasskeySignIn } from './passkeys/schema';
import { signInWithPasskey } from './passkeys/sign-in';
import { CompleteMfa, Login } from './schema';
import { endSession, type SignIn } from './service';
import { deviceCookie } from './sign-in/known-device';
import { completeSignIn, signIn } from './sign-in/sign-in';
import { SESSION_SECONDS } from './tokens';

interface NextAuthParts {
  log: Logger;
  db: Db;
  signer: TokenSigner;
  cipher: Cipher;
  abuse: AbuseLimiter;
  secrets: Secrets;
  publicUrl: string;
  /** Returns true when the public address is https: cookies are then Secure and bound to the host. */
  secure: boolean;
}

/** The device cookie of a request, and the Set-Cookie header of its response. */
export interface DeviceCookie {
  sent: string | undefined;
  issued: string | null;
}

/** Far more than an assertion has. */
const ASSERTION_CHARACTERS = 16_384;

function cookieName(secure: boolean): string {
  return secure ? '__Host-tallyleaf-session' : 'tallyleaf-session';
}

/** Builds the Set-Cookie header of a session that was opened outside next-auth; it lasts as long as the session. */
export async function sessionCookie(
  secrets: Secrets,
  secure: boolean,
  userId: string,
  { id: sid, expiresAt }: { id: string; expiresAt: Date },
): Promise<string> {
  const maxAge = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  const value = await encode({ token: { sub: userId, sid }, secret: secrets.current, maxAge });
  return `${cookieName(secure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Builds next-auth's options for one request, on the same session rows as the API's tokens (decision 60), as long as next-auth stays (decision 464). */
export function nextAuthOptions(
  { log, db, signer, cipher, abuse, secrets, publicUrl, secure }: NextAuthParts,
  device: DeviceCookie,
): NextAuthOptions {
  const options = { path: '/', sameSite: 'lax', secure } as const;
  const named = (name: string) => (secure ? `__Host-${name}` : name);
  const sessionFor = async (
    headers: Record<string, string> = {},
    open: (request: RequestInfo) => Promise<SignIn>,
  ) => {
    const opened = await openFor({ headers, deviceCookie: device.sent, log }, async (request) => {
      await abuse.take({ actor: null, request }, 1);
      return open(request);
    });
    if (opened.deviceId) device.issued = await deviceCookie(signer, opened.deviceId, secure);
    const { user, session } = opened;
    return { id: user.id, email: user.email, name: user.name, sid: session.id };
  };
  return {
    secret: secrets.current,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    jwt: { decode: decoderOf(secrets) },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    useSecureCookies: secure,
    cookies: {
      sessionToken: { name: cookieName(secure), options: { ...options, httpOnly: true } },
      csrfToken: { name: named('tallyleaf-csrf'), options: { ...options, httpOnly: true } },
      callbackUrl: { name: named('tallyleaf-callback'), options: { ...options, httpOnly: true } },
    },
    providers: [
      {
        id: 'credentials',
        name: 'Email and password',
        type: 'credentials',
        credentials: { email: {}, password: {} },
        authorize: (credentials, { headers }) =>
          sessionFor(headers, (request) => byPassword({ db, signer, request }, credentials)),
      },
      {
        id: 'mfa',
        name: 'Second factor',
        type: 'credentials',
        credentials: { temp_token: {}, code: {} },
        authorize: (credentials, { headers }) =>
          sessionFor(headers, (request) => byCode({ db, signer, cipher, request }, credentials)),
      },
      {
        id: 'passkey',
        name: 'Passkey',
        type: 'credentials',
        credentials: { assertion: {} },
        authorize: (credentials, { headers }) =>
          sessionFor(headers, (request) => byPasskey({ db, signer, publicUrl, request }, credentials)),
      },
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sub: user.id, sid: (user as { sid?: string }).sid } : token),
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === 'string') await endSession(db, token.sid);
      },
    },
  };
}

/** Handles the password step. With a second factor it opens no session; the page gets a token for the code step. */
async function byPassword(
  scope: { db: Db; signer: TokenSigner; request: RequestInfo },
  credentials: unknown,
): Promise<SignIn> {
  const { email, password } = (credentials ?? {}) as Record<string, unknown>;
  const parsed = Login.safeParse({ email, password });
  if (!parsed.success) throw new AppError('INVALID_CREDENTIALS', '');
  const outcome = await signIn(scope, parsed.data, 'browser');
  if (!('mfaRequired' in outcome)) return outcome;
  throw new AppError('MFA_REQUIRED', '', { temp_token: outcome.mfaRequired.temp_token });
}

async function byCode(
  scope: { db: Db; signer: TokenSigner; cipher: Cipher; request: RequestInfo },
  credentials: unknown,
): Promise<SignIn> {
  const { temp_token, code } = (credentials ?? {}) as Record<string, unknown>;
  const parsed = CompleteMfa.safeParse({ temp_token, code });
  if (!parsed.success) throw new AppError('INVALID_MFA_CODE', '');
  return completeSignIn(scope, parsed.data, 'browser');
}

/** Handles a passkey's signature, which next-auth takes as text. */
async function byPasskey(
  scope: { db: Db; signer: TokenSigner; publicUrl: string; request: RequestInfo },
  credentials: unknown,
): Promise<SignIn> {
  const { assertion } = (credentials ?? {}) as Record<string, unknown>;
  const isText = typeof assertion === 'string' && assertion.length <= ASSERTION_CHARACTERS;
  const parsed = PasskeySignIn.safeParse({ assertion: isText ? jsonOf(assertion) : null });
  if (!parsed.success) throw new AppError('INVALID_CREDENTIALS', '');
  return signInWithPasskey(scope, parsed.data.assertion, 'browser');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** next-auth passes only the error's message to the page, so it carries our code and details as JSON. */
async function openFor(
  {
    headers,
    deviceCookie,
    log,
  }: { headers: Record<string, string>; deviceCookie: string | undefined; log: Logger },
  open: (request: RequestInfo) => Promise<SignIn>,
): Promise<SignIn> {
  try {
    return await open({
      id: headers['x-request-id'] ?? '',
      address: headers['x-client-address'] ?? '',
      userAgent: headers['user-agent'] ?? null,
      deviceCookie,
      transport: 'dashboard',
    });
  } catch (error) {
    if (!isAppError(error)) throw new Error(JSON.stringify({ code: 'SERVER_ERROR', details: {} }));
    noteRejection(log, error, { requestId: headers['x-request-id'] ?? '', operation: 'sign-in' });
    throw new Error(JSON.stringify({ code: error.code, details: error.details }));
  }
}

/** Reads next-auth's cookie, also one from before a rotation of the secret. */
function decoderOf({ previous }: Secrets): typeof decode {
  if (previous === null) return decode;
  return (params: JWTDecodeParams) => decode(params).catch(() => decode({ ...params, secret: previous }));
}

interface KnownCookie {
  sessionId: string | null;
  /** Seconds since 1970. */
  expires: number;
}

const KNOWN_COOKIES = 10_000;

/**
 * Reads the session that a browser's cookies identify; null unless next-auth's cookie is intact. A cookie is decrypted
 * once: its content never changes, only its expiry and the session are checked each time.
 */
export function browserSessions({ secrets, secure }: { secrets: Secrets; secure: boolean }) {
  const decodeCookie = decoderOf(secrets);
  const name = cookieName(secure);
  const known = new Map<string, KnownCookie>();
  return async (cookies: Record<string, string>): Promise<string | null> => {
    // A long cookie arrives in numbered parts.
    const parts = Object.entries(cookies).filter(([cookie]) => cookie.startsWith(name));
    if (parts.length === 0) return null;
    const key = JSON.stringify(parts);
    const seen = known.get(key);
    if (seen && seen.expires * 1000 > Date.now()) return seen.sessionId;
    known.delete(key);
    // Parsed cookies and no headers: on a raw request getToken returns null, and a bearer token must not count here.
    const req = { cookies, headers: {} } as unknown as Parameters<typeof getToken>[0]['req'];
    const token = await getToken({
      req,
      secret: secrets.current,
      decode: decodeCookie,
      cookieName: name,
      secureCookie: secure,
    });
    const sessionId = typeof token?.sid === 'string' ? token.sid : null;
    if (token && typeof token.exp === 'number') {
      if (known.size >= KNOWN_COOKIES) known.clear();
      known.set(key, { sessionId, expires: token.exp });
    }
    return sessionId;
  };
}
