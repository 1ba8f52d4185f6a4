import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextAuthOptions } from '../../../server/features/auth/nextauth';
import { AppError, invalidRequest } from '../../../server/kernel/errors';
import { openLog } from '../../../server/platform/log';
import { AbuseLimiter } from '../../../server/platform/rate-limit/abuse';
import { noteRejection } from '../../../server/platform/security-log';

let written: Array<Record<string, unknown>> = [];
const log = openLog('info', { write: (line: string) => void written.push(JSON.parse(line)) });
const note = (failure: AppError) => noteRejection(log, failure, { requestId: 'r1', operation: 'auth.login' });
const wrong = new AppError('INVALID_CREDENTIALS', 'Incorrect email or password.');

beforeEach(() => {
  written = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

test.each([
  ['sign_in', wrong],
  ['sign_in', new AppError('ACCOUNT_LOCKED', 'x')],
  ['token', new AppError('TOKEN_INVALID', 'x')],
  ['access', new AppError('FORBIDDEN', 'x', { reason: 'cross_site' })],
  ['limit', new AppError('RATE_LIMITED', 'x')],
  ['input', new AppError('PAYLOAD_TOO_LARGE', 'x')],
])('writes a line of %s', (event, failure) => {
  note(failure);
  expect(written).toEqual([
    {
      ...{ level: 40, time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) },
      ...{ event, code: failure.code, requestId: 'r1', operation: 'auth.login', msg: 'security' },
      ...(failure.details.reason !== undefined && { reason: failure.details.reason }),
    },
  ]);
});

test('writes the rules that hostile input breaks, and neither its place nor other mistakes', () => {
  const unknown = { path: 'canary', code: 'unknown_key', message: 'is not a known field' } as const;
  note(invalidRequest([unknown, { path: 'name', code: 'required', message: 'is required' }]));
  expect(written).toMatchObject([{ event: 'input', rules: ['unknown_key'] }]);
  expect(JSON.stringify(written)).not.toContain('canary');
});

test.each([
  ['a missing field', invalidRequest([{ path: 'name', code: 'required', message: 'is required' }])],
  ['an expired token', new AppError('TOKEN_EXPIRED', 'x')],
  ['an unknown object', new AppError('NOT_FOUND', 'x')],
])('writes nothing of %s', (_, failure) => {
  note(failure);
  expect(written).toEqual([]);
});

test('a failed sign-in of the page has a line', async () => {
  const parts = { log, abuse: new AbuseLimiter(9), secrets: { current: 'x', previous: null } };
  const options = nextAuthOptions(parts as never, { sent: undefined, issued: null });
  const [byPassword] = options.providers as unknown as [{ authorize(...sent: object[]): Promise<unknown> }];
  await expect(byPassword.authorize({}, { headers: { 'x-request-id': 'r2' } })).rejects.toThrow();
  const line = { event: 'sign_in', code: 'INVALID_CREDENTIALS', requestId: 'r2', operation: 'sign-in' };
  expect(written).toMatchObject([line]);
});

test('a flood has 60 lines a minute and a count, and hides no other event', () => {
  for (let n = 0; n < 1_000; n++) note(wrong);
  note(new AppError('FORBIDDEN', 'x', { reason: 'cross_site' }));
  expect(written.filter(({ event }) => event === 'sign_in')).toHaveLength(60);
  expect(written.at(-1)).toMatchObject({ event: 'access' });
  vi.advanceTimersByTime(60_000);
  expect(written).toHaveLength(62);
  expect(written.at(-1)).toMatchObject({ event: 'sign_in', suppressed: 940, msg: 'security' });
  note(wrong);
  expect(written).toHaveLength(63);
});
