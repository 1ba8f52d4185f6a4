import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sessionCookie } from '../../features/auth/nextauth';
import { deviceCookie, deviceCookieName } from '../../features/auth/sign-in/known-device';
import { beginSignIn, finishSignIn } from '../../features/sso/service';
import type { RequestInfo } from '../../kernel/actor';
import { invalidRequest, isAppError } from '../../kernel/errors';
import type { AbuseLimiter } from '../../platform/rate-limit/abuse';
import type { Secrets } from '../../platform/secrets/auth-secret';
import { noteRejection } from '../../platform/security-log';
import { cookiesOf, type Target } from '../http/request';
import { PUBLIC_JSON_LIMIT, readJsonBody } from '../rest/body';
import { sendJson } from '../rest/envelope';
import { methodNotAllowed } from '../rest/routes';
import type { Runtime } from '../runtime';

const BEGIN = '/auth/sso';
const CALLBACK = '/auth/sso/callback';
const COOKIE_SECONDS = 600;
/** Longer ones than any provider sends. */
const MAX_QUERY = 8_192;

export const isSsoPath = (path: string) => path === BEGIN || path === CALLBACK;

interface Parts extends Pick<Runtime, 'db' | 'env' | 'log' | 'cipher' | 'signer'> {
  abuse: AbuseLimiter;
  secrets: Secrets;
}

/** Whether a text is the path of a page of ours, which a browser can't take for another host's. */
const isOwnPath = (text: string) => /^\/(?![/\\])[\x21-\x7e]{0,1999}$/.test(text) && !text.includes('\\');
const Begin = z.strictObject({
  email: z.email().max(254),
  return_to: z.string().max(2000).refine(isOwnPath, 'must be a path such as /orders').optional(),
});

/** Serves sign-ins by providers: their beginning, and what a provider sends browsers back to. */
export class SsoServer {
  readonly #secure: boolean;
  readonly #cookie: string;

  constructor(private readonly parts: Parts) {
    this.#secure = parts.env.PUBLIC_URL.startsWith('https:');
    this.#cookie = this.#secure ? '__Host-tallyleaf-sso' : 'tallyleaf-sso';
  }

  /** @throws AppError INVALID_REQUEST, INVALID_CREDENTIALS, RATE_LIMITED, SERVICE_UNAVAILABLE, METHOD_NOT_ALLOWED */
  async serve(
    req: IncomingMessage,
    res: ServerResponse,
    { path, query }: Target,
    request: RequestInfo,
  ): Promise<void> {
    const method = path === BEGIN ? 'POST' : 'GET';
    if (req.method !== method) throw methodNotAllowed([method]);
    await this.parts.abuse.take({ actor: null, request }, 1);
    if (path === BEGIN) return this.#begin(req, res);
    await this.#finish(req, res, query, request);
  }

  #scope() {
    const { db, cipher, env } = this.parts;
    const policy = { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK, privateHosts: env.SSO_PRIVATE_HOSTS };
    return { db, cipher, policy, publicUrl: env.PUBLIC_URL };
  }

  /** The secret of a browser; one that isn't ours counts as none. */
  #browserOf(req: IncomingMessage): string | null {
    const sent = cookiesOf(req)[this.#cookie] ?? '';
    return /^[\w-]{43}$/.test(sent) ? sent : null;
  }

  async #begin(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parsed = Begin.safeParse((await readJsonBody(req, PUBLIC_JSON_LIMIT)).value);
    if (!parsed.success) throw invalidBegin(parsed.error);
    const { email, return_to: returnTo = '/' } = parsed.data;
    const browser = this.#browserOf(req) ?? randomBytes(32).toString('base64url');
    const authorization_url = await beginSignIn(this.#scope(), {
      ...{ email: email.toLowerCase(), returnTo, browser },
    });
    if (authorization_url) this.#setCookie(res, browser, COOKIE_SECONDS);
    sendJson(res, 200, { authorization_url });
  }

  async #finish(
    req: IncomingMessage,
    res: ServerResponse,
    query: string,
    request: RequestInfo,
  ): Promise<void> {
    const { signer, secrets, log } = this.parts;
    const deviceCookieSent = cookiesOf(req)[deviceCookieName(this.#secure)];
    try {
      const { user, session, deviceId, returnTo } = await finishSignIn(
        {
          ...this.#scope(),
          signer,
          request: { ...request, transport: 'dashboard', deviceCookie: deviceCookieSent },
        },
        { query: query.slice(0, MAX_QUERY), browser: this.#browserOf(req) ?? '' },
      );
      res.appendHeader('Set-Cookie', await sessionCookie(secrets, this.#secure, user.id, session));
      if (deviceId) res.appendHeader('Set-Cookie', await deviceCookie(signer, deviceId, this.#secure));
      seeOther(res, returnTo);
    } catch (error) {
      // A browser gets the page, which says what happened; a program the error.
      if (!isAppError(error) || !String(req.headers.accept).includes('text/html')) throw error;
      noteRejection(log, error, { requestId: request.id, operation: 'sign-in' });
      seeOther(res, `/sign-in?error=${error.status === 503 ? 'sso_unavailable' : 'sso_rejected'}`);
    }
  }

  #setCookie(res: ServerResponse, value: string, seconds: number): void {
    const flags = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${this.#secure ? '; Secure' : ''}`;
    res.appendHeader('Set-Cookie', `${this.#cookie}=${value}; ${flags}`);
  }
}

function seeOther(res: ServerResponse, location: string): void {
  res.statusCode = 303;
  res.setHeader('Location', location);
  res.end();
}

const invalidBegin = (error: z.ZodError) =>
  invalidRequest(
    error.issues.map(({ path, message }) => ({ path: path.join('.'), code: 'invalid_format', message })),
  );
