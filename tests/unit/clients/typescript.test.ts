import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { delayOf } from '../../../clients/typescript/src/retry';
import { Tallyleaf, TallyleafError, VERSION, verifyWebhook } from '../../../clients/typescript/src/tallyleaf';

const KEY = 'tl_a_key_that_nobody_may_read';
const closing: Array<() => void> = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server that gives one reply after the other, the last one for all further requests. */
async function serve(...replies: Reply[]) {
  const seen: IncomingMessage[] = [];
  const waits: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    seen.push(request);
    replies[Math.min(seen.length, replies.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wait = async (milliseconds: number) => waits.push(milliseconds);
  return { seen, waits, baseUrl, client: new Tallyleaf({ baseUrl, auth: KEY, timeout: 300, wait }) };
}

const reply =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const failure = (status: number, code: string, headers?: Record<string, string>) =>
  reply(
    status,
    { error: { code, message: 'It failed.', details: { reason: 'a_reason' }, request_id: 'r1' } },
    headers,
  );
const done = reply(201, { id: 'o1' });

test.each<[string, Reply]>([
  ['429', failure(429, 'RATE_LIMITED')],
  ['500', failure(500, 'INTERNAL')],
  ['503', failure(503, 'UNAVAILABLE')],
  ['409 in progress', failure(409, 'IDEMPOTENCY_IN_PROGRESS')],
  ['a cut connection', (response) => response.destroy()],
  ['a timeout', () => undefined],
  [
    'a response that breaks off',
    (response) => {
      response.writeHead(201, { 'content-length': '1000' }).write('{"id":');
      setTimeout(() => response.destroy(), 20);
    },
  ],
])('sends a write again after %s, with one Idempotency-Key', async (_, first) => {
  const { client, seen } = await serve(first, first, done);
  expect(await client.request('POST', '/api/v1/orders', { items: [] })).toEqual({ id: 'o1' });
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(new Set(keys).size).toBe(1);
  expect(seen[0]?.headers['user-agent']).toBe('tallyleaf-ts/1.0.0');
});

test('keeps the caller’s Idempotency-Key and sends none with a GET', async () => {
  const { client, seen } = await serve(done);
  await client.request('POST', '/api/v1/orders', {}, { 'Idempotency-Key': 'mine' });
  await client.request('GET', '/api/v1/orders');
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined]);
});

test('gives up after four more tries, waits as Retry-After says, and never for another 409', async () => {
  const busy = await serve(failure(429, 'RATE_LIMITED', { 'retry-after': '7' }));
  await expect(busy.client.request('GET', '/api/v1/orders')).rejects.toMatchObject({ status: 429 });
  expect(busy.seen).toHaveLength(5);
  expect(busy.waits).toEqual([7000, 7000, 7000, 7000]);
  const conflict = await serve(failure(409, 'CONFLICT'));
  await expect(conflict.client.request('POST', '/api/v1/orders', {})).rejects.toBeInstanceOf(TallyleafError);
  expect(conflict.seen).toHaveLength(1);
});

test('ends the wait for the next try when its caller aborts', async () => {
  const { baseUrl } = await serve(failure(429, 'RATE_LIMITED', { 'retry-after': '86400' }));
  const client = new Tallyleaf({ baseUrl, auth: KEY });
  const started = performance.now();
  const signal = AbortSignal.timeout(200);
  await expect(client.fetch(`${baseUrl}/api/v1/orders`, { signal })).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('says the version that its package has', () => {
  const file = resolve(import.meta.dirname, '../../../clients/typescript/package.json');
  expect(VERSION).toBe(JSON.parse(readFileSync(file, 'utf8')).version);
});

test('sends a write that takes no Idempotency-Key once', async () => {
  const { client, seen } = await serve(failure(503, 'UNAVAILABLE'));
  await expect(client.request('POST', '/api/auth/refresh', {})).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(1);
});

test('waits 0.5 to 30 seconds when nothing is said', () => {
  for (let tries = 0; tries < 20; tries += 1) {
    expect(delayOf(tries, null)).toBeGreaterThanOrEqual(500);
    expect(delayOf(tries, null)).toBeLessThanOrEqual(30_000);
  }
});

test('throws what the API says, without the key', async () => {
  const { client } = await serve(failure(422, 'INVALID'));
  const error = await client.request('GET', '/api/v1/orders').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    status: 422,
    code: 'INVALID',
    message: 'It failed.',
    details: { reason: 'a_reason' },
    request_id: 'r1',
  });
  expect(inspect([error, client], { depth: 9, showHidden: true })).not.toContain(KEY);
  await expect(client.fetch('http://127.0.0.1:1/')).rejects.toThrow('another server');
});

test('walks a list by its cursor and events until there is none', async () => {
  const list = await serve(
    reply(200, { data: [1, 2], pagination: { next_cursor: 'c' }, as_of: 'first' }),
    reply(200, { data: [3], pagination: { next_cursor: null }, as_of: 'first' }),
  );
  expect(await list.client.changes('/api/v1/orders', 'before')).toEqual({ rows: [1, 2, 3], as_of: 'first' });
  expect(list.seen.map(({ url }) => url)).toEqual([
    '/api/v1/orders?limit=100&updated_since=before',
    '/api/v1/orders?limit=100&updated_since=before&cursor=c',
  ]);
  const log = await serve(
    reply(200, { data: [{ sequence: 9 }], next_after: 9 }),
    reply(200, { data: [], next_after: 9 }),
  );
  const events = [];
  for await (const event of log.client.events(4)) events.push(event.sequence);
  expect(events).toEqual([9]);
  expect(log.seen.map(({ url }) => url)).toEqual(['/api/v1/events?after=4', '/api/v1/events?after=9']);
});

test('verifies a webhook with either of two secrets, and no changed, old or unsigned one', () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const body = Buffer.from('{"id":"e1","type":"order.created"}');
  const sign = (at: number) => ({
    'webhook-id': 'e1',
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,AAAA v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`e1.${at}.`)
      .update(body)
      .digest('base64')}`,
  });
  const now = Math.floor(Date.now() / 1000);
  const other = `whsec_${randomBytes(24).toString('base64')}`;
  expect(verifyWebhook(body, sign(now), [other, secret]).type).toBe('order.created');
  expect(() => verifyWebhook(Buffer.from('{}'), sign(now), secret)).toThrow('signature');
  expect(() => verifyWebhook(body, sign(now), other)).toThrow('signature');
  expect(() => verifyWebhook(body, sign(now), 'whsec_')).toThrow('signature');
  expect(() => verifyWebhook(body, sign(now - 301), secret)).toThrow('five minutes');
  expect(() => verifyWebhook(body, {}, secret)).toThrow('five minutes');
});
