import { expect, test } from 'vitest';
import { moneyOf, PAYMENTS, paid, pay } from '../../factories/money';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const { owe, balances } = moneyOf(stage);

test('a refund draws on 500 sources at most by itself, and a payment has 1,000 allocations at most', async () => {
  const trade = await openTrade(stage);
  const copies = (table: 'payments' | 'allocations', id: string, count: number, fields: object) =>
    sql`insert into ${sql(table)} select (jsonb_populate_record(x, ${JSON.stringify(fields)}::text::jsonb || jsonb_build_object('id', gen_random_uuid()))).*
      from ${sql(table)} x, generate_series(1, ${count}::int) where x.id = ${id}`;
  const cent = await paid(trade, 0.01, { allocations: [] });
  await copies('payments', cent.id, 500, {});
  const refund = (amount: number) => pay(trade, amount, { kind: 'refund' });
  expect(expectError(await refund(5.01), 'CONFLICT')).toEqual({ reason: 'over_allocated', available: 5 });
  expect(ok(await refund(5)).allocations).toHaveLength(500);
  const open = await owe(trade, 100);
  const payment = await paid(trade, 10, { allocations: [{ invoice_id: open.id, amount: 1 }] });
  const [one] = payment.allocations;
  await copies('allocations', one?.id ?? '', 999, { reversed_on: one?.made_on });
  const more = { allocations: [{ invoice_id: open.id, amount: 1 }] };
  const beyond = await trade.seller.post(`${PAYMENTS}/${payment.id}/allocations`, more);
  expect(expectError(beyond, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 1000, id: payment.id });
  expect(await balances(open.id)).toEqual([99]);
});
