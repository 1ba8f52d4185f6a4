import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { CHANGES, refreshAfter } from '../../../components/ui/providers/changes';
import { OPERATIONS } from '../../../server/transport/rest/operations';

const ROOT = join(import.meta.dirname, '../../../components');
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'));

/** The mutations that components call: `orders.cancel`. */
const called = [
  ...new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/trpc\.([\w.]+)\.useMutation\(/g)].map(([, name]) => String(name)),
    ),
  ),
];

test('every mutation of the dashboard says what it changes, and nothing else does', () => {
  expect(called.length).toBeGreaterThan(20);
  expect(Object.keys(CHANGES).sort()).toEqual(called.sort());
});

test('what an operation changes includes every event that it declares', () => {
  const declared = new Map(OPERATIONS.map(({ name, emits }) => [name, emits]));
  for (const [name, changes] of Object.entries(CHANGES)) {
    expect(declared.has(name), `${name} is an operation`).toBe(true);
    expect(changes, name).toEqual(expect.arrayContaining([...(declared.get(name) ?? [])]));
  }
});

test('components refresh through the map alone', () => {
  const direct = sources.filter((text) => /utils(\.\w+)*\.invalidate\(/.test(text));
  expect(direct).toEqual([]);
});

/** A client that has read each of the names, and which of them are out of date after an operation. */
async function staleAfter(operation: string, names: readonly string[]) {
  const client = new QueryClient();
  for (const name of names) client.setQueryData([name.split('.'), { input: {}, type: 'query' }], {});
  let pages = 0;
  await refreshAfter(client, operation, () => {
    pages += 1;
  });
  const stale = names.filter(
    (name) => client.getQueryState([name.split('.'), { input: {}, type: 'query' }])?.isInvalidated,
  );
  return { stale, pages };
}

test('canceling an order makes orders and the stock that they held out of date', async () => {
  const names = ['orders.get', 'orders.history', 'inventory.list', 'webhooks.list', 'imports.list'];
  expect(await staleAfter('orders.cancel', names)).toEqual({
    stale: ['orders.get', 'orders.history', 'inventory.list'],
    pages: 0,
  });
});

test('deleting an endpoint leaves its own page alone, which would fail with 404', async () => {
  const { stale } = await staleAfter('webhooks.delete', ['webhooks.get', 'webhooks.list']);
  expect(stale).toEqual(['webhooks.list']);
});

test('an operation that the map lacks makes everything out of date', async () => {
  const names = ['orders.get', 'webhooks.list'];
  expect(await staleAfter('orders.unheardOf', names)).toEqual({ stale: names, pages: 1 });
});
