import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../server/features/auth/password/passwords';
import { createBusiness, createMember } from '../factories/business';
import type { Answer } from '../setup/client';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';

const ACCOUNTS = 100;
/** Below the number of failures that lock. */
const TRIES = 3;
/** Behind one proxy, so that no address reaches a limit. */
const stage = await openOwnStage({ TRUST_PROXY: '1' });
const known: string[] = [];
beforeAll(async () => {
  const business = await createBusiness(stage.db, 'retailer');
  const hash = hashPassword('a password of the tests');
  for (let n = 0; n < ACCOUNTS; n++) {
    const { email } = await createMember(stage.db, business, 'viewer', undefined, hash);
    known.push(email);
  }
});

let sent = 0;
/** Each request comes from an address of its own. */
function post(path: string, body: unknown): Promise<Answer> {
  sent += 1;
  const address = `198.18.${sent >> 8}.${sent & 255}`;
  return stage.anybody.post(path, body, { headers: { 'x-forwarded-for': address } });
}

/**
 * Sends for known and unknown emails by turns, in either order, so that the machine's other work meets both alike.
 * @returns of each pair, how many times as long the known email took
 */
async function ratios(status: number, send: (email: string) => Promise<Answer>): Promise<number[]> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const bodies = new Set<string>();
  const measure = async (kind: keyof typeof times, email: string) => {
    const began = performance.now();
    const answer = await send(email);
    times[kind].push(performance.now() - began);
    expect(answer.status).toBe(status);
    bodies.add(answer.text);
  };
  await send('warm-up@nowhere.test');
  for (let n = 0; n < ACCOUNTS * TRIES; n++) {
    const email = known[n % ACCOUNTS] as string;
    const pair = [
      () => measure('known', email),
      () => measure('unknown', email.replace('@', '-unknown@')),
    ] as const;
    for (const one of n % 2 === 0 ? pair : pair.toReversed()) await one();
  }
  expect(bodies.size).toBe(1);
  return times.known.map((time, n) => time / (times.unknown[n] ?? 0));
}

test('takes as long to reject a wrong password for a known as for an unknown email', async () => {
  // Of each pair, not of all of either kind: other work that comes and goes changes both times of a pair alike.
  const pairs = await ratios(401, (email) => post('/auth/login', { email, password: 'a wrong password' }));
  const median = percentile(pairs, 0.5);
  process.stdout.write(`sign-in: known to unknown email, median ${median.toFixed(3)}\n`);
  expect(median).toBeGreaterThan(0.95);
  expect(median).toBeLessThan(1.05);
});
