import { expect, test } from 'vitest';
import { PAYMENT_CHECKS } from '../../../server/features/billing/payments/verify';
import { BILLING_CHECKS } from '../../../server/features/billing/verify';
import { moneyOf, PAYMENTS, paid, pay } from '../../factories/money';
import { openTrade, type Trade } from '../../factories/trade';
import { Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { startServer } from '../../setup/server';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { db, sql } = stage;
const { owe, balances } = moneyOf(stage);

const differences = async () => {
  const checks = [...PAYMENT_CHECKS, ...BILLING_CHECKS.filter(({ name }) => name === 'allocations')];
  return (await Promise.all(checks.map(({ find }) => find(db)))).flat();
};
const twin = (trade: Trade, url: string): Trade => ({
  ...trade,
  seller: new Client(url, trade.seller.tokens),
});

test('of 50 payments and allocations in parallel on two processes exactly those that fit settle, and no cent is lost', async () => {
  const trade = await openTrade(stage);
  const other = await startServer(stage.url, { DATA_DIR: stage.folder });
  try {
    const sides = [trade, twin(trade, other.url)] as const;
    const { id } = await owe(trade, 1000);
    const allocations = [{ invoice_id: id, amount: 45 }];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pay(sides[n % 2] as Trade, 45, { allocations })),
    );
    const rejected = answers.filter(({ status }) => status !== 201);
    expect(rejected).toHaveLength(28);
    for (const answer of rejected) expect(expectError(answer, 'CONFLICT').reason).toBe('over_allocated');
    expect(await balances(id)).toEqual([10]);
    // One payment of 100.00, of which 50 requests want 3.00 each.
    const second = await owe(trade, 1000);
    const payment = await paid(trade, 100, { allocations: [] });
    const parts = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (sides[n % 2] as Trade).seller.post(`${PAYMENTS}/${payment.id}/allocations`, {
          allocations: [{ invoice_id: second.id, amount: 3 }],
        }),
      ),
    );
    expect(parts.filter(({ status }) => status === 200)).toHaveLength(33);
    expect(await balances(second.id)).toEqual([901]);
    // A void beside allocations: either it came later, and reversed them, or they found nothing left.
    const voided = await Promise.all([
      trade.seller.post(`${PAYMENTS}/${payment.id}/void`, { reason: 'x' }),
      ...Array.from({ length: 8 }, () => sides[1].seller.post(`${PAYMENTS}/${payment.id}/allocations`, {})),
      ...Array.from({ length: 8 }, () =>
        sides[1].seller.post(`${PAYMENTS}/${payment.id}/void`, { reason: 'x' }),
      ),
    ]);
    expect(voided.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await balances(second.id)).toEqual([1000]);
    expect(ok(await trade.seller.get<{ allocated: number }>(`${PAYMENTS}/${payment.id}`)).allocated).toBe(0);
    expect(await differences()).toEqual([]);
  } finally {
    await other.stop();
  }
});

test('a process that is killed leaves every payment whole', async () => {
  const trade = await openTrade(stage);
  for (let n = 0; n < 30; n++) await owe(trade, 10);
  const other = await startServer(stage.url, { DATA_DIR: stage.folder });
  const doomed = twin(trade, other.url);
  const sent = Array.from({ length: 40 }, () => pay(doomed, 25).catch(() => null));
  await Promise.race(sent);
  process.kill(other.pid, 'SIGKILL');
  await Promise.all(sent);
  await other.stop().catch(() => {});
  expect(await differences()).toEqual([]);
  const [row] = await sql`
    select (select coalesce(sum(amount_cents), 0) from payments where buyer_id = ${trade.retailer.id})::int as paid,
      (select sum(settled_cents) from invoices where buyer_id = ${trade.retailer.id})::int as settled,
      (select coalesce(sum(amount_cents - allocated_cents), 0) from payments where buyer_id = ${trade.retailer.id})::int as unapplied`;
  expect(row?.paid).toBe(row?.settled + row?.unapplied);
  ok(await pay(trade, 5));
});

test('a payment that is voided days after its refund was is no difference', async () => {
  const trade = await openTrade(stage);
  const payment = await paid(trade, 20, { allocations: [] });
  const refund = await paid(trade, 5, { kind: 'refund' });
  ok(await trade.seller.post(`${PAYMENTS}/${refund.id}/void`, { reason: 'x' }));
  await sql`update payments set voided_on = voided_on - 3, recorded_on = recorded_on - 3 where id = ${refund.id}`;
  await sql`update allocations set made_on = made_on - 3, reversed_on = reversed_on - 3 where refund_id = ${refund.id}`;
  ok(await trade.seller.post(`${PAYMENTS}/${payment.id}/void`, { reason: 'x' }));
  expect(await differences()).toEqual([]);
});

test('a sum that is not that of its allocations is named', async () => {
  const trade = await openTrade(stage);
  await owe(trade, 10);
  const { id } = await paid(trade, 4);
  await sql`update payments set allocated_cents = 300 where id = ${id}`;
  expect(await differences()).toEqual([`payment ${id}: 3, worked out 4`]);
  await sql`update payments set allocated_cents = 400 where id = ${id}`;
});
