import type { IncomingMessage } from 'node:http';
import { AppError } from '../../kernel/errors';
import { newId } from '../../kernel/ids';

export interface Target {
  /** The raw path, without the optional `/v1` prefix of REST addresses. */
  path: string;
  /** The raw path with that prefix. */
  fullPath: string;
  /** The raw query string, without its question mark. */
  query: string;
}

/**
 * Splits a request's path and query and validates them before any other code. Leaves `req.url` in origin-form (RFC
 * 9112, 3.2.1), the only form that pages support.
 * @throws AppError INVALID_REQUEST
 */
export function targetOf(req: IncomingMessage): Target {
  const [sent = ''] = (req.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '').split('#');
  const raw = sent === '' || sent.startsWith('?') ? `/${sent}` : sent;
  req.url = raw;
  const at = raw.indexOf('?');
  const path = at < 0 ? raw : raw.slice(0, at);
  // A URL parser reads `//host` and `/\host` as another host (decision 114).
  if (!/^\/(?![/\\])/.test(path)) throw new AppError('INVALID_REQUEST', 'The request target is invalid.');
  try {
    decodeURIComponent(path);
  } catch {
    throw new AppError('INVALID_REQUEST', 'The address is not valid percent-encoding.');
  }
  const below = /^\/v1\/(auth|api)(\/|$)/.test(path) ? path.slice(3) : path;
  return { path: below, fullPath: path, query: at < 0 ? '' : raw.slice(at + 1) };
}

/**
 * The path of an address for the log. The token of a mailed link is a credential until it expires, and a query holds what
 * people search for.
 */
export function loggablePath(url: string | undefined): string | undefined {
  return url
    ?.split('?', 1)[0]
    ?.replace(
      /^(\/(?:oauth\/authorize|oauth\/consent|reset-password|invite|claim|sign-up|setup|unsubscribe|m\/r|m|(?:v1\/)?api\/v1\/public\/menus)\/)(?!r\/)[^/]+/,
      '$1…',
    );
}

/** Returns the caller's request id when it is safe to log, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : newId();
}

/** Returns false for a request that a browser marks as sent by another site; other clients send no such header. */
export function isFromOwnPages(req: IncomingMessage): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = req.headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

export function cookiesOf(req: IncomingMessage): Record<string, string> {
  const pairs = (req.headers.cookie ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), decoded(part.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
