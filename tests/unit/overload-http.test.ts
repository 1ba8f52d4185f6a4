import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overload } from '../../server/platform/rate-limit/overload';
import { targetOf } from '../../server/transport/http/request';
import { handleRest, type RestPlatform } from '../../server/transport/rest/handler';

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

test('what is rejected is 503 with when to come again, which pages of other origins may read, and no one is asked who calls', async () => {
  const overload = overloadedProcess();
  const platform = { overload, corsOrigins: ['https://shop.example'] } as unknown as RestPlatform;
  const contextOf = vi.fn();
  const server = createServer((req, res) => {
    void handleRest(req, res, targetOf(req), platform, new AbortController().signal, contextOf);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/orders`, {
      method: 'POST',
      headers: { origin: 'https://shop.example', authorization: 'Bearer of one who is new' },
      body: '{"items":[]}',
    });
    expect(response.status).toBe(503);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(2);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(await response.json()).toMatchObject({
      error: { code: 'SERVICE_UNAVAILABLE', details: { retry_after: seconds } },
    });
    expect(contextOf).not.toHaveBeenCalled();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
