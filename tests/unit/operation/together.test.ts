import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Lanes } from '../../../server/operation/together';
import { FairQueue } from '../../../server/platform/rate-limit/fair-queue';

const openQueue = (perKey = 8) => new FairQueue({ perKey, total: 8, waiting: 100, waitMs: 1_000 });

/** Lanes whose groups run until they are let go. */
function openLanes() {
  const groups: number[][] = [];
  const running: Array<(failure?: Error) => void> = [];
  const lanes = new Lanes<number, string>(async (calls) => {
    groups.push(calls.map(({ call }) => call));
    const failure = await new Promise<Error | undefined>((resolve) => running.push(resolve));
    if (failure) throw failure;
    for (const { call, resolve } of calls) resolve(`done ${call}`);
  });
  const finish = async (failure?: Error) => {
    await turn();
    running.shift()?.(failure);
    await turn();
  };
  return { lanes, groups, finish };
}

test('runs the first call at once, and those that arrive meanwhile together', async () => {
  const { lanes, groups, finish } = openLanes();
  const place = { slots: openQueue(), entityId: 'a', signal: undefined };
  const results = [lanes.join('row', 1, place), lanes.join('another row', 4, place)];
  await turn();
  results.push(...[2, 3].map((call) => lanes.join('row', call, place)));
  await turn();
  expect(groups).toEqual([[1], [4]]);
  await finish();
  await finish();
  expect(groups).toEqual([[1], [4], [2, 3]]);
  await finish();
  expect(await Promise.all(results)).toEqual(['done 1', 'done 4', 'done 2', 'done 3']);
});

test('takes up to 64 calls into a group, and one slot for it', async () => {
  const { lanes, groups, finish } = openLanes();
  const place = { slots: openQueue(1), entityId: 'a', signal: undefined };
  const results = Array.from({ length: 100 }, (_, call) => lanes.join('row', call, place));
  for (let i = 0; i < 2; i++) await finish();
  expect(groups.map((calls) => calls.length)).toEqual([64, 36]);
  expect(await Promise.all(results)).toHaveLength(100);
});

test('leaves out callers who have disconnected', async () => {
  const { lanes, groups, finish } = openLanes();
  const left = new AbortController();
  const place = { slots: openQueue(), entityId: 'a', signal: undefined };
  const first = lanes.join('row', 1, place);
  await turn();
  const gone = lanes.join('row', 2, { ...place, signal: left.signal });
  const last = lanes.join('row', 3, place);
  left.abort();
  const rejected = expect(gone).rejects.toThrow('closed the connection');
  await finish();
  await rejected;
  await finish();
  expect(groups).toEqual([[1], [3]]);
  expect(await Promise.all([first, last])).toEqual(['done 1', 'done 3']);
});

test('a group that fails rejects its own calls, and the next one runs', async () => {
  const { lanes, finish } = openLanes();
  const place = { slots: openQueue(), entityId: 'a', signal: undefined };
  const failing = lanes.join('row', 1, place);
  await turn();
  const next = lanes.join('row', 2, place);
  const rejected = expect(failing).rejects.toThrow('lost');
  await finish(new Error('lost'));
  await rejected;
  await finish();
  expect(await next).toBe('done 2');
});

test('rejects calls that get no slot in time (503)', async () => {
  const { lanes } = openLanes();
  const slots = new FairQueue({ perKey: 1, total: 1, waiting: 100, waitMs: 20 });
  void slots.run('a', () => new Promise(() => {}));
  const place = { slots, entityId: 'a', signal: undefined };
  const results = [1, 2].map((call) => lanes.join('row', call, place));
  const outcomes = await Promise.allSettled(results);
  expect(outcomes).toMatchObject([1, 2].map(() => ({ reason: { code: 'SERVICE_UNAVAILABLE' } })));
});

test('rejects the call beyond 1,000 that wait for one row (503)', async () => {
  const { lanes } = openLanes();
  const place = { slots: openQueue(), entityId: 'a', signal: undefined };
  const results = Array.from({ length: 1_002 }, (_, call) => lanes.join('row', call, place));
  for (const result of results) result.catch(() => {});
  await expect(results.at(-1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
