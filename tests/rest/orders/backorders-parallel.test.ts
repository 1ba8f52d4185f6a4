import { afterEach, expect, test } from 'vitest';
import { backordersOf } from '../../factories/backorders';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
afterEach(() => expectStockAddsUp(sql));

const PATH = '/api/v1/backorders';
const { list, fill, arrive, order, short } = backordersOf(stage);

test('fills of one backorder never order more than it has', async () => {
  const trade = await short();
  await arrive(trade, 100);
  const responses = await Promise.all(Array.from({ length: 6 }, () => fill(trade, trade.backorder.id)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const response of responses.filter(({ status }) => status !== 201))
    expectError(response, 'INVALID_TRANSITION');
  expect(await list(trade.buyer)).toMatchObject([{ status: 'filled', filled: 12 }]);
});

test('a fill and a cancellation, of it or of its order, end one way', async () => {
  for (const cancel of ['it', 'order'] as const) {
    const trade = await short();
    await arrive(trade, 100);
    const path =
      cancel === 'it' ? `${PATH}/${trade.backorder.id}/cancel` : `/api/v1/orders/${trade.placed.id}/cancel`;
    const [filled, cancelled] = await Promise.all([fill(trade, trade.backorder.id), trade.buyer.post(path)]);
    const [after] = await list(trade.buyer);
    const isFilled = filled.status === 201;
    expect(after).toMatchObject(
      isFilled ? { status: 'filled', filled: 12 } : { status: 'cancelled', filled: 0 },
    );
    if (cancel === 'order') expect(cancelled.status).toBe(200);
    else expect([filled.status, cancelled.status].sort()).toEqual([isFilled ? 201 : 200, 409]);
  }
});

test('fills and new orders share what there is, and nothing is oversold', async () => {
  const trade = await short();
  await arrive(trade, 20);
  const responses = await Promise.all([
    fill(trade, trade.backorder.id),
    ...Array.from({ length: 6 }, () => order(trade, 5)),
  ]);
  const units = responses
    .filter(({ status }) => status === 201)
    .reduce((sum, response) => sum + (ok(response).items[0]?.quantity ?? 0), 0);
  expect(units).toBe(20);
});

test('an order that is short waits for its stock before it takes the turn of its pair, as an edit does', async () => {
  const trade = await openTrade(stage, { quantity: 24 });
  const [row] = await sql`
    select (key >> 32) & 4294967295 as high, key & 4294967295 as low from inventory_items,
      hashtextextended(${`${trade.wholesaler.id} ${trade.retailer.id}`}, 522) as key where id = ${trade.stockId}`;
  const { high, low } = row as { high: string; low: string };
  const turnsHeld = async () =>
    await sql`select from pg_locks where locktype = 'advisory' and granted
      and classid::bigint = ${high} and objid::bigint = ${low}`;
  const placing = await sql.begin(async (tx) => {
    await tx`select from inventory_items where id = ${trade.stockId} for no key update`;
    const [{ pid } = {}] = await tx`select pg_backend_pid() as pid`;
    const sent = order(trade, 36);
    await eventually(
      async () =>
        await sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid)) and datname = current_database()`,
      (waiting) => expect(waiting).toHaveLength(1),
    );
    expect(await turnsHeld()).toHaveLength(0);
    // Wrapped, since a transaction awaits what it returns.
    return { sent };
  });
  expect(ok(await placing.sent).items[0]).toMatchObject({ quantity: 24, requested_quantity: 36 });
});
