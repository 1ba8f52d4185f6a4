import { afterAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { claimOf } from '../factories/business-invitation';
import { setupOf } from '../factories/setup';
import { signUpOf } from '../factories/sign-up';
import { openTrade } from '../factories/trade';
import { Client, signIn } from '../setup/client';
import { openTestDatabase } from '../setup/database';
import { expectError } from '../setup/expect';
import { IS_FULL } from '../setup/full';
import { openProxy } from '../setup/proxy';
import { startServer } from '../setup/server';
import { forge } from '../setup/tokens';

const forgeTempToken = () => {
  const id = '01890000-0000-7000-8000-000000000000';
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 3600 };
  return forge({ sid: id, jti: id, iss: 'tallyleaf', aud: 'tallyleaf', ...times }, { type: 'mfa' });
};

/** The table whose absence an operation without a bearer notices first; `users` for the others. */
const FIRST_TABLE: Record<string, string> = {
  '/auth/login': 'sign_in_failures',
  '/auth/refresh': 'sessions',
  '/auth/mfa/complete': 'mfa_challenges',
  '/auth/password/reset-request': 'reset_requests',
  '/auth/password/reset': 'password_resets',
  '/auth/setup': 'setup_links',
  '/auth/claims/accept': 'business_invitations',
  '/auth/sign-up': 'sign_ups',
  '/auth/sign-up/complete': 'sign_ups',
};

const BODIES: Record<string, object> = {
  'POST /auth/login': { email: 'a@b.test', password: 'x' },
  'POST /auth/mfa/complete': { temp_token: await forgeTempToken(), code: '123456' },
  'POST /auth/password/reset-request': { email: 'a@b.test' },
  'POST /auth/password/reset': { token: 'x', new_password: 'a new password of mine' },
  'POST /auth/setup': { token: 'x', ...setupOf('Failures') },
  'POST /auth/claims/accept': claimOf('x'),
  'POST /auth/sign-up': signUpOf(),
  'POST /auth/sign-up/complete': { token: 'x', password: 'a new password of mine' },
  'PATCH /api/v1/inventory/{id}': { quantity_change: 1, reason_code: 'AUDIT' },
  'POST /api/v1/orders': {
    wholesaler_id: '01890000-0000-7000-8000-000000000000',
    items: [{ product_id: '01890000-0000-7000-8000-000000000000', quantity: 1 }],
  },
};

const database = await openTestDatabase();
const proxy = await openProxy(database.url);
const server = await startServer(proxy.url, { ROLE: 'web', SIGN_UP: 'open' });
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await database.close();
});
const { buyer } = await openTrade({
  db: database.db,
  sql: database.sql,
  server,
  anybody: new Client(server.url),
  signIn: (user) => signIn(server.url, user),
});
const refresh = { refresh_token: buyer.tokens?.refresh_token };
const operations = OPERATIONS.map(({ method, path, access }) => ({ method, path, access }));
/** One code path responds for all: `npm test` takes each that has a table of its own, and every tenth of the others. */
const failing = operations.filter(({ path }, i) => IS_FULL || path in FIRST_TABLE || i % 10 === 0);
const send = (client: Client, method: string, path: string) => {
  const body = path === '/auth/refresh' ? refresh : BODIES[`${method} ${path}`];
  return client.send(method, path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000'), { body });
};

describe('while the database cannot be reached', () => {
  test.concurrent.each(failing)(
    'responds with 503 and Retry-After: $method $path',
    async ({ method, path }) => {
      proxy.cut();
      const answer = await send(buyer, method, path);
      expectError(answer, 'SERVICE_UNAVAILABLE');
      expect(answer.headers['retry-after']).toBe('2');
    },
  );

  test('responds with 503 to readiness, 200 to health and the document', async () => {
    expectError(await buyer.get('/readyz'), 'SERVICE_UNAVAILABLE');
    expect((await buyer.get('/healthz')).status).toBe(200);
    expect((await buyer.get('/api/openapi.json')).status).toBe(200);
  });

  test('responds with 200 once the database is back', async () => {
    proxy.mend();
    await expect.poll(async () => (await buyer.get('/auth/me')).status, { timeout: 10_000 }).toBe(200);
    expect(server.takeFaults()).toEqual([]);
  });
});

describe('on an internal error', () => {
  test.each(failing)(
    'returns 500 with nothing but the request id: $method $path',
    async ({ method, path }) => {
      const table = FIRST_TABLE[path] ?? 'users';
      await database.sql.unsafe(`alter table ${table} rename to ${table}_away`);
      try {
        const answer = await send(buyer, method, path);
        expect(expectError(answer, 'SERVER_ERROR')).toEqual({});
        expect(answer.text).not.toMatch(/users|sessions|sign_in|mfa_|reset|relation|select|postgres/i);
        // The log has what the response hides.
        const id = String(answer.headers['x-request-id']);
        await expect.poll(() => server.stdout.some((line) => line.includes(id))).toBe(true);
        expect(server.takeFaults().some((line) => line.includes(id) && line.includes(table))).toBe(true);
      } finally {
        await database.sql.unsafe(`alter table ${table}_away rename to ${table}`);
      }
    },
  );
});
