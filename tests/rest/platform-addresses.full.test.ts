import { connect as openSocket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../server/platform/version';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { openTrade, type Trade } from '../factories/trade';
import { ABSENT, expectError } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { anybody } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const PATHS = [...new Set(OPERATIONS.map((operation) => operation.path))];
const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');

describe.each(PATHS)('%s', (path) => {
  const declared = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method);
  const taken = declared.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

  test.each(METHODS.filter((method) => !taken.includes(method as (typeof taken)[number])))(
    'rejects %s with Allow (405)',
    async (method) => {
      const answer = await anybody.send(method, concrete(path));
      expect(answer.status).toBe(405);
      const allowed = String(answer.headers.allow).split(', ').sort();
      expect(allowed).toEqual([...taken].sort());
      if (method === 'HEAD') expect(answer.text).toBe('');
      else expectError(answer, 'METHOD_NOT_ALLOWED');
    },
  );
});

test.each([
  ...['/api', '/api/v1', '/api/v1/', '/api/v1/nothing', '/auth', '/auth/nothing', '/api/nothing'],
  ...['/v1', '/v1/', '/v1/inventory', '/v1/nothing', '/v1/api/v1/nothing'],
])('responds in our error shape to %s, signed in or not (404)', async (path) => {
  for (const client of [anybody, trade.buyer]) {
    const answer = await client.get(path);
    expectError(answer, 'NOT_FOUND');
  }
});

test.each(['/%zz', '/api/v1/orders/%zz', '/api/v1/%E0%A4', '/auth/%', '/v1/api/v1/%ff'])(
  'rejects broken percent-encoding in the path (400): %s',
  async (path) => {
    expectError(await trade.buyer.get(path), 'INVALID_REQUEST');
  },
);

test('rejects broken percent-encoding in the query (400)', async () => {
  expectError(await trade.buyer.get('/api/v1/orders?search=%zz'), 'INVALID_REQUEST');
  expectError(await trade.buyer.get('/api/v1/orders?%ff=1'), 'INVALID_REQUEST');
});

test.each(['TRACE', 'OPTIONS', 'PUT'])(
  'rejects %s on health, the document and pages (405)',
  async (method) => {
    for (const path of ['/healthz', '/readyz', '/api/openapi.json']) {
      const answer = await anybody.send(method, path);
      expectError(answer, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  },
);

test('checks the path (404) before the method (405) and the token (401)', async () => {
  expectError(await anybody.send('TRACE', '/api/v1/nothing'), 'NOT_FOUND');
  expectError(await anybody.post('/api/v1/nothing'), 'NOT_FOUND');
});

test('checks the method (405) before the token (401)', async () => {
  expectError(await anybody.delete('/api/v1/orders'), 'METHOD_NOT_ALLOWED');
});

test('returns the same response under the /v1 prefix (200)', async () => {
  for (const path of ['/auth/me', '/api/v1/orders', '/api/v1/entity']) {
    const [plain, prefixed] = await Promise.all([trade.buyer.get(path), trade.buyer.get(`/v1${path}`)]);
    expect(plain.status).toBe(200);
    expect({ status: prefixed.status, text: prefixed.text }).toEqual({ status: 200, text: plain.text });
  }
  expectError(await anybody.post('/v1/auth/login', {}), 'INVALID_REQUEST');
  expectError(await anybody.get('/v1/v1/auth/me'), 'NOT_FOUND');
});

test('treats paths as case-sensitive (404)', async () => {
  expectError(await trade.buyer.get('/api/v1/Orders'), 'NOT_FOUND');
  expectError(await trade.buyer.get('/API/v1/orders'), 'NOT_FOUND');
});

test('sends the headers of GET for HEAD, without a body', async () => {
  for (const path of ['/api/v1/orders', '/api/v1/inventory', '/auth/me', '/api/openapi.json', '/healthz']) {
    const [get, head] = await Promise.all([trade.buyer.get(path), trade.buyer.send('HEAD', path)]);
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  }
  const absent = await trade.buyer.send('HEAD', '/api/v1/orders/1');
  expect(absent).toMatchObject({ status: 404, text: '' });
  expect(absent.headers['content-length']).toBe(String(Buffer.byteLength(ABSENT)));
  expect(await anybody.send('HEAD', '/api/v1/orders')).toMatchObject({ status: 401, text: '' });
});

test("returns a given request id, and replaces one that a log can't hold", async () => {
  const sent = await anybody.get('/auth/me', { headers: { 'x-request-id': 'order-42.a:b' } });
  expect(sent.headers['x-request-id']).toBe('order-42.a:b');
  for (const bad of ['a b', 'x'.repeat(65), '{}', 'ä']) {
    const answer = await anybody.get('/auth/me', { headers: { 'x-request-id': bad } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('rejects a header section above 16 KiB in our error shape (413)', async () => {
  const answer = await anybody.get('/auth/me', { headers: { 'x-filler': 'a'.repeat(17 * 1024) } });
  expectError(answer, 'PAYLOAD_TOO_LARGE');
});

/** The server's response to these bytes, until it closes the connection. */
function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(stage.server.url);
  return new Promise((resolve, reject) => {
    const socket = openSocket(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.once('end', () => resolve(received));
    socket.once('error', reject);
  });
}

test.each([
  ['400', 'bytes that are not HTTP', 'this is not HTTP', 'INVALID_REQUEST'],
  ['401', 'a request without Host', 'GET /auth/me HTTP/1.1\r\nConnection: close', 'UNAUTHORIZED'],
  ['405', 'CONNECT', 'CONNECT /api/v1/inventory HTTP/1.1\r\nHost: a', 'METHOD_NOT_ALLOWED'],
  [
    '401',
    'an expectation that nobody knows',
    'GET /auth/me HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\nConnection: close',
    'UNAUTHORIZED',
  ],
])('responds with %s in our error shape to %s', async (status, _, request, code) => {
  const text = await answerTo(`${request}\r\n\r\n`);
  expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect(text).toMatch(/X-Request-Id: \S+/);
  expect(text).toMatch(new RegExp(`\\{"error":\\{"code":"${code}","message":"[^"]+","details":\\{\\}\\}\\}`));
});

test('serves health and readiness without signing in (200), and no metrics on this port (404)', async () => {
  const version = VERSION;
  expect((await anybody.get('/healthz')).body).toEqual({ status: 'ok', version });
  expect((await anybody.get('/readyz')).body).toEqual({ status: 'ready', version });
  expectError(await anybody.get('/metrics'), 'NOT_FOUND');
});

test('forbids sniffing and caching of API responses; a list is revalidated each time', async () => {
  const sniffed = { 'x-content-type-options': 'nosniff' };
  const { headers } = await trade.buyer.get('/api/v1/orders/counts');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', ...sniffed });
  const list = await trade.buyer.get('/api/v1/orders');
  expect(list.headers).toMatchObject({ 'cache-control': 'private, no-cache', ...sniffed });
});
