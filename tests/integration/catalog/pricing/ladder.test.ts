import { sql as drizzle, type SQL } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { ownLadder } from '../../../../server/features/pricing/buyers/queries.sql';
import { type LadderStep, stepAt } from '../../../../server/features/pricing/ladder';
import { laddersIn } from '../../../../server/features/pricing/queries';
import { breaksWith } from '../../../../server/features/pricing/queries.sql';
import { newId } from '../../../../server/kernel/ids';
import { uuids } from '../../../../server/platform/db/listing';
import { render } from '../../../../server/platform/db/render';
import { openTestDatabase } from '../../../setup/database';

const { sql, close } = await openTestDatabase();
afterAll(close);

type Breaks = ReadonlyArray<readonly [steps: number, cents: number]>;
interface Sources {
  wholesale: number;
  list: { breaks: Breaks; bps: number } | null;
  offers: readonly Breaks[];
}

/** What is made of sources, whose rows are gone again afterwards. */
async function ladderOf({ wholesale, list, offers }: Sources): Promise<LadderStep[]> {
  const [variant, listId] = [newId(), newId()];
  const ids = offers.map(() => newId());
  let ladder: LadderStep[] = [];
  await sql
    .begin(async (tx) => {
      // Ladders are read of breaks alone: no list, offer or variant has to be there.
      await tx`set local session_replication_role = replica`;
      for (const [steps, cents] of list?.breaks ?? [])
        await tx`insert into price_rules values (${listId}, ${variant}, ${steps}, ${cents})`;
      for (const [n, breaks] of offers.entries()) {
        for (const [steps, cents] of breaks)
          await tx`insert into offer_breaks values (${ids[n] as string}, ${variant}, ${steps}, ${cents})`;
      }
      const terms = { listId: list ? listId : null, discountBps: list?.bps ?? 0, offerIds: ids };
      const run = <R>(query: SQL<R>) => {
        const { sql: text, params } = render(query);
        return tx.unsafe<R[] & object[]>(text, params as never[]);
      };
      const sold = [{ variant_id: variant, wholesale_price_cents: wholesale }];
      ladder = laddersIn(terms, sold, await run(breaksWith.build(terms, [variant]))).get(variant) ?? [];
      // SQL within a statement comes to the same as breaks that are read for many variants at once.
      const [within] = await run(drizzle<{ ladder: LadderStep[] }>`
        select ${ownLadder({ variant: drizzle`v.id`, wholesale: drizzle`v.cents` })} as ladder
        from (select ${variant}::uuid as id, ${wholesale}::bigint as cents offset 0) v cross join (select ${terms.listId}::uuid as list_id,
          ${terms.discountBps}::int as list_bps, ${uuids(ids)} as offer_ids offset 0) terms`);
      expect(within?.ladder).toEqual(ladder);
      throw new Error('roll back');
    })
    .catch((error: Error) => {
      if (error.message !== 'roll back') throw error;
    });
  return ladder;
}

const sources = (of: Partial<Sources>): Sources => ({ wholesale: 2000, list: null, offers: [], ...of });
const LIST = {
  bps: 0,
  breaks: [
    [1, 2000],
    [10, 1800],
    [50, 1550],
  ],
} as const;

test('the highest break that is reached, up and down', async () => {
  const ladder = await ladderOf(sources({ list: LIST }));
  const total = (quantity: number) => quantity * stepAt(ladder, quantity).price_cents;
  expect([9, 10, 49, 50].map(total)).toEqual([18_000, 18_000, 88_200, 77_500]);
});

test('a percentage off, and an offer below it', async () => {
  const list = { bps: 1250, breaks: [] };
  expect(await ladderOf(sources({ wholesale: 1735, list }))).toEqual([
    { min_steps: 1, price_cents: 1518, source: 'list' },
  ]);
  expect(await ladderOf(sources({ wholesale: 1735, list, offers: [[[1, 1510]]] }))).toEqual([
    { min_steps: 1, price_cents: 1510, source: 'offer' },
  ]);
});

test('a ladder is the lower envelope of list and offers', async () => {
  const list = {
    bps: 0,
    breaks: [
      [1, 2000],
      [10, 1400],
    ],
  } as const;
  expect(await ladderOf(sources({ list, offers: [[[1, 1510]]] }))).toEqual([
    { min_steps: 1, price_cents: 1510, source: 'offer' },
    { min_steps: 10, price_cents: 1400, source: 'list' },
  ]);
});

test('a rule that is not reached counts as none, a list without a price counts as none, a tie is the list’s', async () => {
  const late = [[12, 1000]] as const;
  expect(await ladderOf(sources({ list: { bps: 1000, breaks: late } }))).toEqual([
    { min_steps: 1, price_cents: 1800, source: 'list' },
    { min_steps: 12, price_cents: 1000, source: 'list' },
  ]);
  const [first] = await ladderOf(sources({ list: { bps: 0, breaks: late } }));
  expect(first?.source).toBe('wholesale');
  expect(await ladderOf(sources({ list: { bps: 0, breaks: [] }, offers: [[[1, 2100]]] }))).toEqual([
    { min_steps: 1, price_cents: 2000, source: 'wholesale' },
  ]);
  const [tied] = await ladderOf(sources({ list: LIST, offers: [[[1, 2000]]] }));
  expect(tied?.source).toBe('list');
});

test('200 random sources come to what decision 590 says at every amount', async () => {
  const random = (below: number) => Math.floor(Math.random() * below);
  const breaks = (): Breaks =>
    [...new Set(Array.from({ length: random(4) }, () => 1 + random(12)))].map((at) => [at, random(3000)]);
  const reached = (of: Breaks, steps: number) =>
    [...of].sort(([a], [b]) => b - a).find(([at]) => at <= steps)?.[1] ?? null;
  for (let run = 0; run < 200; run += 1) {
    const given = sources({
      wholesale: random(3000),
      list: random(3) > 0 ? { breaks: breaks(), bps: random(2) * random(10_001) } : null,
      offers: Array.from({ length: random(3) }, breaks),
    });
    const ladder = await ladderOf(given);
    expect(ladder[0]?.min_steps).toBe(1);
    for (let steps = 1; steps <= 13; steps += 1) {
      const { wholesale, list } = given;
      const percent = list?.bps ? Math.floor((wholesale * (10_000 - list.bps)) / 10_000 + 0.5) : null;
      const own = (list && reached(list.breaks, steps)) ?? percent;
      const base = own ?? wholesale;
      const offered = given.offers.flatMap((of) => reached(of, steps) ?? []);
      const offer = offered.length > 0 ? Math.min(...offered) : base;
      const { price_cents, source } = stepAt(ladder, steps);
      const expected = offer < base ? 'offer' : own === null ? 'wholesale' : 'list';
      expect([price_cents, source], JSON.stringify([given, steps])).toEqual([
        Math.min(offer, base),
        expected,
      ]);
    }
  }
});
