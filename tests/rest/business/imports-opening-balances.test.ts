import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { InvoiceList } from '../../../server/features/billing/invoices/resource';
import { createMember } from '../../factories/business';
import { checkCsv, settled, uploadCsv } from '../../factories/imports';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
type List = z.infer<typeof InvoiceList>;
const openings = async (client: Client) =>
  ok(await client.get<List>('/api/v1/invoices?opening=true&sort=due_on')).data;

test('takes what customers owed, under its own numbers, which seller and buyer see; once', async () => {
  const trade = await openTrade(stage);
  const name = trade.retailer.name;
  ok(await trade.seller.patch(`/api/v1/customers/${trade.retailer.id}`, { external_ids: { import: 'C-7' } }));
  const file = [
    'customer,external_id,number,issued_on,due_on,amount',
    `${name},,QB-1001,2026-01-05,2026-02-04,"1,250.50"`,
    ',C-7,QB-1002,1/20/2026,2/19/2026,$99',
    'Nobody Inc,,QB-1003,2026-01-05,2026-02-04,10',
    `${name},,QB-1004,2026-02-05,2026-02-04,10`,
    `${name},,QB-1001,2026-01-05,2026-02-04,10`,
    `${name},,QB-1005,2026-01-05,2026-02-04,0`,
    `${name},,QB-1006,2099-01-05,2099-02-04,10`,
  ].join('\n');
  const checked = await checkCsv(trade.seller, 'opening_balances', `${file}\n`);
  expect(checked.counts).toMatchObject({ create: 2, error: 5 });
  ok(await trade.seller.post(`/api/v1/imports/${checked.id}/apply`));
  await settled(trade.seller, checked.id);
  for (const client of [trade.seller, trade.buyer]) {
    expect(await openings(client)).toMatchObject([
      {
        number: 'QB-1001',
        opening: true,
        order_id: null,
        buyer: { id: trade.retailer.id },
        bill_to: null,
        lines: [],
        issued_on: '2026-01-05',
        due_on: '2026-02-04',
        total: 1250.5,
        balance: 1250.5,
        overdue: true,
      },
      { number: 'QB-1002', issued_on: '2026-01-20', due_on: '2026-02-19', total: 99 },
    ]);
  }
  // Sending the file again changes nothing, and orders go on with their own numbers.
  const again = await checkCsv(trade.seller, 'opening_balances', `${file}\n`);
  expect(again.counts).toMatchObject({ create: 0, unchanged: 2 });
  expect((await placeOrderIn(trade, 'shipped', 1)).invoice?.number).toBe('INV-0000001');
  const [opening] = await openings(trade.seller);
  const credit = await trade.seller.post(`/api/v1/invoices/${opening?.id}/credits`, {
    discount: 1,
    reason: 'x',
  });
  expect(credit).toMatchObject({ status: 409, body: { error: { details: { reason: 'opening_balance' } } } });
});

test('is not for managers, and 404 for a stranger', async () => {
  const trade = await openTrade(stage);
  const manager = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'manager'));
  expect(
    (await uploadCsv(manager, 'opening_balances', 'customer,number,issued_on,due_on,amount\n')).status,
  ).toBe(403);
  expect(
    (await uploadCsv(trade.buyer, 'opening_balances', 'customer,number,issued_on,due_on,amount\n')).status,
  ).toBe(403);
});

test.skipIf(IS_SHORT)('a business that owes, or is owed, stays: 409 open_invoices', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  await placeOrderIn(trade, 'delivered', 1);
  const body = { password: 'a password of the tests' };
  for (const client of [trade.seller, trade.buyer]) {
    expect(await client.delete('/api/v1/entity', { body })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'open_invoices', open_invoices: 1 } } },
    });
  }
});

test('a business that has ended its connection gets no opening balance: it would keep it from closing', async () => {
  const trade = await openTrade(stage);
  const file = `customer,number,issued_on,due_on,amount\n${trade.retailer.name},QB-1,2026-01-05,2026-02-04,10\n`;
  const checked = await checkCsv(trade.seller, 'opening_balances', file);
  expect(checked.counts).toMatchObject({ create: 1 });
  await stage.sql`delete from connections where requester_id = ${trade.retailer.id}`;
  ok(await trade.seller.post(`/api/v1/imports/${checked.id}/apply`));
  expect((await settled(trade.seller, checked.id)).counts).toMatchObject({ create: 0, error: 1 });
  expect(await openings(trade.buyer)).toEqual([]);
});
