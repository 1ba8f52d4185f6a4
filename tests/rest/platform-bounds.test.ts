import { describe, expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { expectError, expectInvalid } from '../setup/expect';
import { IS_SHORT } from '../setup/full';
import { openOwnStage, openStage } from '../setup/stage';

const stage = await openStage();
const LOGIN = '/auth/login';

const keys = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
const errorsIn = (body: unknown) =>
  (body as { error: { details: { errors: Array<{ path: string; code: string }> } } }).error.details.errors;
/** A tRPC call of a public operation. */
const overTrpc = (body: string) =>
  fetch(`${stage.server.url}/api/trpc/auth.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

describe('bodies of public operations', () => {
  test('rejects more than 16 KiB (413), over REST and tRPC', async () => {
    const credentials = JSON.stringify({ email: 'a@example.com', password: 'x' });
    const padded = (bytes: number) => credentials + ' '.repeat(bytes - credentials.length);
    expectError(await stage.anybody.post(LOGIN, padded(16 * 1024)), 'INVALID_CREDENTIALS');
    expectError(await stage.anybody.post(LOGIN, padded(16 * 1024 + 1)), 'PAYLOAD_TOO_LARGE');
    expect((await overTrpc(padded(16 * 1024 + 1))).status).toBe(413);
  });

  test('rejects more than 200 keys (400), at any depth', async () => {
    const body = { email: 'a@example.com', password: 'x' };
    expectInvalid(await stage.anybody.post(LOGIN, keys(201)), '', 'too_many_items');
    expectInvalid(await stage.anybody.post(LOGIN, { ...body, x: keys(200) }), '', 'too_many_items');
    expect((await overTrpc(JSON.stringify(keys(201)))).status).toBe(400);
  });

  test('lists at most 20 faults', async () => {
    const { status, body } = await stage.anybody.post(LOGIN, keys(190));
    expect(status).toBe(400);
    expect(errorsIn(body)).toHaveLength(20);
  });

  test.skipIf(IS_SHORT)(
    'count as one call per 4 KiB begun without a session, of unknown length as the most',
    async () => {
      const own = await openOwnStage({ TRUST_PROXY: '1', ANONYMOUS_RATE_LIMIT: '8' });
      let n = 0;
      const send = (address: string, bytes: number) =>
        own.anybody.send('POST', LOGIN, {
          body: { email: `n${n++}@example.com`, password: 'x'.repeat(bytes) },
          headers: { 'x-forwarded-for': address },
        });
      // Each counts as four calls.
      for (const expected of [400, 400, 429])
        expect((await send('203.0.113.7', 12_300)).status).toBe(expected);
      for (let sent = 0; sent < 8; sent++) expect((await send('203.0.113.8', 10)).status).toBe(401);
      expect((await send('203.0.113.8', 10)).status).toBe(429);
    },
  );
});

describe('bodies of members', () => {
  test('stops at the 20th unknown key', async () => {
    const { seller, stockId } = await openTrade(stage);
    const path = `/api/v1/inventory/${stockId}`;
    const full = await seller.patch(path, keys(20_000));
    expect(full.status).toBe(400);
    const unknown = errorsIn(full.body).filter(({ code }) => code === 'unknown_key');
    expect(unknown).toHaveLength(20);
    expect(full.text.length).toBeLessThan(4_000);
  });

  test('lists at most 50 faults, and of a list that is far too long its length', async () => {
    const { buyer, wholesaler } = await openTrade(stage);
    const items = Array.from({ length: 200 }, () => ({ quantity: 0 }));
    const { status, body } = await buyer.post('/api/v1/orders', { wholesaler_id: wholesaler.id, items });
    expect(status).toBe(400);
    expect(errorsIn(body)).toHaveLength(50);
    const endless = { wholesaler_id: wholesaler.id, items: Array.from({ length: 60_000 }, () => 1) };
    expectInvalid(await buyer.post('/api/v1/orders', endless), 'items', 'too_many_items');
  });
});
