import { expect, test } from 'vitest';
import { createProduct } from '../factories/catalog';
import { coaParts, uploadCoa } from '../factories/coa';
import { slowPdf } from '../factories/hostile-pdf';
import { textPdf } from '../factories/text-pdf';
import { openTrade, placeOrder, type Trade } from '../factories/trade';
import { openStage } from '../setup/stage';

const stage = await openStage();

/** A reading is given up after 8 seconds of its own processor time; on a busy machine that takes longer. */
const LIMIT_MS = 8_000;
const plain = () => coaParts(textPdf([[50, 700, 'Batch #: LATER-1']]));

async function file(trade: Trade, parts: Parameters<typeof uploadCoa>[2]) {
  const { id } = await createProduct(stage.db, trade.wholesaler);
  const began = Date.now();
  const { status, body, text } = await uploadCoa(trade.seller.unpooled(), id, parts);
  expect(status, text).toBe(201);
  return { extracted: body.extracted, ms: Date.now() - began };
}

test('waits an hour with a business whose certificates took too long twice, and with no other', async () => {
  const [slow, other] = await Promise.all([openTrade(stage), openTrade(stage)]);
  for (let times = 0; times < 2; times++) {
    const { extracted, ms } = await file(slow, coaParts(slowPdf()));
    expect(extracted).toBeNull();
    expect(ms).toBeGreaterThanOrEqual(LIMIT_MS);
  }
  const waiting = await file(slow, coaParts(slowPdf()));
  expect(waiting.ms).toBeLessThan(LIMIT_MS);
  expect((await file(slow, plain())).extracted).toBeNull();
  expect((await file(other, plain())).extracted?.batch_id).toBe('LATER-1');

  await stage.sql`update reset_requests set window_start = now() - interval '61 minutes'
    where subject = ${`slow_pdf:${slow.wholesaler.id}`}`;
  expect((await file(slow, plain())).extracted?.batch_id).toBe('LATER-1');
  await stage.sql`delete from reset_requests where subject = ${`slow_pdf:${slow.wholesaler.id}`}`;
});

test('draws the documents of others at once while three businesses file slow certificates', async () => {
  const slow = await Promise.all([openTrade(stage), openTrade(stage), openTrade(stage)]);
  const other = await openTrade(stage);
  const { id } = await placeOrder(other);
  const filed = Promise.all(slow.map((trade) => file(trade, coaParts(slowPdf()))));
  let done = false;
  filed.finally(() => {
    done = true;
  });
  const headers = { authorization: `Bearer ${other.buyer.tokens?.access_token}` };
  let drawn = 0;
  while (!done) {
    const began = Date.now();
    const { status } = await fetch(`${other.buyer.url}/api/v1/orders/${id}/document/pdf`, { headers });
    expect(status).toBe(200);
    expect(Date.now() - began).toBeLessThan(LIMIT_MS);
    drawn += 1;
  }
  await filed;
  expect(drawn).toBeGreaterThan(2);
});
