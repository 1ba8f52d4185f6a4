import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import type { Client } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { startServer } from '../../setup/server';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { db, sql } = stage;

async function memberOf(tier: 'free' | 'pro' | 'enterprise') {
  const business = await createBusiness(db, 'retailer');
  await sql`update entities set tier = ${tier} where id = ${business.id}`;
  const member = await createMember(db, business, 'owner');
  return { business, member, client: await stage.signIn(member) };
}

/** Sequential requests; a window must not end in between. */
async function spend(client: Client, requests: number) {
  const answers = [];
  for (let i = 0; i < requests; i++) answers.push(await client.get('/auth/me'));
  return answers;
}

async function awayFromTheEndOfAMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 15_000) await new Promise((done) => setTimeout(done, left + 50));
}

describe('rate limits', () => {
  test('limits free to 60 a minute, then 429 with Retry-After; the headers count down', {
    timeout: 60_000,
  }, async () => {
    await awayFromTheEndOfAMinute();
    const { client } = await memberOf('free');
    const answers = await spend(client, 60);
    expect(answers.map((answer) => answer.status)).toEqual(Array(60).fill(200));
    expect(answers[0]?.headers['ratelimit-policy']).toBe('"minute";q=60;w=60, "day";q=1000;w=86400');
    expect(answers[0]?.headers.ratelimit).toMatch(/^"minute";r=59;t=\d+, "day";r=999;t=\d+$/);
    expect(answers[59]?.headers.ratelimit).toMatch(/^"minute";r=0;t=\d+, "day";r=940;t=\d+$/);
    const refused = await client.get('/auth/me');
    const details = expectError(refused, 'RATE_LIMITED');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(details).toEqual({ window: 'minute', limit: 60, retry_after: seconds });
    expect(refused.headers['ratelimit-policy']).toBe('"minute";q=60;w=60, "day";q=1000;w=86400');
    // A token that comes along with a sign-in says nothing of who signs in.
    const signIn = await client.post('/auth/login', { email: 'nobody@business.test', password: 'wrong' });
    expectError(signIn, 'INVALID_CREDENTIALS');
  });

  test('counts what the minute allowed toward the day, and rejects the 1001st', {
    timeout: 60_000,
  }, async () => {
    await awayFromTheEndOfAMinute();
    const { client, business } = await memberOf('free');
    await client.get('/auth/me');
    await sql`update rate_limits set points = 999 where key like ${`${business.id}:day:%`}`;
    expect((await client.get('/auth/me')).status).toBe(200);
    const refused = await client.get('/auth/me');
    expect(expectError(refused, 'RATE_LIMITED')).toMatchObject({ window: 'day', limit: 1000 });
  });

  test('shares the count among all members and processes of a business', { timeout: 60_000 }, async () => {
    await awayFromTheEndOfAMinute();
    const { client, business } = await memberOf('free');
    const colleague = await stage.signIn(await createMember(db, business, 'viewer'));
    const url = new URL(stage.server.url);
    const [{ name } = { name: '' }] = await sql`select current_database() as name`;
    const { host, port } = sql.options;
    const { user, pass } = sql.options as unknown as { user: string; pass: string };
    const database = `postgres://${user}:${pass}@${host[0]}:${port[0]}/${name}`;
    const other = await startServer(database, { ROLE: 'web' });
    expect(other.url).not.toBe(url.href);
    try {
      const { Client: Caller } = await import('../../setup/client');
      await spend(client, 30);
      await spend(new Caller(other.url, colleague.tokens), 30);
      expectError(await client.get('/auth/me'), 'RATE_LIMITED');
    } finally {
      await other.stop();
    }
  });

  test('accepts exactly 60 of 100 parallel requests', { timeout: 60_000 }, async () => {
    await awayFromTheEndOfAMinute();
    const { client } = await memberOf('free');
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.get('/auth/me')));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(60);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(40);
  });

  test('limits pro to 300 a minute, enterprise not at all; a tier change applies immediately', async () => {
    const { client, business } = await memberOf('pro');
    expect((await client.get('/auth/me')).headers['ratelimit-policy']).toBe(
      '"minute";q=300;w=60, "day";q=10000;w=86400',
    );
    await sql`update entities set tier = 'enterprise' where id = ${business.id}`;
    const answer = await client.get('/auth/me');
    expect(answer.headers.ratelimit).toBeUndefined();
    expect(answer.headers['ratelimit-policy']).toBeUndefined();
  });

  test('counts pro in blocks: the headers count down one by one, and usage is what was sent', {
    timeout: 60_000,
  }, async () => {
    await awayFromTheEndOfAMinute();
    const { client } = await memberOf('pro');
    const answers = await spend(client, 25);
    for (const [n, { headers }] of answers.entries()) {
      const left = `"minute";r=${299 - n};t=\\d+, "day";r=${9_999 - n};t=\\d+`;
      expect(headers.ratelimit).toMatch(new RegExp(`^${left}$`));
    }
    const { body } = await client.get('/api/v1/usage');
    expect(body).toMatchObject({ minute: { used: 26 }, day: { used: 26 } });
    const more = await Promise.all(Array.from({ length: 300 }, () => client.get('/auth/me')));
    expect(more.filter((answer) => answer.status === 200)).toHaveLength(300 - 26);
  });

  test('checks the rate after authentication and before the role', { timeout: 60_000 }, async () => {
    await awayFromTheEndOfAMinute();
    const { business } = await memberOf('free');
    const viewer = await stage.signIn(await createMember(db, business, 'viewer'));
    const forbidden = await viewer.post('/api/v1/products', {});
    expectError(forbidden, 'FORBIDDEN');
    expect(forbidden.headers.ratelimit).toMatch(/^"minute";r=59;/);
    await spend(viewer, 59);
    expectError(await viewer.post('/api/v1/products', {}), 'RATE_LIMITED');
    expectError(await stage.anybody.get('/auth/me'), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/usage', () => {
  test('returns the use of the current windows (200)', { timeout: 60_000 }, async () => {
    await awayFromTheEndOfAMinute();
    const { client } = await memberOf('free');
    await spend(client, 4);
    const { body } = await client.get('/api/v1/usage');
    expect(body).toEqual({
      tier: 'free',
      minute: { limit: 60, used: 5, resets_at: expect.stringMatching(/:00\.000Z$/) },
      day: { limit: 1000, used: 5, resets_at: expect.stringMatching(/T00:00:00\.000Z$/) },
    });
  });

  test('returns no limit for enterprise (200)', async () => {
    const { client } = await memberOf('enterprise');
    expect((await client.get('/api/v1/usage')).body).toMatchObject({
      tier: 'enterprise',
      minute: { limit: null },
      day: { limit: null },
    });
  });
});

describe('GET /api/v1/usage/requests', () => {
  type Log = { data: Array<Record<string, unknown>> };

  test('lists each request of the business, newest first, without query strings (200)', async () => {
    const { client, member } = await memberOf('enterprise');
    await client.get('/api/v1/orders?limit=5');
    const missing = await client.get('/api/v1/orders/none');
    const read = async () => (await client.get<Log>('/api/v1/usage/requests')).body.data;
    await expect.poll(async () => (await read()).length, { timeout: 5_000 }).toBeGreaterThan(1);
    const rows = (await read()).filter((row) => String(row.path).startsWith('/api/v1/orders'));
    expect(rows).toEqual([
      expect.objectContaining({ method: 'GET', path: '/api/v1/orders/none', status: 404 }),
      {
        id: expect.any(String),
        created_at: expect.any(String),
        method: 'GET',
        path: '/api/v1/orders',
        status: 200,
        duration_ms: expect.any(Number),
        request_id: expect.any(String),
        user: { id: client.tokens?.user.id, name: expect.any(String) },
        api_key: null,
        address: expect.any(String),
      },
    ]);
    expect(rows[0]?.request_id).toBe(missing.headers['x-request-id']);
    expect(member.email).toBe(client.tokens?.user.email);
    const failed = await client.get<Log>('/api/v1/usage/requests?failed=true');
    expect(failed.body.data.map((row) => row.status)).toEqual([404]);
  });

  test('hides them from another business', async () => {
    const { client } = await memberOf('enterprise');
    const { body } = await client.get<Log>('/api/v1/usage/requests');
    expect(body.data).toEqual([]);
  });
});
