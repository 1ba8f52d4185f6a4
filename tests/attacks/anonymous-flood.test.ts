import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember, type Member } from '../factories/business';
import type { Answer, Client } from '../setup/client';
import { Dashboard } from '../setup/dashboard';
import { expectError } from '../setup/expect';
import { openOwnStage } from '../setup/stage';

const LIMIT = 60;
/** Behind one proxy, so that each test has an address of its own. */
const stage = await openOwnStage({ TRUST_PROXY: '1', ANONYMOUS_RATE_LIMIT: String(LIMIT) });
const { anybody, db } = stage;
let owner: Member;
let client: Client;
let dashboard: Dashboard;
beforeAll(async () => {
  owner = await createMember(db, await createBusiness(db, 'retailer'), 'owner');
  client = await stage.signIn(owner);
  dashboard = await Dashboard.of(client);
});

const from = (address: string, more: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': address, ...more },
});
const parallel = (count: number, send: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n)));
const exhaust = (address: string) => parallel(LIMIT, () => anybody.get('/api/v1/orders', from(address)));

function expectLimited(answer: Answer): void {
  const seconds = Number(expectError(answer, 'RATE_LIMITED').retry_after);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.headers['retry-after']).toBe(String(seconds));
}

describe('accepts as many of 200 parallel calls from one address as the limit, and rejects the rest (429)', () => {
  const wrong = { email: 'unknown@example.test', password: 'a wrong password' };
  test.each<[string, string, (headers: ReturnType<typeof from>) => Promise<Answer>]>([
    ['no token', '198.51.100.1', (headers) => anybody.get('/api/v1/orders', headers)],
    [
      'an invalid token',
      '198.51.100.2',
      ({ headers }) =>
        anybody.get('/api/v1/orders', { headers: { ...headers, authorization: 'Bearer invalid' } }),
    ],
    ['sign-ins', '198.51.100.3', (headers) => anybody.post('/auth/login', wrong, headers)],
    [
      'token refreshes',
      '198.51.100.4',
      (headers) => anybody.post('/auth/refresh', { refresh_token: 'x' }, headers),
    ],
    [
      'requests for a reset mail',
      '198.51.100.5',
      (headers) => anybody.post('/auth/password/reset-request', { email: wrong.email }, headers),
    ],
    ['tRPC without a session', '198.51.100.6', (headers) => anybody.get('/api/trpc/entity.get', headers)],
  ])('%s', async (_, address, send) => {
    const answers = await parallel(200, () => send(from(address)));
    const limited = answers.filter(({ text }) => text.includes('Too many calls'));
    expect(limited).toHaveLength(200 - LIMIT);
    expect(new Set(limited.map(({ status }) => status))).toEqual(new Set([429]));
    expect(limited.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  });
});

test('shares the count of an address between REST and tRPC, and affects no other address', async () => {
  await exhaust('203.0.113.1');
  expectLimited(await anybody.get('/api/v1/orders', from('203.0.113.1')));
  expect((await anybody.get('/api/trpc/entity.get', from('203.0.113.1'))).status).toBe(429);
  expectError(await anybody.get('/api/v1/orders', from('203.0.113.2')), 'UNAUTHORIZED');
});

test('counts an IPv6 /64 as one address', async () => {
  await parallel(LIMIT, (n) => anybody.get('/api/v1/orders', from(`2001:db8::${n}`)));
  expectLimited(await anybody.get('/api/v1/orders', from('2001:db8::ffff:1')));
  expectError(await anybody.get('/api/v1/orders', from('2001:db8:0:1::1')), 'UNAUTHORIZED');
});

test('keeps a member at a flooded address working over REST and in the dashboard, and rejects a sign-in there (429)', async () => {
  const address = '203.0.113.3';
  await exhaust(address);
  const answers = await parallel(20, () => client.get('/api/v1/orders', from(address)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const read = await dashboard.send(
    'GET',
    '/api/trpc/entity.get?input=%7B%7D',
    undefined,
    from(address).headers,
  );
  expect(read.status).toBe(200);
  const refreshed = await client.post(
    '/auth/refresh',
    { refresh_token: client.tokens?.refresh_token },
    from(address),
  );
  expect(refreshed.status).toBe(200);
  const { email, password } = owner;
  expectLimited(await anybody.post('/auth/login', { email, password }, from(address)));
});

test("doesn't count health, the API document and a 404 of an unknown address as calls", async () => {
  const address = '203.0.113.4';
  await exhaust(address);
  for (const [path, status] of [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/openapi.json', 200],
    ['/api/v1/unknown', 404],
  ] as const) {
    expect((await anybody.get(path, from(address))).status).toBe(status);
  }
});
