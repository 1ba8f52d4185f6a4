import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { file, type ReceiptBody, type ReturnBody } from '../../factories/receipts';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const FOLDER = 'server/platform/db/migrations';
const stage = await openStage();
const { sql } = stage;

/** The statements that move rows: the columns are there already. */
async function moveRows(): Promise<void> {
  const name = readdirSync(FOLDER).find((one) => one.endsWith('_short_units.sql')) ?? '';
  const statements = readFileSync(join(FOLDER, name), 'utf8').split('--> statement-breakpoint');
  const moves = statements.filter((statement) => /^\s*(--.*\s+)?(WITH|DELETE)\b/.test(statement));
  expect(moves).toHaveLength(2);
  await sql.begin(async (tx) => {
    for (const statement of moves) await tx.unsafe(statement);
  });
}

/** A receipt as it was kept before: its short units rejected, and on the return. */
async function keptBefore(trade: Trade, { rejected = 0, damaged = 0 }) {
  const order = await placeOrderIn(trade, 'shipped', 10);
  const counts = { accepted: 10 - rejected - damaged, rejected, damaged, reason_code: 'other' };
  const receipt = ok(await file(trade, order, counts));
  await sql`update receipt_lines set reason_code = 'short' where receipt_id = ${receipt.id}`;
  return { order, receipt };
}

const receiptOf = async ({ buyer }: Trade, { id }: OrderBody) =>
  ok(await buyer.get<{ data: ReceiptBody[] }>(`/api/v1/orders/${id}/receipts`)).data[0];
const returnsOf = async ({ seller }: Trade, { id }: OrderBody) =>
  ok(await seller.get<{ data: ReturnBody[] }>(`/api/v1/returns?order_id=${id}`)).data;

test('open returns lose their short units by the migration, those that were received stay', async () => {
  const trade = await openTrade(stage);
  const short = await keptBefore(trade, { rejected: 3 });
  const mixed = await keptBefore(trade, { rejected: 2, damaged: 1 });
  const received = await keptBefore(trade, { rejected: 4 });
  const body = { location_id: trade.wholesaler.locationIds[0] };
  ok(await trade.seller.post(`/api/v1/returns/${received.receipt.return_ids[0]}/receive`, body));
  await moveRows();
  expect(await receiptOf(trade, short.order)).toMatchObject({
    return_ids: [],
    credit_total: short.receipt.credit_total,
    lines: [{ accepted: 7, rejected: 0, damaged: 0, short: 3, reason_code: 'short' }],
  });
  expect(await returnsOf(trade, short.order)).toEqual([]);
  expect(await receiptOf(trade, mixed.order)).toMatchObject({
    lines: [{ accepted: 7, rejected: 0, damaged: 1, short: 2, reason_code: 'damaged' }],
  });
  expect(await returnsOf(trade, mixed.order)).toMatchObject([{ lines: [{ quantity: 1 }] }]);
  expect(await receiptOf(trade, received.order)).toMatchObject({
    lines: [{ accepted: 6, rejected: 4, short: 0, reason_code: 'short' }],
  });
  expect(await returnsOf(trade, received.order)).toMatchObject([
    { status: 'received', lines: [{ quantity: 4, received_quantity: 4 }] },
  ]);
  const changed = ok(
    await trade.buyer.get<{ data: ReceiptBody[] }>(
      `/api/v1/receipts?updated_since=${short.receipt.updated_at}`,
    ),
  );
  expect(changed.data.map(({ id }) => id)).toContain(short.receipt.id);
  await expectStockAddsUp(sql);
});
