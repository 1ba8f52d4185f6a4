import type { ServerResponse } from 'node:http';
import type { AppError } from '../../kernel/errors';
import { compress } from './compress';

/** How long (ms) a client may go on sending a body after its response. */
const LINGER_MS = 5_000;

/** Sends JSON; a response to HEAD has the same headers and no body. */
export function sendJson(res: ServerResponse, status: number, value: unknown, headOnly = false): void {
  const body = JSON.stringify(value);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  endAfterRequest(res, headOnly ? '' : body);
}

/**
 * Ends a response, after the request where the connection ends with it: a connection that is closed while a body is
 * arriving is reset, and the client may lose the response (RFC 9112, 9.6). What still arrives is dropped.
 */
function endAfterRequest(res: ServerResponse, text: string): void {
  const { req } = res;
  const goesOn = res.shouldKeepAlive && res.getHeader('Connection') !== 'close';
  if (req.complete || goesOn) {
    res.end(text);
    return;
  }
  res.write(text);
  const end = () => {
    clearTimeout(patience);
    res.end();
  };
  const patience = setTimeout(end, LINGER_MS);
  req.once('end', end).once('close', end).resume();
}

/**
 * Sends JSON, as text or as its bytes, compressed above 1 KiB if the client accepts it.
 * @param plain never compresses: for responses that can contain a secret
 */
export async function sendText(
  res: ServerResponse,
  status: number,
  text: string | Buffer,
  {
    headOnly,
    plain,
    type = 'application/json; charset=utf-8',
  }: { headOnly: boolean; plain: boolean; type?: string },
): Promise<void> {
  if (!plain && !/Accept-Encoding/.test(String(res.getHeader('Vary'))))
    res.appendHeader('Vary', 'Accept-Encoding');
  const packed = plain ? null : await compress(text, res.req.headers['accept-encoding']?.toString());
  if (packed) res.setHeader('Content-Encoding', packed.coding);
  res.statusCode = status;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', packed ? packed.body.length : Buffer.byteLength(text));
  // Node sends text in one piece with the head.
  res.end(headOnly ? undefined : (packed?.body ?? text));
}

/** Sends the standard error shape: `{error: {code, message, details}}` (decision 72). */
export function sendError(res: ServerResponse, failure: AppError, headOnly = false): void {
  for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
  const { code, message, details } = failure;
  sendJson(res, failure.status, { error: { code, message, details } }, headOnly);
}
