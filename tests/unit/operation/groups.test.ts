import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Groups } from '../../../server/operation/groups';

/** Groups that run until they are let go. */
function openGroups() {
  const seen: number[][] = [];
  const running: Array<(failure?: Error) => void> = [];
  const groups = new Groups<number, string>(async (calls) => {
    seen.push([...calls]);
    const failure = await new Promise<Error | undefined>((resolve) => running.push(resolve));
    if (failure) throw failure;
    return calls.map((call) => `done ${call}`);
  });
  const finish = async (failure?: Error) => {
    await turn();
    running.shift()?.(failure);
    await turn();
  };
  return { groups, seen, finish };
}

test('takes calls of one turn into a group, and those that arrive meanwhile into the next', async () => {
  const { groups, seen, finish } = openGroups();
  const results = [groups.join('a', 1), groups.join('b', 4), groups.join('a', 2)];
  await turn();
  results.push(groups.join('a', 3));
  await turn();
  expect(seen).toEqual([[1, 2], [4]]);
  for (let i = 0; i < 3; i++) await finish();
  expect(seen).toEqual([[1, 2], [4], [3]]);
  expect(await Promise.all(results)).toEqual(['done 1', 'done 4', 'done 2', 'done 3']);
});

test('takes up to 8 calls into a group, and all of them in the end', async () => {
  const { groups, seen, finish } = openGroups();
  const results = Array.from({ length: 20 }, (_, call) => groups.join('a', call));
  for (let i = 0; i < 3; i++) await finish();
  expect(seen.map((calls) => calls.length)).toEqual([8, 8, 4]);
  expect(await Promise.all(results)).toHaveLength(20);
});

test('a group that fails rejects its own calls, and the next one runs', async () => {
  const { groups, finish } = openGroups();
  const failing = groups.join('a', 1);
  await turn();
  const next = groups.join('a', 2);
  const rejected = expect(failing).rejects.toThrow('lost');
  await finish(new Error('lost'));
  await rejected;
  await finish();
  expect(await next).toBe('done 2');
});

test('a call that ends by itself holds up no other, and fails alone', async () => {
  let fail = (_: Error) => {};
  const groups = new Groups<number, string>(async (calls) =>
    calls.map((call) => (call === 1 ? new Promise<string>((_, reject) => (fail = reject)) : `done ${call}`)),
  );
  const [alone, other] = [groups.join('a', 1), groups.join('a', 2)];
  expect(await other).toBe('done 2');
  expect(await groups.join('a', 3)).toBe('done 3');
  const rejected = expect(alone).rejects.toThrow('its own');
  fail(new Error('its own'));
  await rejected;
});
