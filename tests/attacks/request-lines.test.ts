import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../setup/database';
import { type ServerProcess, startServer } from '../setup/server';

const database = await openTestDatabase();
const server: ServerProcess = await startServer(database.url);
afterAll(async () => {
  await server.stop();
  await database.close();
});

/** What the server sends for these bytes, until it closes the connection. */
function responseTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.once('end', () => resolve(received));
    socket.once('error', reject);
  });
}

async function statusAndBody(line: string): Promise<{ status: number; body: string }> {
  const text = await responseTo(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), body };
}

const OURS = /^\{"error":\{"code":"[A-Z_]+","message":"[^"]+","details":\{/;

describe('the request line', () => {
  test.each([
    ...[
      '//',
      '//evil.example',
      '//evil.example/a',
      '/\\',
      '/\\evil.example',
      '///',
      '//@',
      '//:1',
      '//[',
      '/\\/',
    ],
    ...['*', '?', '?a=1', '#', 'ftp://a/', 'http:', 'http:/a', 'evil.example:80', 'a', '\\', '.', '..'],
    ...['//auth/me', '//api/v1/orders', '//api/trpc/entity.get', '//healthz'],
  ])('rejects the target %s with GET in our error shape (400)', async (target) => {
    const { status, body } = await statusAndBody(`GET ${target}`);
    expect(status).toBe(400);
    expect(body).toMatch(OURS);
  });

  test.each(['OPTIONS *', 'POST *', 'TRACE *', 'OPTIONS //', 'POST //evil', 'DELETE /\\', 'PUT ?'])(
    'rejects %s in our error shape (4xx)',
    async (line) => {
      const { status, body } = await statusAndBody(line);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).toMatch(OURS);
    },
  );

  test.each([
    ['GET http://evil.example/healthz', 200],
    ['GET HTTP://evil.example:1/healthz?a=//', 200],
    ['GET https://user@evil.example/auth/me', 401],
    ['GET http://evil.example', 404],
    ['GET http://evil.example?a=1', 404],
    ['GET http://evil.example//evil', 400],
    ['GET /api/v1/orders/%00', 401],
    ['GET /api/v1/orders/a%2F..%2Fb', 401],
    ['GET /%00', 404],
    ['GET /%2F%2Fevil', 404],
    ['GET /%5Cevil', 404],
    [`GET /${'a'.repeat(15_000)}`, 404],
    [`GET /${'a'.repeat(17_000)}`, 413],
    [`GET /api/v1/orders/${'a'.repeat(15_000)}`, 404],
    ['GET /api/trpc/', 404],
    ['GET /api/trpc/%00', 404],
    ['GET /api/trpc/__proto__', 404],
    ['GET /api/trpc/entity.get?input=%00', 400],
  ])('%s: %i', async (line, expected) => {
    const { status, body } = await statusAndBody(line);
    expect({ status, body }).toMatchObject({ status: expected });
    if (status >= 400 && !line.includes('/api/trpc/')) expect(body).toMatch(OURS);
  });

  test.each(['a b', '[', ':', '//', '%', '\u00ff', 'localhost:99999', ''])(
    "doesn't fail on an odd Host: %j",
    async (host) => {
      for (const target of ['/healthz', '/api/trpc/entity.get', '/auth/me', '/']) {
        const text = await responseTo(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect(Number(text.slice(9, 12))).toBeLessThan(500);
        expect(Number(text.slice(9, 12))).toBeGreaterThanOrEqual(200);
      }
    },
  );

  test('logs no failure for any of them', () => {
    expect(server.takeFaults()).toEqual([]);
  });
});
