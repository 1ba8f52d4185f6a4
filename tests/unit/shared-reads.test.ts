import { expect, test } from 'vitest';
import { SharedReads } from '../../server/platform/db/shared-reads';

/** Reads that a test ends. */
function reader() {
  const ends: Array<(value: number) => void> = [];
  const fails: Array<(error: Error) => void> = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      ends.push(resolve);
      fails.push(reject);
    });
  return { ends, fails, read };
}

test('a call shares a read that began after it arrived, running or ended, and no older one', async () => {
  const reads = new SharedReads();
  const { ends, read } = reader();
  const early = performance.now();
  const first = reads.of(['goods'], early, read);
  expect(reads.of(['goods'], early, read)).toBe(first);
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await reads.of(['goods'], early, read)).toBe(1);
  const second = reads.of(['goods'], performance.now() + 0.001, read);
  expect(ends).toHaveLength(2);
  ends[1]?.(2);
  expect(await second).toBe(2);
  expect(await reads.of(['goods'], early, read)).toBe(2);
});

test('what is read for one key is not shared with another', async () => {
  const reads = new SharedReads();
  const { ends, read } = reader();
  const [one, other] = [reads.of(['goods', 'a'], 0, read), reads.of(['goods', 'b'], 0, read)];
  ends[0]?.(1);
  ends[1]?.(2);
  expect(await Promise.all([one, other])).toEqual([1, 2]);
});

test('a failed read is not shared with later calls', async () => {
  const reads = new SharedReads();
  const { ends, fails, read } = reader();
  const first = reads.of(['goods'], 0, read);
  fails[0]?.(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  const again = reads.of(['goods'], 0, read);
  ends[1]?.(3);
  expect(await again).toBe(3);
});

test('remembers a thousand reads', async () => {
  const reads = new SharedReads();
  let count = 0;
  const read = async () => ++count;
  for (let n = 0; n <= 1_000; n++) await reads.of([n], 0, read);
  expect(await reads.of([1], 0, read)).toBe(2);
  expect(await reads.of([0], 0, read)).toBe(1_002);
});
