import { expect, test } from 'vitest';
import { createStock } from '../../../factories/catalog';
import { openTrade, placeOrderIn, type Trade } from '../../../factories/trade';
import { ok } from '../../../setup/client';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const ROUNDS = 60;
/** The most that shipping may cost with an invoice, of what it costs without. */
const LIMIT = 1.25;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of shipping one more order. */
async function ship(trade: Trade): Promise<number> {
  const { id } = await placeOrderIn(trade, 'preparing', 2);
  const before = performance.now();
  ok(await trade.seller.patch(`/api/v1/orders/${id}/status`, { status: 'shipped' }));
  return performance.now() - before;
}

test(`shipping with an invoice costs at most ${LIMIT} times one without`, { timeout: 300_000 }, async () => {
  const [billed, later] = [await openTrade(stage), await openTrade(stage)];
  for (const { wholesaler, product } of [billed, later]) {
    await createStock(stage.db, wholesaler, product.variantId, 10_000);
  }
  await stage.sql`update entities set invoice_at = 'delivered' where id = ${later.wholesaler.id}`;
  const took = { with: [] as number[], without: [] as number[] };
  // By turns, so that what else the machine does counts for both; the first rounds only warm up.
  for (let round = 0; round < ROUNDS; round++) {
    const pair = [await ship(billed), await ship(later)] as const;
    if (round < 10) continue;
    took.with.push(pair[0]);
    took.without.push(pair[1]);
  }
  const [invoiced, plain] = [median(took.with), median(took.without)];
  process.stdout.write(
    `shipping: ${invoiced.toFixed(1)} ms with an invoice, ${plain.toFixed(1)} ms without\n`,
  );
  expect(invoiced / plain).toBeLessThanOrEqual(LIMIT);
});
