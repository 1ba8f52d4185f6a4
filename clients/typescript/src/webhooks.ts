import { createHmac, timingSafeEqual } from 'node:crypto';
import { TallyleafError } from './error.js';

/** An event as webhooks and `GET /api/v1/events` send it. */
export interface TallyleafEvent {
  id: string;
  type: string;
  timestamp: string;
  api_version: string;
  sequence: number;
  epoch: number;
  data: Record<string, unknown>;
}

/** What an endpoint with `batch` receives: events in one request, lowest sequence first. */
export interface TallyleafBatch {
  id: string;
  type: 'batch';
  api_version: string;
  epoch: number;
  events: TallyleafEvent[];
}

type HeaderValues = Headers | Record<string, string | string[] | undefined>;

const SECONDS = 300;
const invalid = (message: string) => new TallyleafError(0, 'INVALID_WEBHOOK', message);

function header(headers: HeaderValues, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return [found].flat()[0] ?? '';
}

/** Checks a delivery per Standard Webhooks.
 * @param body the raw bytes as they came, not parsed and written again
 * @param secrets each that may have signed it: during a rotation, two
 * @throws TallyleafError INVALID_WEBHOOK when no signature fits or the timestamp is over five minutes off */
export function verifyWebhook(
  body: Uint8Array | string,
  headers: HeaderValues,
  secrets: string | readonly string[],
): TallyleafEvent | TallyleafBatch {
  const id = header(headers, 'webhook-id');
  const sent = header(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(sent) || Math.abs(Date.now() / 1000 - Number(sent)) > SECONDS) {
    throw invalid('The timestamp is missing or more than five minutes off.');
  }
  const given = header(headers, 'webhook-signature')
    .split(' ')
    .slice(0, 10)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  const fits = [secrets].flat().some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    if (key.length === 0) return false;
    const expected = createHmac('sha256', key).update(`${id}.${sent}.`).update(body).digest();
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  if (!fits) throw invalid('No signature fits.');
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as
    | TallyleafEvent
    | TallyleafBatch;
}
