import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { ok } from '../setup/client';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage({});
const trade = await openTrade(stage);
const READS = 150;
const SENDERS = 4;

/** A body of so many unknown keys. */
const keysOf = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":1`).join()}}`;

/** How long (ms) a member's list takes, sequentially. @returns the 95th percentile */
async function readTime(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < READS; n++) {
    const began = performance.now();
    ok(await trade.seller.get('/api/v1/inventory?limit=20'));
    times.push(performance.now() - began);
    await delay(5);
  }
  return percentile(times, 0.95);
}

test.each([
  ['a public operation over REST, 96,000 unknown keys', '/auth/login', keysOf(96_000)],
  ['a public operation over REST, as large as it may be', '/auth/login', keysOf(1_600)],
  ['a public operation over tRPC', '/api/trpc/auth.login', keysOf(96_000)],
  ['deep nesting', '/auth/login', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
])('bodies without a session delay others at most five times: %s', async (_, path, body) => {
  await readTime();
  const alone = await readTime();
  const bytes = Buffer.from(body);
  const ending = new AbortController();
  const senders = Array.from({ length: SENDERS }, async () => {
    let sent = 0;
    while (!ending.signal.aborted) {
      const { status } = await fetch(stage.server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bytes,
      });
      expect([400, 413, 429]).toContain(status);
      sent++;
      await delay(40);
    }
    return sent;
  });
  const beside = await readTime();
  ending.abort();
  const sent = (await Promise.all(senders)).reduce((sum, one) => sum + one, 0);
  expect(sent).toBeGreaterThan(10);
  expect(beside / alone).toBeLessThan(5);
});
