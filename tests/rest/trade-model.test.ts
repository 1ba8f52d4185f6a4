import { expect, test } from 'vitest';
import { foldOrderTotals, foldSales } from '../../server/features/orders/totals';
import type { ErrorBody } from '../setup/client';
import { IS_FULL } from '../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../setup/invariants';
import { openStage } from '../setup/stage';
import { type Roll, STEPS, send } from './trade-model/steps';
import { expectAsInModel, openWorld } from './trade-model/world';

const stage = await openStage();
const { db, sql } = stage;
const LENGTH = IS_FULL ? 10_000 : 250;
/** Whole checks read all rows: each so many steps, and at the end. */
const CHECKED = 100;
/** `TRADE_SEED` walks as an earlier run did. */
const SEED = Number(process.env.TRADE_SEED ?? (IS_FULL ? Date.now() % 2 ** 31 : 20_260_101));

/** Park and Miller's generator: the walk of a seed is the same everywhere. */
function rollOf(seed: number): Roll {
  let state = seed % 2_147_483_647 || 1;
  return (n) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}

test(`${LENGTH} steps of sellers and buyers leave stock and orders as a model has them`, async () => {
  const world = await openWorld(stage);
  const roll = rollOf(SEED);
  const taken = new Map<string, number>();
  for (let n = 1; n <= LENGTH; n++) {
    const step = STEPS[roll(STEPS.length)]?.(world, roll);
    if (!step) continue;
    const answer = await send(step, roll);
    const found = answer.status < 300 ? undefined : (answer.body as ErrorBody).error.code;
    const what = `step ${n} of seed ${SEED}: ${step.method} ${step.path} ${JSON.stringify(step.body)}: ${answer.text}`;
    expect(found, what).toBe(step.error);
    if (!found) step.apply(answer.body);
    taken.set(found ?? 'success', (taken.get(found ?? 'success') ?? 0) + 1);
    await expectAsInModel(stage, world);
    if (n % CHECKED === 0 || n === LENGTH) {
      if (roll(2) === 0) await Promise.all([foldOrderTotals(db), foldSales(db)]);
      await expectStockAddsUp(sql);
      await expectOrdersAddUp(sql);
      expect(
        await sql`select e.id from entities e where e.managed_by is not null and (
          exists (select from users where entity_id = e.id) or exists (select from inventory_items where entity_id = e.id))`,
      ).toEqual([]);
    }
  }
  process.stdout.write(`seed ${SEED}: ${[...taken].map(([what, times]) => `${times} ${what}`).join(', ')}\n`);
}, 3_600_000);
