import { afterEach, expect, test, vi } from 'vitest';
import { Batches } from '../../../server/platform/db/batches';

afterEach(() => vi.useRealTimers());

/** A statement per call, which ends when the test says so. */
function controlled() {
  const calls: Array<{ keys: readonly number[]; answer(): void; fail(error: Error): void }> = [];
  const batches = new Batches<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        calls.push({ keys, answer: () => resolve(keys.map((key) => `v${key}`)), fail: reject });
      }),
  );
  return { calls, batches };
}

test('sends what is asked while a statement runs as the next one, which begins after it was asked', async () => {
  const { calls, batches } = controlled();
  const first = batches.of(1);
  const others = [batches.of(2), batches.of(1), batches.of(3)];
  expect(calls.map(({ keys }) => keys)).toEqual([[1]]);
  calls[0]?.answer();
  expect(await first).toBe('v1');
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.keys).toEqual([2, 1, 3]);
  calls[1]?.answer();
  expect(await Promise.all(others)).toEqual(['v2', 'v1', 'v3']);
  void batches.of(4);
  expect(calls[2]?.keys).toEqual([4]);
});

test('fails those of a failed statement, and serves the next', async () => {
  const { calls, batches } = controlled();
  const first = batches.of(1);
  const second = batches.of(2);
  calls[0]?.fail(new Error('the connection was lost'));
  await expect(first).rejects.toThrow('the connection was lost');
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  calls[1]?.answer();
  expect(await second).toBe('v2');
});

test('gives up a statement without a response after 30 seconds (503), and serves the next', async () => {
  vi.useFakeTimers();
  const { calls, batches } = controlled();
  const lost = batches.of(1);
  const next = batches.of(2);
  const rejected = expect(lost).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await vi.advanceTimersByTimeAsync(30_000);
  await rejected;
  calls[1]?.answer();
  expect(await next).toBe('v2');
});
