import { describe, expect, test } from 'vitest';
import { createLot } from '../../factories/lots';
import { openRecall } from '../../factories/recalls';
import { correct, file, shipLots } from '../../factories/receipts';
import { openTrade, placeOrder } from '../../factories/trade';
import { type Answer, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();

/** Uses up what may happen within an hour or a day, as if it had just happened. */
const spend = (subject: string, requests: number) => stage.sql`
  insert into reset_requests (subject, window_start, requests) values (${subject}, now(), ${requests})
  on conflict (subject) do update set requests = excluded.requests`;

function expectPaced(answer: Answer, limit: number, window = 'hour'): void {
  expect(expectError(answer, 'RATE_LIMITED')).toMatchObject({ window, limit });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe('what a business does to others in a loop', () => {
  test('an owner changes and releases a batch 60 times an hour, then 429; a hold is never rejected', async () => {
    const trade = await openTrade(stage);
    const lot = await createLot(trade.seller, trade.stockId, 'LOOP-1', 10);
    const path = `/api/v1/batches/${lot.batch}`;
    for (let n = 0; n < 20; n++) {
      ok(await trade.seller.patch(path, { expires_on: n % 2 ? '2099-01-01' : '2099-01-02' }));
      ok(await trade.seller.post(`${path}/hold`, { reason: 'Mold' }));
      ok(await trade.seller.post(`${path}/release`));
    }
    await spend(`batch-changes:${lot.batch}`, 60);
    expectPaced(await trade.seller.patch(path, { test_status: 'passed' }), 60);
    ok(await trade.seller.post(`${path}/hold`, { reason: 'Mold' }));
    expectPaced(await trade.seller.post(`${path}/release`), 60);
    expect(ok(await trade.seller.get(path))).toMatchObject({ held: 'owner', test_status: 'untested' });
  });

  test('closes 60 recalls an hour, then 429: it stays open, and others are still opened', async () => {
    const trade = await openTrade(stage);
    const [first, second] = [
      await createLot(trade.seller, trade.stockId, 'LOOP-2', 5),
      await createLot(trade.seller, trade.stockId, 'LOOP-3', 5),
    ];
    const recall = await openRecall(trade.seller, first.batch);
    await spend(`recall-closings:${trade.wholesaler.id}`, 60);
    const path = `/api/v1/recalls/${recall.id}`;
    expectPaced(await trade.seller.post(`${path}/close`, { reason: 'Done' }), 60);
    expect(ok(await trade.seller.get(path))).toMatchObject({ status: 'open' });
    expect(await openRecall(trade.seller, second.batch)).toMatchObject({ status: 'open' });
  });

  test('a buyer corrects a receipt 20 times an hour, then 429: its seller gets an event of each', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { loose: 4 });
    const receipt = ok(await file(trade, order, { accepted: 4 }));
    for (let n = 0; n < 20; n++) {
      ok(await correct(trade, receipt, n % 2 ? { accepted: 4 } : { accepted: 3, damaged: 1 }));
    }
    expectPaced(await correct(trade, receipt, { accepted: 3, damaged: 1 }), 20);
    const [counted] = await stage.sql`select count(*)::int as n from events
      where type = 'receipt.completed' and entity_id = ${trade.wholesaler.id}`;
    expect(counted).toEqual({ n: 21 });
  });

  test("a seller chooses a line's lots 500 times an hour, then 429", async () => {
    const trade = await openTrade(stage);
    const lot = await createLot(trade.seller, trade.stockId, 'LOOP-4', 5);
    const order = await placeOrder(trade, 2);
    const choose = () =>
      trade.seller.put(`/api/v1/orders/${order.id}/items/${order.items[0]?.id}/lots`, {
        lots: [{ lot_id: lot.id, quantity: 2 }],
      });
    ok(await choose());
    await spend(`order-changes:${order.id}:${trade.wholesaler.id}`, 500);
    expectPaced(await choose(), 500);
  });

  test('a business changes its name 10 times a day, then 429; what else it changes still works', async () => {
    const { seller, wholesaler } = await openTrade(stage);
    for (let n = 0; n < 10; n++) ok(await seller.patch('/api/v1/entity', { name: `Name ${n}` }));
    expectPaced(await seller.patch('/api/v1/entity', { legal_name: 'Name 10' }), 10, 'day');
    expect(
      ok(await seller.patch('/api/v1/entity', { name: 'Name 9', settings: { tax_rate_bps: 5 } })),
    ).toMatchObject({
      name: 'Name 9',
    });
    const [row] = await stage.sql`select name from entities where id = ${wholesaler.id}`;
    expect(row).toEqual({ name: 'Name 9' });
  });
});
