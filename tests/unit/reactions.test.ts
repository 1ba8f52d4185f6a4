import { expect, test } from 'vitest';
import { ReactionPoint } from '../../server/operation/reactions';
import type { Db } from '../../server/platform/db/client';

const db = {} as Db;

test('fails while no reactions are connected', async () => {
  await expect(new ReactionPoint('somethingHappened').run(db, 1)).rejects.toThrow(
    'Nothing is connected to somethingHappened',
  );
});

test('runs reactions sequentially, stops at the first failure, and connects once however often it is asked', async () => {
  const point = new ReactionPoint<number>('somethingHappened');
  const seen: string[] = [];
  const connect = () =>
    point.connect(
      async (_db, n) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push(`first ${n}`);
      },
      async (_db, n) => {
        seen.push(`second ${n}`);
        if (n === 2) throw new Error('rejected');
      },
      async (_db, n) => {
        seen.push(`third ${n}`);
      },
    );
  connect();
  connect();
  await point.run(db, 1);
  await expect(point.run(db, 2)).rejects.toThrow('rejected');
  expect(seen).toEqual(['first 1', 'second 1', 'third 1', 'first 2', 'second 2']);
});
