import { beforeAll, expect, test } from 'vitest';
import { createBusiness, createMember, type Member } from '../factories/business';
import type { Client } from '../setup/client';
import { Dashboard } from '../setup/dashboard';
import { expectError } from '../setup/expect';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage();
const { anybody, db, sql } = stage;
let victim: Member;
let viewer: Client;
let dashboard: Dashboard;
let owner: Dashboard;
beforeAll(async () => {
  const business = await createBusiness(db, 'retailer');
  victim = await createMember(db, business, 'owner');
  viewer = await stage.signIn(await createMember(db, business, 'viewer'));
  dashboard = await Dashboard.of(viewer);
  owner = await Dashboard.of(await stage.signIn(victim));
});

const sessions = async () => (await sql`select count(*)::int as n from sessions`)[0]?.n as number;
const failures = async () =>
  (
    await sql`select (select count(*) from sign_in_failures)::int + (select count(*) from address_failures)::int as n`
  )[0]?.n as number;

/** So many guesses, the right password among them. */
function guesses(count: number): Record<number, unknown> {
  const passwords = Array.from({ length: count }, (_, n) => `a wrong password ${n}`);
  passwords[Math.min(2, count - 1)] = victim.password;
  return { ...passwords.map((password) => ({ email: victim.email, password })) };
}

test.each([
  ['500', 500, (names: string[]) => names.join(',')],
  ['20', 20, (names: string[]) => names.join(',')],
  ['2', 2, (names: string[]) => names.join(',')],
  ['3 with commas between that are percent-encoded', 3, (names: string[]) => names.join('%2C')],
  ['3 with empty names between', 3, (names: string[]) => names.join(',,')],
  ['1 behind a read of another name', 1, ([name]: string[]) => `entity.get,${name}`],
])('rejects a batch of sign-ins and checks no password (400): %s', async (_, count, join) => {
  const before = [await sessions(), await failures()];
  const path = `/api/trpc/${join(Array.from({ length: count }, () => 'auth.login'))}?batch=1`;
  const variants: Record<string, string>[] = [{}, { 'trpc-accept': 'application/jsonl' }];
  for (const headers of variants) {
    expectError(await anybody.post(path, guesses(count), { headers }), 'INVALID_REQUEST');
    expectError(await dashboard.send('POST', path, guesses(count), headers), 'INVALID_REQUEST');
  }
  expect([await sessions(), await failures()]).toEqual(before);
});

test('counts one sign-in in a batch of one as one call (200)', async () => {
  const path = '/api/trpc/auth.login?batch=1';
  const answer = await anybody.post(path, { 0: { email: victim.email, password: victim.password } });
  expect(answer.status).toBe(200);
});

test('accepts a batch of 20 reads (200), not 21 (400), whatever the method, the separator and the stream header', async () => {
  const batch = (count: number) => Array.from({ length: count }, () => ({ name: 'entity.get', input: {} }));
  const answer = await dashboard.query(batch(20));
  expect(answer.status).toBe(200);
  expect(answer.body).toHaveLength(20);
  expectError(await dashboard.query(batch(21)), 'INVALID_REQUEST');
  const names = Array.from({ length: 21 }, () => 'entity.get');
  for (const path of [names.join('%2C'), names.join(','), ','.repeat(20), `${','.repeat(20)}entity.get`]) {
    for (const method of ['GET', 'POST']) {
      for (const query of ['?batch=1', '?batch=1&batch=0', '']) {
        const headers = { 'trpc-accept': 'application/jsonl' };
        const body = method === 'POST' ? {} : undefined;
        const refused = await dashboard.send(method, `/api/trpc/${path}${query}`, body, headers);
        expectError(refused, 'INVALID_REQUEST');
      }
    }
  }
});

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test.each([
  ['arrays', deep(100_000)],
  ['objects', deepObject(100_000)],
  ['an array that never closes', '['.repeat(500_000)],
  ['a field of an object', `{"name":${deep(100_000)}}`],
])('rejects JSON of 100,000 levels to tRPC and REST (400, or 413 for its size): %s', async (_, body) => {
  const headers = { 'content-type': 'application/json' };
  for (const path of ['/api/trpc/entity.update', '/api/trpc/auth.login']) {
    const single = await owner.send('POST', path, body, headers);
    expect(single.status).toBeOneOf([400, 413]);
    const batched = await owner.send('POST', `${path}?batch=1`, `{"0":${body}}`, headers);
    expect(batched.status).toBeOneOf([400, 413]);
  }
  expect((await anybody.post('/auth/login', body)).status).toBeOneOf([400, 413]);
});

test('rejects a tRPC body above 1 MiB (413), declared or not', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(1_100_000) });
  const variants: Record<string, string>[] = [{}, { 'transfer-encoding': 'chunked' }];
  for (const headers of variants) {
    const answer = await owner.send('POST', '/api/trpc/entity.update', body, headers);
    expect(answer.status).toBe(413);
  }
});

/** Unknown names: each is a call, and none costs the database anything. */
const names = (count: number) => Array.from({ length: count }, (_, n) => `unknown.${n}`).join(',');

test('counts calls, not requests: 60 batches of 20 are a minute of calls, the next is 429 with Retry-After', async () => {
  const other = await Dashboard.of(
    await stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'viewer')),
  );
  for (let n = 0; n < 12; n++) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => other.send('GET', `/api/trpc/${names(20)}?batch=1`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
  }
  const refused = await other.query([{ name: 'entity.get', input: {} }]);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await dashboard.query([{ name: 'entity.get', input: {} }])).status).toBe(200);
});

test('counts the calls of an address without a session', async () => {
  for (let n = 0; n < 60; n++) await anybody.get(`/api/trpc/${names(20)}?batch=1`);
  expect((await anybody.get('/api/trpc/entity.get')).status).toBe(429);
});
