import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Groups } from '../../../server/operation/groups';

const namesOf = (call: number) => [String(call)];

/** Groups that run until they are let go. Calls of one number change the same. */
function openGroups(hasRoom = () => true) {
  const seen: number[][] = [];
  const running: Array<(failure?: Error) => void> = [];
  const commits: Array<() => void> = [];
  const groups = new Groups<number, string>(
    async (calls, committing) => {
      seen.push([...calls]);
      commits.push(committing);
      const failure = await new Promise<Error | undefined>((resolve) => running.push(resolve));
      if (failure) throw failure;
      return calls.map((call) => `done ${call}`);
    },
    { namesOf, hasRoom },
  );
  /** Sends the COMMIT of a group, by its place in `seen`. */
  const commit = async (n: number) => {
    commits[n]?.();
    await turn();
  };
  const finish = async (failure?: Error) => {
    await turn();
    running.shift()?.(failure);
    await turn();
    await turn();
  };
  return { groups, seen, finish, commit };
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
  const groups = new Groups<number, string>(
    async (calls) =>
      calls.map((call) =>
        call === 1 ? new Promise<string>((_, reject) => (fail = reject)) : `done ${call}`,
      ),
    { namesOf, hasRoom: () => true },
  );
  const [alone, other] = [groups.join('a', 1), groups.join('a', 2)];
  expect(await other).toBe('done 2');
  expect(await groups.join('a', 3)).toBe('done 3');
  const rejected = expect(alone).rejects.toThrow('its own');
  fail(new Error('its own'));
  await rejected;
});

const join = (groups: Groups<number, string>, calls: readonly number[]) =>
  calls.map((call) => groups.join('a', call));

test('the next group begins once the one before has sent its COMMIT', async () => {
  const { groups, seen, finish, commit } = openGroups();
  const results = join(groups, [1, 2]);
  await turn();
  results.push(...join(groups, [3, 4]));
  await turn();
  expect(seen).toEqual([[1, 2]]);
  await commit(0);
  expect(seen).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (let i = 0; i < 2; i++) await finish();
  expect(await Promise.all(results)).toEqual(['done 1', 'done 2', 'done 3', 'done 4']);
});

test('a group as large begins beside the one that commits, and never more than two run', async () => {
  const { groups, seen, finish, commit } = openGroups();
  const results = join(groups, [1, 2, 3]);
  await turn();
  results.push(...join(groups, [4, 5]));
  await commit(0);
  expect(seen).toHaveLength(1);
  results.push(...join(groups, [6]));
  await turn();
  expect(seen.map((calls) => calls.length)).toEqual([3, 3]);
  results.push(...join(groups, [7, 8, 9, 10]));
  await commit(1);
  expect(seen).toHaveLength(2);
  await finish();
  expect(seen.map((calls) => calls.length)).toEqual([3, 3, 4]);
  for (let i = 0; i < 2; i++) await finish();
  expect(await Promise.all(results)).toHaveLength(10);
});

test('a group waits for one that still works, however many wait', async () => {
  const { groups, seen, finish } = openGroups();
  const results = join(groups, [0]);
  await turn();
  results.push(
    ...join(
      groups,
      Array.from({ length: 16 }, (_, n) => n + 1),
    ),
  );
  await turn();
  expect(seen.map((calls) => calls.length)).toEqual([1]);
  for (let i = 0; i < 3; i++) await finish();
  expect(await Promise.all(results)).toHaveLength(17);
});

test('what changes the same waits for the group after, in its order; the rest goes ahead', async () => {
  const { groups, seen, finish, commit } = openGroups();
  const results = join(groups, [1, 2]);
  await turn();
  results.push(...join(groups, [2, 3, 2, 4]));
  await commit(0);
  expect(seen).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (let i = 0; i < 3; i++) await finish();
  expect(seen).toEqual([
    [1, 2],
    [3, 4],
    [2, 2],
  ]);
  expect(await Promise.all(results)).toHaveLength(6);
});

test('a second group waits where it would keep others waiting', async () => {
  const { groups, seen, finish, commit } = openGroups(() => false);
  const results = join(groups, [1]);
  await turn();
  results.push(...join(groups, [2]));
  await commit(0);
  expect(seen).toEqual([[1]]);
  for (let i = 0; i < 2; i++) await finish();
  expect(await Promise.all(results)).toEqual(['done 1', 'done 2']);
});
