import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CallQueue } from '../../server/platform/rate-limit/call-queue';
import { IS_SHORT } from '../setup/full';

const open = (waitMs = 5_000) => new CallQueue({ perKey: 8, total: 12, waiting: 100, waitMs });

/** Work that says how much of its kind ran at once, and when each began. */
function counted(ms: number) {
  const seen = { most: 0, began: [] as number[] };
  let running = 0;
  const work = async () => {
    seen.began.push(performance.now());
    seen.most = Math.max(seen.most, ++running);
    await delay(ms);
    running--;
  };
  return { seen, work };
}
const times = (count: number, read: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, read));
/** More than a second of use. */
const useMuch = (queue: CallQueue, key: string) => times(8, () => queue.read(key, () => delay(200)));
/** As many reads as run and wait before more are a flood. */
const fill = (queue: CallQueue, key: string) => times(24, () => queue.read(key, () => delay(20)));
/** Another business that asks for something all the time. */
function present(queue: CallQueue) {
  const timer = setInterval(() => void queue.run('other', async () => {}), 50);
  return () => clearInterval(timer);
}

test('a flood of reads of a key that used much runs one at a time and rests, as long as others are present', async () => {
  const queue = open();
  const leave = present(queue);
  await useMuch(queue, 'a');
  void fill(queue, 'a');
  const { seen, work } = counted(20);
  await times(8, () => queue.read('a', work));
  leave();
  expect(seen.most).toBe(1);
  // Each rests three times as long as it took.
  const gaps = seen.began.slice(1).map((at, n) => at - (seen.began[n] as number));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(75);
});

test.skipIf(IS_SHORT)(
  'what would line up for too long takes its turn: no read fails because others of its key rest',
  async () => {
    const queue = open(1_000);
    const leave = present(queue);
    await useMuch(queue, 'a');
    void fill(queue, 'a');
    const { seen, work } = counted(50);
    // One at a time, with rests, they would take five seconds.
    const reads = Array.from({ length: 24 }, () => queue.read('a', work));
    const results = await Promise.allSettled(reads);
    leave();
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(seen.most).toBeGreaterThan(1);
  },
);

test('a key alone has all its places, whatever it used', async () => {
  const queue = open();
  await useMuch(queue, 'a');
  void fill(queue, 'a');
  const { seen, work } = counted(20);
  await times(8, () => queue.read('a', work));
  expect(seen.most).toBe(8);
});

test('neither what a key writes, nor a page of reads, nor what it reads one by one is slowed', async () => {
  const queue = open();
  const leave = present(queue);
  await useMuch(queue, 'a');
  const writes = counted(20);
  await times(40, () => queue.run('a', writes.work));
  expect(writes.seen.most).toBe(8);
  const page = counted(20);
  await times(16, () => queue.read('a', page.work));
  expect(page.seen.most).toBe(8);
  const began = performance.now();
  for (let n = 0; n < 5; n++) await queue.read('a', () => delay(40));
  leave();
  expect(performance.now() - began).toBeLessThan(400);
});

test('what fails gives its place on, and a reader that left gives up its own', async () => {
  const queue = open();
  const leave = present(queue);
  await useMuch(queue, 'a');
  void fill(queue, 'a');
  const failing = () => Promise.reject(new Error('failed'));
  const caller = new AbortController();
  const results = Promise.allSettled([
    queue.read('a', failing),
    queue.read('a', () => delay(1), caller.signal),
    queue.read('a', async () => 'done'),
  ]);
  caller.abort();
  const [failed, left, done] = await results;
  leave();
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'failed' } });
  expect(left).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  expect(done).toMatchObject({ status: 'fulfilled', value: 'done' });
});
