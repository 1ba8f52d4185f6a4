import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { reasonsOf } from '../../../server/features/orders/placing/conditions.schema';
import { IS_FULL } from '../../setup/full';
import { openStage } from '../../setup/stage';
import { tryCase } from './quote-agrees/agreement';
import { caseOf } from './quote-agrees/cases';
import { openWorld } from './quote-agrees/world';

const stage = await openStage();

/** `QUOTE_AGREES_SEED=123` repeats the case of a seed that was printed. */
const ONLY = process.env.QUOTE_AGREES_SEED;
const CASES = IS_FULL ? 5_000 : 200;
const SELLERS = 8;

/** What no case of a run of 200 is without. */
const COMMON = ['insufficient_stock', 'connection_required', 'overdue', 'case_multiple', 'minimum_order'];
/** What takes another type of business, or 2,000 backorders. */
const UNMET = new Set(['not_a_buyer', 'too_many']);

/** What was met at all, so that a test that meets nothing says so. */
const met = new Set<string>();

/** Runs the cases of every nth seed on a seller of its own. @returns those in which quote and order differ */
async function differencesFrom(seeds: readonly number[]): Promise<object[]> {
  const world = await openWorld(stage);
  const differences: object[] = [];
  for (const seed of seeds) {
    const one = caseOf(seed, world);
    const said = await tryCase(stage, world, one);
    met.add(said.placed.reason ?? said.placed.code ?? 'placed');
    if (!isDeepStrictEqual(said.quoted, said.placed)) differences.push({ ...said, ...one });
  }
  return differences;
}

test('a quote is what placing would say: status, code and reason, or lines and sums', {
  timeout: 600_000,
}, async () => {
  const first = ONLY === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(ONLY);
  const seeds = Array.from({ length: ONLY === undefined ? CASES : 1 }, (_, n) => first + n);
  const parts = Array.from({ length: SELLERS }, (_, seller) =>
    seeds.filter((_, n) => n % SELLERS === seller),
  );
  const differences = (
    await Promise.all(parts.filter(({ length }) => length > 0).map(differencesFrom))
  ).flat();
  const seedsOf = differences.map((one) => (one as { seed: number }).seed);
  expect(
    differences.slice(0, 3),
    `${differences.length} of ${seeds.length} differ; seeds ${seedsOf}`,
  ).toEqual([]);
  if (ONLY !== undefined) return;
  const wanted = IS_FULL ? reasonsOf('order').filter((reason) => !UNMET.has(reason)) : COMMON;
  expect([...met]).toEqual(expect.arrayContaining(['placed', 'NOT_FOUND', ...wanted]));
});
