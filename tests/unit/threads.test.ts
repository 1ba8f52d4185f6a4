import { expect, test } from 'vitest';
import { runInThread, Thread, ThreadEnded } from '../../server/platform/threads/thread';
import { IS_SHORT } from '../setup/full';

const PROGRAM = new URL('../factories/thread-program.ts', import.meta.url);
/** A thread that runs from the sources takes a second to start, more on a busy machine. */
const LIMITS = { ms: 20_000, memoryMb: 64 };

test('responds to one question after the other, and moves what it is sent', async () => {
  const thread = new Thread(PROGRAM, LIMITS);
  const sent = new Uint8Array(5_000_000);
  expect(await thread.ask(sent, [sent.buffer])).toBe(5_000_000);
  expect(sent.length).toBe(0);
  expect(await thread.ask(new Uint8Array(3))).toBe(3);
  expect(await thread.ask('environment')).toEqual([]);
  await thread.end();
  await expect(thread.ask(new Uint8Array(3))).rejects.toThrow(ThreadEnded);
});

test('ends a program that takes too long, while this thread goes on', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 10);
  const thread = new Thread(PROGRAM, { ...LIMITS, ms: 3_000 });
  await expect(thread.ask('hang')).rejects.toMatchObject({ reason: 'time' });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(50);
});

test.skipIf(IS_SHORT)('ends a program that takes too much memory, or throws', async () => {
  await expect(runInThread(PROGRAM, LIMITS, 'allocate')).rejects.toMatchObject({ reason: 'memory' });
  await expect(runInThread(PROGRAM, LIMITS, 'throw')).rejects.toMatchObject({ reason: 'error' });
});
