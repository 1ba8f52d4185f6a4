import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overload } from '../../server/platform/rate-limit/overload';
import { createHttpServer } from '../../server/transport/http/server';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process to which ever more arrived that took too long. */
function overloadedProcess(): Overload {
  const overload = new Overload(1);
  const leaves = Array.from({ length: 1_000 }, (_, n) => {
    if (n % 150 === 0) vi.advanceTimersByTime(1_001);
    return overload.enter(`caller ${n}`, { complete: true });
  });
  leaves[0]?.();
  vi.advanceTimersByTime(1_001);
  overload.enter('last', { complete: true });
  expect(overload.isOn).toBe(true);
  return overload;
}

/** What a rejected request gets of the server: none of its other parts is asked. */
async function rejected(path: string, init: RequestInit): Promise<Response> {
  const overload = overloadedProcess();
  const runtime = {
    env: { PUBLIC_URL: 'https://trade.example', TRUST_PROXY: { hops: 0 }, SEND_TIMEOUT: 60 },
    log: pino({ level: 'silent' }),
  };
  const rest = { overload, corsOrigins: ['https://shop.example'] };
  const { server } = createHttpServer({ runtime, rest, pages: null } as unknown as Parameters<
    typeof createHttpServer
  >[0]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return new Response(await response.text(), response);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('REST rejects with 503 and when to come again, which pages of other origins may read', async () => {
  const response = await rejected('/api/v1/orders', {
    method: 'POST',
    headers: { origin: 'https://shop.example', authorization: 'Bearer of one who is new' },
    body: '{"items":[]}',
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After');
  const details = { retry_after: Number(response.headers.get('retry-after')) };
  expect(await response.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', details } });
});

test('the dashboard gets it in the form of its other errors: it would say that it is offline', async () => {
  const response = await rejected('/api/trpc/orders.list?batch=1&input=%7B%7D', {});
  const details = { retry_after: Number(response.headers.get('retry-after')) };
  expect(await response.json()).toMatchObject([
    { error: { data: { code: 'SERVICE_UNAVAILABLE', details } } },
  ]);
});
