import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTrade, type Trade } from '../factories/trade';
import { expectError, expectInvalid, UNHOLDABLE_TEXTS } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
let trade: Trade;
let adjust: (body: unknown, headers?: Record<string, string>) => ReturnType<Trade['seller']['send']>;
beforeAll(async () => {
  trade = await openTrade(stage);
  adjust = (body, headers = {}) =>
    trade.seller.send('PATCH', `/api/v1/inventory/${trade.stockId}`, { body, headers });
});

const VALID = '{"quantity_change":1,"reason_code":"AUDIT"}';

describe('media types', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/merge-patch+json',
    'text/json',
  ])('rejects %s (415)', async (type) => {
    expectError(await adjust(VALID, { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'accepts %s (200)',
    async (type) => {
      expect((await adjust(VALID, { 'content-type': type })).status).toBe(200);
    },
  );

  test('rejects a compressed body and does nothing (415), except identity', async () => {
    const send = (encoding: string) =>
      trade.seller.send('PATCH', `/api/v1/inventory/${trade.stockId}`, {
        body: { quantity_change: 1, reason_code: 'AUDIT' },
        headers: { 'content-encoding': encoding },
      });
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const answer = await send(encoding);
      expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
      expect(answer.headers['accept-encoding']).toBe('identity');
    }
    expect((await send('identity')).status).toBe(200);
  });

  test('rejects another type on login (415)', async () => {
    const body = 'email=a@b.test&password=x';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expectError(await stage.anybody.post('/auth/login', body, { headers }), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('JSON', () => {
  test.each([
    ['half a document', '{"quantity_change":1'],
    ['a trailing comma', '{"quantity_change":1,}'],
    ['single quotes', "{'quantity_change':1}"],
    ['NaN', '{"quantity_change":NaN}'],
    ['a comment', '{/* */}'],
    ['two documents', '{}{}'],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ])('rejects %s (400)', async (_, body) => {
    expectInvalid(await adjust(body), '', 'invalid_json');
  });

  test.each(['null', '[]', '[{}]', '"text"', '1', 'true'])(
    'rejects %s in place of an object (400)',
    async (body) => {
      expectInvalid(await adjust(body), '');
    },
  );

  test('rejects a missing body where fields are required, naming them (400)', async () => {
    const answer = await trade.seller.patch(`/api/v1/inventory/${trade.stockId}`);
    expectInvalid(answer, 'quantity_change', 'required');
    expectInvalid(answer, 'reason_code', 'required');
  });

  test('distinguishes a missing value from one of the wrong type (400)', async () => {
    const answer = await adjust({ quantity_change: '5', reason_code: null });
    expectInvalid(answer, 'quantity_change', 'wrong_type');
    expectInvalid(answer, 'reason_code', 'wrong_type');
  });

  test('rejects 100,000 levels of nesting (400)', async () => {
    expectError(await adjust('['.repeat(100_000) + ']'.repeat(100_000)), 'INVALID_REQUEST');
    expectError(
      await adjust(`{"quantity_change":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      'INVALID_REQUEST',
    );
    expectError(await adjust(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`), 'INVALID_REQUEST');
  });

  test.each([
    '{"__proto__":{"quantity_change":1}}',
    `{"__proto__":1,${VALID.slice(1)}`,
    `{"constructor":{},${VALID.slice(1)}`,
  ])('rejects %s (400)', async (body) => {
    expectError(await adjust(body), 'INVALID_REQUEST');
  });

  test('names each unknown key, at most fifty of them (400)', async () => {
    expectInvalid(
      await adjust({ quantity_change: 1, reason_code: 'AUDIT', colour: 1 }),
      'colour',
      'unknown_key',
    );
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`k${i}`, i]));
    expectInvalid(await adjust(many), 'k0', 'unknown_key');
  });

  test('rejects an unknown key inside a line of an order (400)', async () => {
    const items = [{ product_id: trade.product.id, quantity: 1, price: 1 }];
    const answer = await trade.buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items });
    expectInvalid(answer, 'items[0].price', 'unknown_key');
  });

  test('never repeats the input in an error', async () => {
    const answer = await adjust({ quantity_change: 'sesame-open', reason_code: 'sesame-code' });
    expectError(answer, 'INVALID_REQUEST');
    expect(answer.text).not.toContain('sesame');
  });
});

describe('values', () => {
  test.each([
    ['"5"', 'text for a number'],
    ['null', 'null'],
    ['1e400', 'beyond what a number holds'],
    ['-1e400', 'beyond what a number holds'],
    ['2147483648', '2³¹'],
    ['-2147483649', 'below −2³¹'],
    ['1.5', 'a fraction'],
    ['true', 'a boolean'],
    ['[1]', 'a list'],
    ['{"valueOf":1}', 'an object'],
    ['0', 'no change'],
  ])('rejects quantity_change %s (400): %s', async (value) => {
    const answer = await adjust(`{"quantity_change":${value},"reason_code":"AUDIT"}`);
    expectInvalid(answer, 'quantity_change');
  });

  test.each(UNHOLDABLE_TEXTS)('rejects the text %s and stores nothing (400)', async (text) => {
    const [before] = await stage.sql`select count(*)::int as n from inventory_movements`;
    const answer = await adjust(`{"quantity_change":1,"reason_code":"AUDIT","notes":${text}}`);
    expectInvalid(answer, 'notes', 'invalid_text');
    expectError(await adjust(`{${text}:1}`), 'INVALID_REQUEST');
    expect((await stage.sql`select count(*)::int as n from inventory_movements`)[0]).toEqual(before);
  });

  test.each(['%00', 'a%00b', '%ED%A0%80'])('rejects %s in a query (400)', async (text) => {
    expectError(await trade.seller.get(`/api/v1/inventory?search=${text}`), 'INVALID_REQUEST');
  });
});

describe('sizes', () => {
  const padded = (bytes: number) => {
    const shell = '{"quantity_change":1,"reason_code":"AUDIT"}';
    return shell + ' '.repeat(bytes - shell.length);
  };

  test('accepts exactly 256 KiB (200)', async () => {
    expect((await adjust(padded(256 * 1024))).status).toBe(200);
  });

  test.each([256 * 1024 + 1, 1024 * 1024])('rejects %i bytes (413)', async (bytes) => {
    expectError(await adjust(padded(bytes)), 'PAYLOAD_TOO_LARGE');
  });

  test('rejects a body of unknown length that is too long (413)', async () => {
    const { seller, stockId } = trade;
    const answer = await seller.sendStream('PATCH', `/api/v1/inventory/${stockId}`, padded(300 * 1024));
    expectError(answer, 'PAYLOAD_TOO_LARGE');
  });

  test('checks the token (401) before the size (413), and the size before the content (400)', async () => {
    const path = `/api/v1/inventory/${trade.stockId}`;
    expectError(await stage.anybody.patch(path, padded(400_000)), 'UNAUTHORIZED');
    expectError(await trade.seller.patch(path, 'x'.repeat(400_000)), 'PAYLOAD_TOO_LARGE');
  });

  test('accepts a logout without a body and without a media type (204)', async () => {
    const { seller } = await openTrade(stage);
    expect(await seller.post('/auth/logout')).toMatchObject({ status: 204, text: '' });
  });

  test('accepts a logout with an empty object (204), and rejects a field (400)', async () => {
    const { seller, buyer } = await openTrade(stage);
    expectInvalid(await seller.post('/auth/logout', { all: true }), 'all', 'unknown_key');
    expect(await buyer.post('/auth/logout', {})).toMatchObject({ status: 204, text: '' });
  });

  test('rejects fields in the body of a DELETE (400)', async () => {
    const path =
      '/api/v1/orders/01890000-0000-7000-8000-000000000000/items/01890000-0000-7000-8000-000000000000';
    expectInvalid(await trade.buyer.send('DELETE', path, { body: { force: true } }), 'force', 'unknown_key');
  });

  test('rejects a query on an operation with a body (400)', async () => {
    expectInvalid(
      await trade.seller.patch(`/api/v1/inventory/${trade.stockId}?x=1`, VALID),
      'x',
      'unknown_key',
    );
  });
});

test('a client whose body is too large reads the whole error, even if it closes the connection with the request (413)', async () => {
  const { hostname, port } = new URL(stage.server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const response = text(socket);
  const megabyte = Buffer.alloc(1024 * 1024, ' ');
  const send = (data: Buffer | string) =>
    new Promise<void>((resolve, reject) =>
      socket.write(data, (error) => (error ? reject(error) : resolve())),
    );
  await send(
    `POST /auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${12 * megabyte.length}\r\n\r\n`,
  );
  for (let sent = 0; sent < 12; sent++) {
    await send(megabyte);
    await delay(50);
  }
  const [head = '', body = ''] = (await response).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 413 /);
  expect(JSON.parse(body).error.code).toBe('PAYLOAD_TOO_LARGE');
});
