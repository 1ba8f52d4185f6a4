import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LoadQueue } from '../../server/platform/rate-limit/load-queue';
import { IS_SHORT } from '../setup/full';

const open = () => new LoadQueue({ total: 2, waiting: 10, waitMs: 5_000, heavyMs: 50 });

test('runs one at a time for a key, and as many keys as there are places', async () => {
  const queue = open();
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await delay(5);
    running--;
  };
  await Promise.all([1, 2, 3].map(() => queue.run('a', work)));
  expect(most).toBe(1);
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => queue.run(key, work)));
  expect(most).toBe(2);
});

test('leaves a place to others, however many keys with heavy work wait', async () => {
  const queue = open();
  const heavy = ['a', 'b', 'c'];
  for (const key of heavy) await queue.run(key, () => delay(80));
  const loops = heavy.map((key) => queue.run(key, () => delay(400)));
  await delay(10);
  const began = performance.now();
  await queue.run('light', async () => {});
  expect(performance.now() - began).toBeLessThan(200);
  await Promise.all(loops);
});

test('keeps keys heavy that wait for each other, and counts work that fails', async () => {
  const queue = open();
  const failing = () => delay(80).then(() => Promise.reject(new Error('failed')));
  const keys = ['a', 'b', 'c', 'd'];
  for (const key of keys) await expect(queue.run(key, failing)).rejects.toThrow('failed');
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await delay(30);
    running--;
  };
  for (let round = 0; round < 3; round++) await Promise.all(keys.map((key) => queue.run(key, work)));
  expect(most).toBe(1);
});

test.skipIf(IS_SHORT)('forgets what a key used', async () => {
  const queue = new LoadQueue({ total: 2, waiting: 10, waitMs: 5_000, heavyMs: 10 });
  for (const key of ['a', 'b']) await queue.run(key, () => delay(20));
  await delay(1_500);
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await delay(20);
    running--;
  };
  await Promise.all(['a', 'b'].map((key) => queue.run(key, work)));
  expect(most).toBe(2);
});

test('counts no work that is short', async () => {
  const queue = new LoadQueue({ total: 2, waiting: 10, waitMs: 5_000, heavyMs: 50, freeMs: 500 });
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await delay(60);
    running--;
  };
  for (let round = 0; round < 3; round++) await Promise.all(['a', 'b'].map((key) => queue.run(key, work)));
  expect(most).toBe(2);
});
