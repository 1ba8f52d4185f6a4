import { describe, expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { Client } from '../setup/client';
import { expectError } from '../setup/expect';
import { openOwnStage } from '../setup/stage';

const ORIGIN = 'https://app.example';
const closed = await openOwnStage();
const open = await openOwnStage({ CORS_ORIGINS: `${ORIGIN}, https://other.example` });
const preflight = {
  origin: ORIGIN,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization, content-type, idempotency-key',
};

describe('CORS, closed by default', () => {
  test('rejects a preflight like any OPTIONS, and lets no page read a response', async () => {
    expectError(
      await closed.anybody.send('OPTIONS', '/api/v1/orders', { headers: preflight }),
      'METHOD_NOT_ALLOWED',
    );
    const answer = await closed.anybody.send('GET', '/api/openapi.json', { headers: { origin: ORIGIN } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('CORS, opened for an origin', () => {
  test('accepts its preflight, with the headers that it may send (204)', async () => {
    const answer = await open.anybody.send('OPTIONS', '/api/v1/orders', { headers: preflight });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
      vary: 'Origin',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('lets it read responses and errors, with the headers that matter', async () => {
    const { buyer } = await openTrade(open);
    const read = await buyer.send('GET', '/api/v1/orders', { headers: { origin: ORIGIN } });
    expect(read.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(read.headers['access-control-expose-headers']).toContain('X-Request-Id');
    for (const name of ['ETag', 'Location'])
      expect(read.headers['access-control-expose-headers']).toMatch(new RegExp(`(^|, )${name}(,|$)`));
    const failed = await open.anybody.send('GET', '/auth/me', { headers: { origin: ORIGIN } });
    expect(failed.status).toBe(401);
    expect(failed.headers['access-control-allow-origin']).toBe(ORIGIN);
  });

  test('lets no other origin in', async () => {
    const headers = { ...preflight, origin: 'https://evil.example' };
    expectError(await open.anybody.send('OPTIONS', '/api/v1/orders', { headers }), 'METHOD_NOT_ALLOWED');
    const read = await open.anybody.send('GET', '/api/openapi.json', { headers: { origin: headers.origin } });
    expect(read.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('security headers', () => {
  test.each(['/api/openapi.json', '/auth/me', '/nothing', '/healthz'])('%s', async (path) => {
    const { headers } = await new Client(closed.server.url).get(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('forbid scripts and caching in API responses', async () => {
    const { headers } = await closed.anybody.get('/auth/me');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });
});
