import type { IncomingMessage, ServerResponse } from 'node:http';

const EXPOSED = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Tallyleaf-Version',
].join(', ');
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Menu-Passcode, X-Request-Id';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of the operator's origins call REST with a bearer token (Fetch standard, CORS protocol); cookies never
 * count. Without configured origins it sends no headers and rejects a preflight like any other OPTIONS.
 * @param origins allowed origins; `*` is every origin
 * @returns true when the request was a preflight and has its response
 */
export function respondToCors(
  req: IncomingMessage,
  res: ServerResponse,
  origins: readonly string[],
): boolean {
  const { origin } = req.headers;
  if (origins.length === 0) return false;
  res.setHeader('Vary', 'Origin');
  if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return false;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
  res.setHeader('Access-Control-Allow-Methods', METHODS);
  res.setHeader('Access-Control-Allow-Headers', HEADERS);
  res.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  res.statusCode = 204;
  res.end();
  return true;
}
