import { expect, test } from 'vitest';
import { readEnv } from '../../server/kernel/env';
import { isAppError } from '../../server/kernel/errors';
import { AbuseLimiter } from '../../server/platform/rate-limit/abuse';

const limit = readEnv({}).ANONYMOUS_RATE_LIMIT;
const member = (userId: string) => ({ actor: { userId }, request: { address: '192.0.2.1' } });
const visitor = (address: string) => ({ actor: null, request: { address } });

async function expectLimited(call: Promise<void>): Promise<void> {
  const failure = await call.catch((error: unknown) => error);
  if (!isAppError(failure)) throw new Error('the call passed');
  expect(failure.code).toBe('RATE_LIMITED');
  expect(Number(failure.headers['Retry-After'])).toBeGreaterThan(0);
}

test('limits a member to 1,200 calls a minute, whatever the address and the other members do', async () => {
  const limiter = new AbuseLimiter(limit);
  for (let i = 0; i < 60; i++) await limiter.take(member('one'), 20);
  await expectLimited(limiter.take(member('one'), 1));
  await limiter.take(member('another'), 1);
  await limiter.take(visitor('192.0.2.1'), 1);
});

test('limits an address without a session to 1,200 calls a minute, an IPv6 /64 as one', async () => {
  const limiter = new AbuseLimiter(limit);
  for (let i = 0; i < 1_200; i++) await limiter.take(visitor(`2001:db8::${i.toString(16)}`), 1);
  await expectLimited(limiter.take(visitor('2001:db8::ffff:1'), 1));
  await limiter.take(visitor('2001:db8:0:1::1'), 1);
  await limiter.take(member('one'), 1);
});
