import { expect, test } from 'vitest';
import { foldOrderTotals, foldSales } from '../../../server/features/orders/figures/totals';
import { verifyLedgerOn } from '../../setup/cli';
import type { ErrorBody } from '../../setup/client';
import { IS_FULL } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openOwnStage, openStage } from '../../setup/stage';
import { drop, fill, want } from './trade-model/backorders';
import { claim, decide, know, merge, recall, recognize } from './trade-model/claims';
import { expectAsInModel } from './trade-model/compare';
import { decline, quote, settle, write } from './trade-model/drafts';
import { list, unlist } from './trade-model/listings';
import { cancel, edit, enter, lower, move, place, raise, restock } from './trade-model/orders';
import { type Kind, type Roll, send } from './trade-model/step';
import { openWorld } from './trade-model/world';

const stage = IS_FULL ? await openOwnStage() : await openStage();
const { db, sql } = stage;
const LENGTH = Number(process.env.TRADE_STEPS ?? (IS_FULL ? 10_000 : 60));
/** Whole checks read all rows: each so many steps, and at the end. */
const CHECKED = IS_FULL ? 100 : 60;
/** `TRADE_SEED` walks as an earlier run did. */
const SEED = Number(process.env.TRADE_SEED ?? (IS_FULL ? Date.now() % 2 ** 31 : 20_260_101));

/** Each kind of step that users take, as often as it is named. */
const STEPS: readonly Kind[] = [
  ...[place, place, place, enter, enter],
  ...[move, move, move, move, move],
  ...[cancel, lower, raise, edit, restock, restock],
  ...[want, fill, fill, drop],
  ...[write, write, quote, quote, decline, settle, settle],
  ...[list, unlist],
  ...[know, claim, decide, recognize, merge, recall],
];

/** Park and Miller's generator: the walk of a seed is the same everywhere. */
function rollOf(seed: number): Roll {
  let state = seed % 2_147_483_647 || 1;
  return (n) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}

/** What holds after any steps: no one else's figures, no stock without an owner, nothing filled twice. */
async function expectWhole(): Promise<void> {
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
  expect(
    await sql`select e.id from entities e where e.managed_by is not null and (
      exists (select from users where entity_id = e.id) or exists (select from inventory_items where entity_id = e.id))`,
  ).toEqual([]);
  expect(
    await sql`select b.id from backorders b where b.filled > b.quantity
      or b.filled <> (select coalesce(sum(f.quantity), 0) from backorder_fills f where f.backorder_id = b.id)`,
  ).toEqual([]);
  expect(
    await sql`select order_id from drafts where order_id is not null group by order_id having count(*) > 1`,
  ).toEqual([]);
}

test(`${LENGTH} steps of sellers and buyers leave stock, orders, quotes, backorders and claims as a model has them`, async () => {
  const world = await openWorld(stage);
  const roll = rollOf(SEED);
  const taken = new Map<string, number>();
  for (let n = 1; n <= LENGTH; n++) {
    const kind = STEPS[roll(STEPS.length)] as Kind;
    const step = await kind(world, roll);
    if (step) {
      const answer = await send(step, roll);
      const found = answer.status < 300 ? undefined : (answer.body as ErrorBody).error.code;
      const what = `step ${n} of seed ${SEED}: ${step.method} ${step.path} ${JSON.stringify(step.body)}: ${answer.text}`;
      expect(found, what).toBe(step.error);
      if (!found) await step.apply?.(answer.body);
      const outcome = found ?? kind.name;
      taken.set(outcome, (taken.get(outcome) ?? 0) + 1);
      await expectAsInModel(world, false).catch((error: Error) => {
        throw new Error(`${what}\n${error.message}`, { cause: error });
      });
    }
    if (n % CHECKED > 0 && n < LENGTH) continue;
    if (roll(2) === 0) await Promise.all([foldOrderTotals(db), foldSales(db)]);
    await expectAsInModel(world, true);
    await expectWhole();
  }
  if (IS_FULL) {
    const { code, stdout } = await verifyLedgerOn(stage.db);
    expect(code, stdout).toBe(0);
  }
  process.stdout.write(`seed ${SEED}: ${[...taken].map(([what, times]) => `${times} ${what}`).join(', ')}\n`);
}, 3_600_000);
