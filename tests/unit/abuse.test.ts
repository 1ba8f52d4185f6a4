import { expect, test } from 'vitest';
import { isAppError } from '../../server/kernel/errors';
import { AbuseLimiter } from '../../server/platform/rate-limit/abuse';

test('1 200 calls of one member in a minute pass, the next is told to wait; another member is not held up', async () => {
  const limiter = new AbuseLimiter();
  for (let i = 0; i < 1_200; i++) await limiter.take('somebody', 1);
  const refusal = await limiter.take('somebody', 1).catch((error: unknown) => error);
  if (!isAppError(refusal)) throw new Error('the call passed');
  expect(refusal.code).toBe('RATE_LIMITED');
  expect(Number(refusal.headers['Retry-After'])).toBeGreaterThan(0);
  await limiter.take('somebody else', 1);
});
