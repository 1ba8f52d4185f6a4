import { afterAll, expect, test } from 'vitest';
import { CHECKS } from '../../../../server/process/commands/checks';
import { send } from '../../../rest/orders/trade-model/step';
import { verifyLedgerOn } from '../../../setup/cli';
import { type Client, type ErrorBody, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { IS_FULL } from '../../../setup/full';
import { type ServerProcess, startServer } from '../../../setup/server';
import { expectBalances, expectMoneyAsInModel } from './money-model/compare';
import { credit } from './money-model/credits';
import { addSample, makeSample, pack } from './money-model/lines';
import { apply, bounce, open, pay, refund, wait } from './money-model/money';
import { adjust, cancel, edit, move, place } from './money-model/orders';
import { giveList, offer, reprice, setList, tax } from './money-model/prices';
import { correct, receive, settleReceipt } from './money-model/receipts';
import { terms } from './money-model/terms';
import { type Kind, openWorld, type World } from './money-model/world';

/** Steps, in worlds of so many: what is checked after each step grows with its world. */
const STEPS = Number(process.env.MONEY_STEPS ?? (IS_FULL ? 10_000 : 40));
const WORLD = 250;
/** `MONEY_SEED` walks as an earlier run did. */
const SEED = Number(process.env.MONEY_SEED ?? (IS_FULL ? Date.now() % 2 ** 31 : 20_260_101));
/** All pairs are compared each so many steps. */
const WHOLE = 50;

/** Each kind of step that users take, as often as it is named. */
const KINDS: readonly Kind[] = [
  ...[setList, setList, giveList, offer, reprice, tax, terms, terms],
  ...[place, place, place, place, edit, edit, edit, adjust, adjust],
  ...[addSample, makeSample, pack, pack],
  ...[move, move, move, move, move, move, cancel],
  ...[receive, receive, correct, correct, settleReceipt],
  ...[credit, credit, credit, pay, pay, pay, apply, apply, refund, refund, bounce, bounce, open, wait],
];

/** Park and Miller's generator: the walk of a seed is the same everywhere. */
function rollOf(seed: number): (n: number) => number {
  let state = seed % 2_147_483_647 || 1;
  return (n) => {
    state = (state * 48_271) % 2_147_483_647;
    return n < 1 ? 0 : state % n;
  };
}

const taken = new Map<string, number>();
afterAll(() => {
  process.stdout.write(`seed ${SEED}: ${[...taken].map(([what, times]) => `${times} ${what}`).join(', ')}\n`);
});

/** What `verify-ledger` finds. */
async function differences({ ground: { db } }: World): Promise<string[]> {
  const found = await Promise.all(CHECKS.map(({ find }) => find(db)));
  return found.flat();
}

async function step(world: World, roll: (n: number) => number, what: string): Promise<void> {
  const kind = KINDS[roll(KINDS.length)] as Kind;
  const taking = await kind(world, roll);
  if (!taking) return;
  const answer = await send(taking, roll);
  const { error } = (answer.status < 300 ? {} : answer.body) as Partial<ErrorBody>;
  const told = `${what}: ${kind.name}, ${taking.method} ${taking.path} ${JSON.stringify(taking.body)}: ${answer.text}`;
  expect(error?.code, told).toBe(taking.error);
  if (taking.reasons) expect(taking.reasons, told).toContain(error?.details.reason);
  if (!error) await taking.apply?.(answer.body);
  const outcome = error ? `${kind.name} (${taking.reasons?.[0] ?? error.code})` : kind.name;
  taken.set(outcome, (taken.get(outcome) ?? 0) + 1);
  try {
    for (const pair of taking.pair ? [taking.pair] : world.pairs)
      await expectMoneyAsInModel(world, pair, false);
    if (taking.pair) await expectBalances(world, taking.pair, roll);
    expect(await differences(world)).toEqual([]);
  } catch (cause) {
    throw new Error(`${told}\n${(cause as Error).message}`, { cause });
  }
}

const worlds = Array.from({ length: Math.ceil(STEPS / WORLD) }, (_, n) => ({
  seed: SEED + n,
  length: Math.min(WORLD, STEPS - n * WORLD),
}));

test.each(worlds)(
  '$length steps of prices, orders, invoices and payments (seed $seed) are what a model says, and verify finds nothing',
  async ({ seed, length }) => {
    const database = await openTestDatabase();
    let server: ServerProcess | undefined;
    try {
      server = await startServer(database.url);
      const { url } = server;
      const ground = {
        ...database,
        signIn: (user: Parameters<typeof signIn>[1]): Promise<Client> => signIn(url, user),
      };
      const world = await openWorld(ground);
      const roll = rollOf(seed);
      for (let n = 1; n <= length; n++) {
        await step(world, roll, `step ${n} of seed ${seed}`).catch((error: Error) => {
          throw new Error([error.message, ...(server?.takeFaults() ?? [])].join('\n'), { cause: error });
        });
        if (n % WHOLE > 0 && n < length) continue;
        for (const pair of world.pairs) {
          await expectMoneyAsInModel(world, pair, true);
          await expectBalances(world, pair, roll);
        }
      }
      const { code, stdout } = await verifyLedgerOn(database.db);
      expect(code, stdout).toBe(0);
      expect(server.takeFaults()).toEqual([]);
    } finally {
      await server?.stop();
      await database.close();
    }
  },
  1_800_000,
);
