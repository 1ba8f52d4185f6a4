import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';
import { AppError } from '../../kernel/errors';

export interface Target {
  /** The raw path, without the optional `/v1` prefix of REST addresses. */
  path: string;
  /** The same as the caller wrote it. */
  fullPath: string;
  /** The raw query string, without its question mark. */
  query: string;
}

/**
 * The path and query of a request, checked before anything else sees them. What `req.url` holds afterwards is in
 * origin-form (RFC 9112, 3.2.1), which is all that pages understand.
 * @throws AppError INVALID_REQUEST
 */
export function targetOf(req: IncomingMessage): Target {
  const [sent = ''] = (req.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '').split('#');
  const raw = sent === '' || sent.startsWith('?') ? `/${sent}` : sent;
  req.url = raw;
  const at = raw.indexOf('?');
  const path = at < 0 ? raw : raw.slice(0, at);
  // A URL parser reads `//host` and `/\host` as another host.
  if (!/^\/(?![/\\])/.test(path)) throw new AppError('INVALID_REQUEST', 'The request target is invalid.');
  try {
    decodeURIComponent(path);
  } catch {
    throw new AppError('INVALID_REQUEST', 'The address is not valid percent-encoding.');
  }
  const below = /^\/v1\/(auth|api)(\/|$)/.test(path) ? path.slice(3) : path;
  return { path: below, fullPath: path, query: at < 0 ? '' : raw.slice(at + 1) };
}

/** The address as the log may hold it: a mailed link's token is a password for as long as it counts. */
export function loggableUrl(url: string | undefined): string | undefined {
  return url?.replace(/^(\/(?:reset-password|invite|setup)\/)[^/?#]+/, '$1…');
}

/** The caller's request id when it is one that a log can hold, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : v7();
}

/** What the browser says of where a request comes from; other programs say nothing. */
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
