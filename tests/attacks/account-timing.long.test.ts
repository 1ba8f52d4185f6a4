import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../server/features/auth/passwords';
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
 * @returns the medians in milliseconds
 */
async function medians(status: number, send: (email: string) => Promise<Answer>) {
  const times = { known: [] as number[], unknown: [] as number[] };
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
  return { known: percentile(times.known, 0.5), unknown: percentile(times.unknown, 0.5) };
}

test('takes as long to reject a wrong password for a known as for an unknown email', async () => {
  const { known: hit, unknown: miss } = await medians(401, (email) =>
    post('/auth/login', { email, password: 'a wrong password' }),
  );
  const ratio = hit / miss;
  process.stdout.write(
    `sign-in: median ${hit.toFixed(2)} ms known, ${miss.toFixed(2)} ms unknown, ratio ${ratio.toFixed(3)}\n`,
  );
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});
