import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '../../kernel/errors';

/** Maximum sizes of a JSON body in bytes, also over tRPC: of operations of members, and of public ones (decision 421). */
export const JSON_LIMIT = 256 * 1024;
/** The same of a body whose list may be long, also as CSV. */
export const TABLE_LIMIT = 512 * 1024;
/** The same of a batch of objects. */
export const LARGE_LIMIT = 1024 * 1024;
export const PUBLIC_JSON_LIMIT = 16 * 1024;
/** The same of operations whose body may be longer. */
export const LONG_PUBLIC_JSON_LIMIT = 64 * 1024;
/** Bytes of a body that count as one call without a session. */
const CALL_BYTES = 4 * 1024;

/** How many calls a public request counts as: one per 4 KiB begun; a body of unknown size counts as the largest. */
export function callsOf({ headers }: IncomingMessage): number {
  const isUnknown = headers['transfer-encoding'] !== undefined;
  const bytes = isUnknown ? LONG_PUBLIC_JSON_LIMIT : Number(headers['content-length'] ?? 0);
  return Math.max(1, Math.ceil(Math.min(bytes, LONG_PUBLIC_JSON_LIMIT) / CALL_BYTES));
}

export interface JsonBody {
  value: Record<string, unknown>;
  /** Equal for two requests with the same content. */
  essence: unknown;
  upload?: undefined;
}

/**
 * Reads a JSON body: an object, or nothing, which counts as `{}`.
 * @param limit in bytes
 * @param list the field that a body which is an array is
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function readJsonBody(
  req: IncomingMessage,
  limit = JSON_LIMIT,
  list: string | null = null,
): Promise<JsonBody> {
  const declared = Number(req.headers['content-length'] ?? 0);
  checkDeclaredSize(req, limit);
  if (declared === 0 && req.headers['transfer-encoding'] === undefined) return { value: {}, essence: {} };
  const bytes = await collect(req, limit);
  if (bytes.length === 0) return { value: {}, essence: {} };
  checkMediaType(req.headers['content-type']);
  const value = parseObject(bytes, list);
  return { value, essence: value };
}

/**
 * Above the limit, the rest is read and dropped so that the caller can read the response; the server's timeout bounds
 * it.
 */
export function collect(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(tooLarge(limit));
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('error', reject);
    req.once('close', () => {
      if (req.complete) return;
      reject(invalidRequest([{ path: '', code: 'incomplete', message: 'The body ended early.' }]));
    });
  });
}

function checkMediaType(contentType: string | undefined): void {
  if (isUtf8(contentType, 'application/json')) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.');
}

/** Whether a body declares to be of a media type, in UTF-8. */
export function isUtf8(contentType: string | undefined, wanted: string): boolean {
  const [type, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  return type === wanted && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseObject(bytes: Buffer, list: string | null): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidRequest([
      { path: '', code: 'invalid_json', message: 'The body is not valid JSON in UTF-8.' },
    ]);
  }
  if (list !== null && Array.isArray(value)) return { [list]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest([{ path: '', code: 'wrong_type', message: 'The body must be a JSON object.' }]);
  }
  return value as Record<string, unknown>;
}

/** @throws AppError PAYLOAD_TOO_LARGE for a request that declares more than `limit` bytes */
export function checkDeclaredSize({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body must be at most ${limit} bytes.`, { limit });
}
