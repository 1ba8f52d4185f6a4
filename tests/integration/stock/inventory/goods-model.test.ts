import { expect, test } from 'vitest';
import { GOODS, type GoodsBody, receive, received, unique } from '../../../factories/goods';
import type { LotBody } from '../../../factories/lots';
import { openRecall, type RecallBody } from '../../../factories/recalls';
import { type ItemBody, openTrade, type ProductBody } from '../../../factories/trade';
import { createWeighed } from '../../../factories/weights';
import { type Answer, ok } from '../../../setup/client';
import { expectError } from '../../../setup/expect';
import { IS_FULL } from '../../../setup/full';
import { expectStockAddsUp } from '../../../setup/invariants';
import { seeded } from '../../../setup/random';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const STEPS = Number(process.env.MODEL_STEPS ?? (IS_FULL ? 400 : 60));
const SEED = Number(process.env.MODEL_SEED ?? 1);
const ROOMS = ['vault', 'sales_floor'] as const;
const PACKAGE_GRAMS = 3.5;
const POUND_GRAMS = 453.59237;

/** What the books must say, by arithmetic typed from decisions 87 and 942. */
interface Row {
  /** Units of each lot, and by an empty key those without one. */
  lots: Map<string, number>;
  /** In dollars, per unit. */
  average: number;
}
/** What has become of the units of a batch, in steps. */
interface Books {
  lots: Set<string>;
  /** By receipts, less what corrections took back. */
  added: number;
  sold: number;
  consumed: number;
}
interface Line {
  line_id: string;
  item: string;
  lot: string;
  quantity: number;
  /** In dollars, per unit. */
  cost: number;
}

/** What a correction says of a line: units and cost. */
const isSame = (line?: Line & { now: number; costNow: number }) =>
  line?.now === line?.quantity && line?.costNow === line?.cost;
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);

test(`goods that are received, corrected, harvested, packaged and sold add up after each of ${STEPS} random steps (seed ${SEED})`, {
  timeout: 60_000 + STEPS * 1_000,
}, async () => {
  const random = seeded(SEED);
  const trade = await openTrade(stage, { quantity: 0 });
  const { seller, wholesaler } = trade;
  const flower = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 900 });
  const eighths = ok(
    await seller.post<ProductBody>('/api/v1/products', {
      ...{ name: unique('Eighths'), category: 'flower' },
      variants: [{ name: '3.5 g', sku: unique('E'), price: 35, weight: PACKAGE_GRAMS, weight_unit: 'g' }],
    }),
  );
  const packaged = { product_id: eighths.id, variant_id: eighths.variants[0]?.id ?? '' };
  const rows = new Map<string, Row>();
  const books = new Map<string, Books>();
  const batchOf = new Map<string, string>();
  const receipts: Array<{ id: string; kind: string; lines: Line[] }> = [];
  const rowOf = (item: string) => {
    const row = rows.get(item) ?? { lots: new Map<string, number>(), average: 0 };
    rows.set(item, row);
    return row;
  };
  const unitsIn = (row: Row) => sum(row.lots.values());
  const booksOf = (batch: string) => {
    const book = books.get(batch) ?? { lots: new Set<string>(), added: 0, sold: 0, consumed: 0 };
    books.set(batch, book);
    return book;
  };
  /** What a row is worth once so many units come or leave, for so many dollars in all. */
  const revalue = (row: Row, delta: number, worth: number) => {
    const units = unitsIn(row);
    if (units + delta <= 0) return;
    row.average = Math.min(9_999_999.99, Math.max(0, (units * row.average + worth) / (units + delta)));
  };
  const move = (item: string, lot: string, delta: number, worth: number) => {
    const row = rowOf(item);
    revalue(row, delta, worth);
    row.lots.set(lot, (row.lots.get(lot) ?? 0) + delta);
  };
  /** Notes what a receipt's lines brought. */
  const bring = ({ id, kind, lines }: GoodsBody) => {
    for (const line of lines) {
      const lot = line.lot_id ?? '';
      move(line.inventory_id, lot, line.quantity, line.quantity * (line.unit_cost ?? 0));
      if (!line.batch) continue;
      batchOf.set(lot, line.batch);
      booksOf(line.batch).lots.add(lot);
      booksOf(line.batch).added += line.quantity;
    }
    receipts.push({
      ...{ id, kind },
      lines: lines.map((line) => ({
        ...{ line_id: line.line_id, item: line.inventory_id, lot: line.lot_id ?? '' },
        ...{ quantity: line.quantity, cost: line.unit_cost ?? 0 },
      })),
    });
  };
  /** A lot with units, or units without one. */
  const someUnits = (isWanted: (lot: string) => boolean = () => true) => {
    const all = [...rows].flatMap(([item, row]) =>
      [...row.lots].flatMap(([lot, units]) => (units > 0 && isWanted(lot) ? [{ item, lot, units }] : [])),
    );
    return all.length > 0 ? random.pick(all) : undefined;
  };
  const bulk = new Set<string>();
  const costs = [0, 1.25, 3, 17.5, 240];

  const steps: Record<string, () => Promise<number | undefined>> = {
    receive: async () => {
      const lines = Array.from({ length: 1 + random.below(3) }, () => ({
        ...{ variant_id: packaged.variant_id, quantity: 1 + random.below(40) },
        ...{ unit_cost: random.pick(costs), room_type: random.pick(ROOMS) },
        ...(random.below(4) > 0 && {
          batch_id: unique('B'),
          ...(random.below(2) === 0 && { package_tag: unique('T') }),
        }),
      }));
      const answer = await receive(seller, wholesaler, lines);
      const places = lines.map((line, n) => ('batch_id' in line ? String(n) : line.room_type));
      if (new Set(places).size < places.length) {
        expect(answer.status, answer.text).toBe(400);
        return 400;
      }
      bring(ok(answer) as GoodsBody);
      return 201;
    },
    harvest: async () => {
      const line = { variant_id: flower.variantId, quantity: 50 + random.below(500) };
      const fields = { unit_cost: random.pick(costs), batch_id: unique('H'), harvested_on: '2026-01-05' };
      const receipt = await received(seller, wholesaler, [{ ...line, ...fields }], {
        ...{ kind: 'harvest', supplier: undefined },
      });
      bring(receipt);
      bulk.add(receipt.lines[0]?.lot_id ?? '');
      return 201;
    },
    correct: async () => {
      if (receipts.length === 0) return undefined;
      const receipt = random.pick(receipts);
      const lines = receipt.lines.map((line) => ({
        ...line,
        now: Math.max(1, line.quantity + random.below(21) - 12),
        costNow: random.pick([line.cost, ...costs]),
      }));
      const answer = (await seller.patch(`${GOODS}/${receipt.id}`, {
        lines: lines.map(({ line_id, now, costNow }) => ({ line_id, quantity: now, unit_cost: costNow })),
      })) as Answer<GoodsBody>;
      const isGone = lines.some(
        ({ item, lot, quantity, now }) => (rowOf(item).lots.get(lot) ?? 0) < quantity - now,
      );
      if (isGone) {
        expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'units_gone' });
        return 409;
      }
      ok(answer);
      // All lines at once: a row's worth is kept between its bounds at the end, not between two lines.
      const changes = lines.map(({ item, lot, quantity, now, cost, costNow }) => {
        const before = Math.min(quantity, rowOf(item).lots.get(lot) ?? 0);
        const delta = now - quantity;
        return { item, lot, delta, worth: Math.min(now, before + delta) * costNow - before * cost };
      });
      for (const item of new Set(lines.flatMap((line) => (isSame(line) ? [] : line.item)))) {
        const of = changes.filter((change, n) => change.item === item && !isSame(lines[n]));
        revalue(rowOf(item), sum(of.map(({ delta }) => delta)), sum(of.map(({ worth }) => worth)));
      }
      for (const { item, lot, delta } of changes) {
        rowOf(item).lots.set(lot, (rowOf(item).lots.get(lot) ?? 0) + delta);
        const batch = batchOf.get(lot);
        if (batch) booksOf(batch).added += delta;
      }
      receipt.lines = lines.map(({ now, costNow, ...line }) => ({ ...line, quantity: now, cost: costNow }));
      return 200;
    },
    package: async () => {
      const source = someUnits((lot) => bulk.has(lot));
      if (!source) return undefined;
      const used = 1 + random.below(Math.min(source.units, 60));
      const grams = used * 0.01 * POUND_GRAMS;
      const quantity = Math.max(1, Math.floor((grams / PACKAGE_GRAMS) * (0.8 + random.below(20) / 100)));
      const lot = ok(
        await seller.post<LotBody>('/api/v1/lots', {
          ...{ ...packaged, batch_id: unique('P'), location_id: wholesaler.locationIds[0], quantity },
          sources: [{ lot_id: source.lot, quantity: used }],
        }),
      );
      const worth = used * rowOf(source.item).average * 0.01;
      move(source.item, source.lot, -used, -used * rowOf(source.item).average);
      booksOf(batchOf.get(source.lot) ?? '').consumed += used;
      move(lot.holdings[0]?.inventory_id ?? '', lot.id, quantity, worth);
      return 201;
    },
    sell: async () => {
      const source = someUnits();
      if (!source) return undefined;
      // Half of the sales take all, so that what a correction would take back is gone.
      const units = random.below(2) === 0 ? source.units : 1 + random.below(source.units);
      const body = { quantity_change: -units, reason_code: 'SALE' };
      const lot = source.lot ? { lot_id: source.lot } : {};
      const isPlain = !source.lot;
      ok(await seller.patch<ItemBody>(`/api/v1/inventory/${source.item}`, { ...body, ...lot }));
      const { average } = rowOf(source.item);
      move(source.item, source.lot, -units, -units * average);
      if (!isPlain && batchOf.has(source.lot)) booksOf(batchOf.get(source.lot) ?? '').sold += units;
      return 200;
    },
  };

  /** Units by lot and averages of every row. Averages have four decimals: the model goes on with the stored one. */
  const expectAsModel = async (done: string) => {
    const items = await stage.sql<
      { id: string; average: number; lots: Record<string, number>; rest: number }[]
    >`
      select i.id, i.average_cost::float8 as average, i.quantity - i.lot_quantity as rest, coalesce((
        select jsonb_object_agg(x.lot_id, x.quantity) from inventory_lots x
        where x.inventory_item_id = i.id and x.quantity > 0), '{}') as lots
      from inventory_items i where i.entity_id = ${wholesaler.id} and i.quantity > 0`;
    const inModel = [...rows].filter(([, row]) => unitsIn(row) > 0);
    expect(items.map(({ id }) => id).sort(), done).toEqual(inModel.map(([id]) => id).sort());
    for (const { id, average, lots, rest } of items) {
      const row = rowOf(id);
      const units = Object.fromEntries([...row.lots].filter(([lot, count]) => lot && count > 0));
      expect({ lots, rest }, done).toEqual({ lots: units, rest: row.lots.get('') ?? 0 });
      expect(Math.abs(average - row.average), `${done}: ${average} is not ${row.average}`).toBeLessThan(
        0.0002,
      );
      row.average = average;
    }
  };

  const seen = new Map<string, number>();
  const names = ['receive', 'receive', 'harvest', 'correct', 'correct', 'package', 'sell', 'sell'];
  for (let step = 1; step <= STEPS; step++) {
    const name = random.pick(names);
    const status = await steps[name]?.();
    await expectAsModel(`step ${step}: ${name}`);
    seen.set(`${name} ${status}`, (seen.get(`${name} ${status}`) ?? 0) + 1);
  }
  await expectStockAddsUp(stage.sql);
  // A run that never packaged, or in which every correction failed, proves nothing.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'receive 201',
      'harvest 201',
      'correct 200',
      'correct 409',
      'package 201',
      'sell 200',
    ]),
  );

  for (const [batch, { lots, added, sold, consumed }] of books) {
    const onHand = sum([...rows.values()].flatMap((row) => [...lots].map((lot) => row.lots.get(lot) ?? 0)));
    const { data } = ok(
      await seller.get<{ data: { direction: string; kind: string; quantity: number }[] }>(
        `/api/v1/batches/${batch}/trace?limit=500`,
      ),
    );
    const steps = (direction: string, kind: string) =>
      sum(data.filter((one) => one.direction === direction && one.kind === kind).map((one) => one.quantity));
    expect(steps('backward', 'receipt'), `came in ${batch}`).toBe(added);
    expect(steps('forward', 'item'), `on hand ${batch}`).toBe(onHand);
    expect(added, batch).toBe(onHand + sold + consumed);
    const recall = await openRecall(seller, batch);
    const { holders } = ok(
      await seller.get<RecallBody & { holders: { accounting: object }[] }>(`/api/v1/recalls/${recall.id}`),
    );
    // The owner is a holder while it has units (decision 165).
    expect(
      holders.map(({ accounting }) => accounting),
      batch,
    ).toMatchObject(onHand > 0 ? [{ added, on_hand: onHand, sold, consumed, lost: 0, unknown: 0 }] : []);
  }
});

test('of six receipts of six products that bring one new tag at the same time, exactly one gets it', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const products = await Promise.all(
    Array.from({ length: 6 }, async () =>
      ok(
        await seller.post<ProductBody>('/api/v1/products', {
          ...{ name: unique('Many'), category: 'flower' },
          variants: [{ name: 'Each', sku: unique('M'), price: 10 }],
        }),
      ),
    ),
  );
  for (let round = 0; round < (IS_FULL ? 10 : 2); round++) {
    const package_tag = unique('T');
    const answers = await Promise.all(
      products.map(({ variants }) =>
        receive(seller.unpooled(), wholesaler, [
          { variant_id: variants[0]?.id, quantity: 3, unit_cost: 2, batch_id: unique('B'), package_tag },
          { variant_id: variants[0]?.id, quantity: 1, unit_cost: 2, batch_id: unique('B') },
        ]),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(expectError(answer, 'CONFLICT')).toMatchObject({
        ...{ reason: 'tag_taken', errors: [{ path: 'lines[0].package_tag', code: 'tag_taken' }] },
      });
    const lots = await stage.sql<{ units: number }[]>`
      select sum(x.quantity)::int as units from lots l join inventory_lots x on x.lot_id = l.id
      where l.package_tag = ${package_tag} group by l.id`;
    expect([...lots]).toEqual([{ units: 3 }]);
  }
});
