import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, received, unique } from '../../factories/goods';
import { openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const LINES = 500;
const numbers = Array.from({ length: LINES }, (_, n) => n);

/**
 * Runs work twice, as something else may take the processor during one.
 * @param work returns what it measured itself, if anything
 * @returns the milliseconds of the faster run
 */
async function msOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 2; run++) {
    const began = performance.now();
    const measured = await work();
    times.push(typeof measured === 'number' ? measured : performance.now() - began);
  }
  return Math.min(...times);
}

/** Products of the seller, one variant each. */
const variantsOf = async (count: number) => {
  const product = await createProduct(db, trade.wholesaler, { prices: Array(count).fill(1000) });
  return product.variants.map(({ id }) => id);
};

describe('500 lines, each a package', () => {
  const bringing = async (lineOf: (n: number) => object) =>
    msOf(() =>
      received(
        trade.seller,
        trade.wholesaler,
        numbers.map((n) => ({ quantity: 3, unit_cost: 4.5, package_tag: unique('T'), ...lineOf(n) })),
      ),
    );

  test('of as many variants and new batches take at most 2 s', async () => {
    const variants = await variantsOf(LINES);
    const ms = await bringing((n) => ({ variant_id: variants[n], batch_id: unique('B') }));
    expect(ms).toBeLessThan(2_000);
  });

  test('of as many products take at most 2 s', async () => {
    const products = await Promise.all(numbers.map(() => createProduct(db, trade.wholesaler)));
    const ms = await bringing((n) => ({ variant_id: products[n]?.variantId, batch_id: unique('B') }));
    expect(ms).toBeLessThan(2_000);
  });

  test('of one variant and as many new batches take at most 2 s', async () => {
    const [variant_id] = await variantsOf(1);
    const ms = await bringing(() => ({ variant_id, batch_id: unique('B') }));
    expect(ms).toBeLessThan(2_000);
  });

  test('of one batch take at most 2 s, also once it has a thousand packages', async () => {
    const [variant_id] = await variantsOf(1);
    const batch_id = unique('B');
    const ms = await bringing(() => ({ variant_id, batch_id }));
    const again = await bringing(() => ({ variant_id, batch_id }));
    expect(Math.max(ms, again)).toBeLessThan(2_000);
  });

  test("of another's product take at most 2 s", async () => {
    const products = await Promise.all(numbers.map(() => createProduct(db, trade.wholesaler)));
    const ms = await msOf(() =>
      received(
        trade.buyer,
        trade.retailer,
        numbers.map((n) => ({
          ...{
            variant_id: products[n]?.variantId,
            quantity: 2,
            batch_id: unique('B'),
            package_tag: unique('T'),
          },
        })),
      ),
    );
    expect(ms).toBeLessThan(2_000);
  });

  test('of one row of stock are taken back within 2 s', async () => {
    const [variant_id] = await variantsOf(1);
    const batch_id = unique('B');
    const ms = await msOf(async () => {
      const lines = numbers.map(() => ({ variant_id, quantity: 3, batch_id, package_tag: unique('T') }));
      const { id, lines: came } = await received(trade.seller, trade.wholesaler, lines);
      const kept = [{ line_id: came[0]?.line_id }];
      const began = performance.now();
      ok(await trade.seller.patch<GoodsBody>(`${GOODS}/${id}`, { lines: kept }));
      return performance.now() - began;
    });
    expect(ms).toBeLessThan(2_000);
  });

  test('are corrected within 2 s', async () => {
    const variants = await variantsOf(LINES);
    const receipt = await received(
      trade.seller,
      trade.wholesaler,
      numbers.map((n) => ({
        variant_id: variants[n],
        quantity: 3,
        batch_id: unique('B'),
        package_tag: unique('T'),
      })),
    );
    let quantity = 3;
    const ms = await msOf(async () => {
      quantity++;
      const lines = receipt.lines.map(({ line_id }) => ({ line_id, quantity, batch_id: unique('B') }));
      const corrected = ok(await trade.seller.patch<GoodsBody>(`${GOODS}/${receipt.id}`, { lines }));
      expect(corrected.units).toBe(quantity * LINES);
    });
    expect(ms).toBeLessThan(2_000);
  });
});

test('receives a product that has two thousand batches in 500 ms, and 500 of them in 2 s', async () => {
  const [variant_id] = await variantsOf(1);
  const names: string[] = [];
  for (let n = 0; n < 4; n++) {
    const lines = numbers.map(() => ({ variant_id, quantity: 1, batch_id: unique('B') }));
    names.push(...lines.map((line) => line.batch_id));
    await received(trade.seller, trade.wholesaler, lines);
  }
  const one = await msOf(() =>
    received(trade.seller, trade.wholesaler, [{ variant_id, quantity: 1, batch_id: names[7] }]),
  );
  const many = await msOf(() =>
    received(
      trade.seller,
      trade.wholesaler,
      names
        .slice(500, 1000)
        .map((batch_id) => ({ variant_id, quantity: 1, batch_id, package_tag: unique('T') })),
    ),
  );
  expect(one).toBeLessThan(500);
  expect(many).toBeLessThan(2_000);
});
