import { z } from 'zod';
import { type AppError, invalidRequest } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import { sendRequest } from '../../platform/outgoing/request';
import { checkMinute } from '../../platform/rate-limit/per-minute';
import { clientOf, keepClient } from './queries.sql';

/** Documents that a member has read for them in a minute. */
const PER_MINUTE = 10;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16 * 1024;
/** For how many seconds a document is kept: an hour to a day. */
const [LEAST, MOST] = [3_600, 86_400];

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a code may go there: to https, or to a program on the member's own machine (RFC 8252). */
function isRedirect(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  return protocol === 'https:' ? !LOOPBACK.has(hostname) : protocol === 'http:' && LOOPBACK.has(hostname);
}

const Document = z.object({
  client_id: z.string(),
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string().max(2048).refine(isRedirect)).min(1).max(20),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
});
export interface ClientDocument {
  client_id: string;
  client_name: string | null;
  redirect_uris: string[];
}

/** Whether a client's name is an address that a document may lie at. */
export function isDocumentAddress(id: string, allowLoopback: boolean): boolean {
  if (id.length > 2048 || !URL.canParse(id) || /[\s#\\]/.test(id)) return false;
  const { protocol, hostname, username, password, pathname, href } = new URL(id);
  if (username || password || pathname === '/' || href !== id) return false;
  return protocol === 'https:' || (allowLoopback && protocol === 'http:' && hostname === '127.0.0.1');
}

/** The host by which people know a client. */
export const hostOf = (clientId: string) => (URL.canParse(clientId) ? new URL(clientId).host : clientId);

/** A document that was read before; null without one. */
export async function knownClient(db: Db, id: string): Promise<ClientDocument | null> {
  const [row] = await clientOf(db, id);
  return row ? (row.document as unknown as ClientDocument) : null;
}

/**
 * Reads a client's document for a signed-in member, unless the one that is kept is fresh.
 * @throws AppError INVALID_REQUEST for what is no valid document, RATE_LIMITED
 */
export async function readClient(
  db: Db,
  { id, userId, allowLoopback }: { id: string; userId: string; allowLoopback: boolean },
): Promise<ClientDocument> {
  if (!isDocumentAddress(id, allowLoopback)) throw unusable('must be the https address of a document');
  const [known] = await clientOf(db, id);
  if (known?.fresh) return known.document as unknown as ClientDocument;
  await checkMinute(db, `client-documents:${userId}`, PER_MINUTE);
  const { document, seconds } = await fetched(id, allowLoopback);
  await keepClient(db, id, document, seconds);
  return document;
}

async function fetched(
  id: string,
  allowLoopback: boolean,
): Promise<{ document: ClientDocument; seconds: number }> {
  const request = {
    url: id,
    method: 'GET',
    headers: {},
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  } as const;
  const response = await sendRequest({ allowLoopback }, request).catch(() => {
    throw unusable('could not be read, or is not on the public internet');
  });
  if (response.status !== 200) throw unusable('could not be read: its server did not respond with 200');
  const { data } = Document.safeParse(parsed(response.bytes.toString()));
  if (data?.client_id !== id) throw unusable('holds no valid description of this client');
  const { client_name = null, redirect_uris } = data;
  return {
    document: { client_id: id, client_name, redirect_uris },
    seconds: lifetimeOf(response.headers['cache-control']),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function lifetimeOf(header: unknown): number {
  const seconds = Number(/max-age\s*=\s*(\d{1,9})/i.exec(String(header ?? ''))?.[1] ?? LEAST);
  return Math.min(Math.max(seconds, LEAST), MOST);
}

const unusable = (message: string): AppError =>
  invalidRequest([{ path: 'client_id', code: 'invalid_url', message }]);
