import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { CreditNote, CreditNoteList } from '../../../server/features/billing/credits/resource';
import { issueDueCredits } from '../../../server/features/billing/credits/service';
import type { Invoice } from '../../../server/features/billing/invoices/resource';
import { createMember } from '../../factories/business';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { createWeighed } from '../../factories/weights';
import { type Client, ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { textOf } from '../../setup/pdf-text';
import { openStage } from '../../setup/stage';

const stage = await openStage();

type InvoiceBody = z.infer<typeof Invoice>;
type Note = z.infer<typeof CreditNote>;

const invoicePath = (order: OrderBody) => `/api/v1/invoices/${order.invoice?.id}`;
const invoiceOf = async (client: Client, order: OrderBody) =>
  ok(await client.get<InvoiceBody>(invoicePath(order)));
const credit = (client: Client, order: OrderBody, body: object) =>
  client.post<Note>(`${invoicePath(order)}/credits`, { reason: 'Agreed', ...body });
const conflict = (reason: string) => ({
  status: 409,
  body: { error: { code: 'CONFLICT', details: { reason } } },
});

/** What the buyer accepted of the first line; the rest was damaged. */
const said = (order: OrderBody, accepted: number) => {
  const [item] = order.items;
  const damaged = (item?.quantity ?? 0) - accepted;
  return {
    lines: [
      { item_id: item?.id, accepted, rejected: 0, damaged, ...(damaged > 0 && { reason_code: 'damaged' }) },
    ],
  };
};
const receive = async (trade: Trade, order: OrderBody, accepted: number) =>
  ok(
    await trade.buyer.post<{ id: string; credit_total: number }>(
      `/api/v1/orders/${order.id}/receipts`,
      said(order, accepted),
    ),
  );
const correct = (client: Client, order: OrderBody, receipt: { id: string }, accepted: number) =>
  client.patch(`/api/v1/orders/${order.id}/receipts/${receipt.id}`, said(order, accepted));

test('says what a credit would come to, to the cent of the note, and changes nothing', async () => {
  const trade = await openTrade(stage, { prices: [999], wholesaler: { taxRateBps: 825 } });
  const order = await placeOrderIn(trade, 'shipped', 10);
  const before = await invoiceOf(trade.seller, order);
  const quote = (body: object, client = trade.seller) =>
    client.post<{ total: number }>(`${invoicePath(order)}/credits/quote`, body);
  const lines = [{ item_id: order.items[0]?.id, quantity: 9 }];
  const said = ok(await quote({ lines }));
  expect(said).toEqual({
    ...{ subtotal: 9.99, discount_total: 0, tax: 0.82, total: 10.81, settles: 10.81, unapplied: 0 },
  });
  expect(ok(await quote({})).total).toBe(0);
  expect(await invoiceOf(trade.seller, order)).toEqual(before);
  expect((await quote({ lines }, trade.buyer)).status).toBe(403);
  expectInvalid(
    await quote({ lines: [{ ...lines[0], quantity: 11 }] }),
    'lines[0].quantity',
    'value_too_large',
  );
  expect(ok(await credit(trade.seller, order, { lines })).total).toBe(said.total);
});

test('over the API 108.14, one back 10.81, one more 10.82, 86.51 left; each goes to its invoice', async () => {
  const trade = await openTrade(stage, { prices: [999], wholesaler: { taxRateBps: 825 } });
  const order = await placeOrderIn(trade, 'shipped', 10);
  const item_id = order.items[0]?.id;
  const first = ok(await credit(trade.seller, order, { lines: [{ item_id, quantity: 9 }] }));
  expect(first).toMatchObject({
    number: 'CRN-0000001',
    invoice: { id: order.invoice?.id, number: 'INV-0000001' },
    order_id: order.id,
    source: 'seller',
    reason: 'Agreed',
    lines: [{ item_id, quantity: 1, unit_price: 9.99, total: 9.99 }],
    tax_lines: [{ rule_id: null, name: 'Tax', amount: 0.82 }],
    subtotal: 9.99,
    tax: 0.82,
    total: 10.81,
    allocated: 10.81,
    unapplied: 0,
  });
  const second = ok(await credit(trade.seller, order, { lines: [{ item_id, quantity: 8 }] }));
  expect(second).toMatchObject({ number: 'CRN-0000002', total: 10.82 });
  const invoice = await invoiceOf(trade.buyer, order);
  expect(invoice).toMatchObject({
    total: 108.14,
    settled: 21.63,
    balance: 86.51,
    status: 'open',
    lines: [{ quantity: 10 }],
  });
  expect(ok(await trade.buyer.get<Note>(`/api/v1/credit-notes/${first.id}`))).toEqual(first);
  const rows = await stage.sql<{ amount: number; day: string }[]>`
    select amount_cents::int as amount, made_on::text as day from allocations where invoice_id = ${invoice.id} order by created_at, id`;
  expect(rows.map(({ amount }) => amount)).toEqual([1081, 1082]);
});

test('prices and discounts fall, too; nothing rises, and nothing different is no credit', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  const order = await placeOrderIn(trade, 'shipped', 10);
  const item_id = order.items[0]?.id;
  expect(ok(await credit(trade.seller, order, { lines: [{ item_id, unit_price: 9.5 }] }))).toMatchObject({
    total: 5,
    lines: [{ quantity: 0, unit_price: 10, total: 5 }],
  });
  expect(ok(await credit(trade.seller, order, { discount: 10 }))).toMatchObject({
    total: 10,
    discount_total: -10,
    lines: [],
  });
  expect(await credit(trade.seller, order, { lines: [{ item_id, quantity: 11 }] })).toMatchObject({
    status: 400,
  });
  expect(await credit(trade.seller, order, { lines: [{ item_id, unit_price: 9.51 }] })).toMatchObject({
    status: 400,
  });
  expect(await credit(trade.seller, order, { discount: 9.99 })).toMatchObject({ status: 400 });
  expect(await credit(trade.seller, order, { lines: [{ item_id: order.id, quantity: 1 }] })).toMatchObject({
    status: 400,
  });
  expect(await credit(trade.seller, order, { tax: 5 })).toMatchObject({ status: 400 });
  expect(await credit(trade.seller, order, { discount: 10 })).toMatchObject(conflict('no_difference'));
  expect(await credit(trade.seller, order, {})).toMatchObject(conflict('no_difference'));
  // The rest: a discount stays up to the subtotal.
  expect(ok(await credit(trade.seller, order, { lines: [{ item_id, quantity: 0 }] })).total).toBe(85);
  expect(await invoiceOf(trade.seller, order)).toMatchObject({ balance: 0, status: 'settled' });
});

test('what of a credit its invoice has no room for stays unapplied', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  const order = await placeOrderIn(trade, 'shipped', 2);
  // As if it had been paid but for 3.00.
  await stage.sql`update invoices set settled_cents = 1700 where id = ${order.invoice?.id ?? ''}`;
  const note = ok(
    await credit(trade.seller, order, { lines: [{ item_id: order.items[0]?.id, quantity: 1 }] }),
  );
  expect(note).toMatchObject({ total: 10, allocated: 3, unapplied: 7 });
});

test('a receipt leaves a pending credit, which follows its corrections and is issued by itself once it is final', async () => {
  const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 1000 } });
  const order = await placeOrderIn(trade, 'shipped', 10);
  const receipt = await receive(trade, order, 7);
  expect(receipt.credit_total).toBe(33);
  expect(await invoiceOf(trade.buyer, order)).toMatchObject({ pending_credit: 33, balance: 110 });
  ok(await correct(trade.buyer, order, receipt, 8));
  expect(await invoiceOf(trade.buyer, order)).toMatchObject({ pending_credit: 22 });
  ok(await correct(trade.buyer, order, receipt, 10));
  expect(await invoiceOf(trade.buyer, order)).toMatchObject({ pending_credit: 0 });
  ok(await correct(trade.buyer, order, receipt, 6));
  await issueDueCredits(stage);
  expect(await invoiceOf(trade.buyer, order)).toMatchObject({ pending_credit: 44, settled: 0 });

  await stage.sql`update invoices set pending_until = now() - interval '1 second' where id = ${order.invoice?.id ?? ''}`;
  await Promise.all([issueDueCredits(stage), issueDueCredits(stage)]);
  expect(await invoiceOf(trade.buyer, order)).toMatchObject({ pending_credit: 0, settled: 44, balance: 66 });
  const { data } = ok(await trade.buyer.get<z.infer<typeof CreditNoteList>>('/api/v1/credit-notes'));
  expect(data).toMatchObject([{ total: 44, source: 'receipt', issued_by: { id: null, name: 'Tallyleaf' } }]);
  expect(await correct(trade.buyer, order, receipt, 7)).toMatchObject(conflict('credited'));
  const events = await stage.sql<{ entity_id: string }[]>`
    select entity_id from events where type = 'credit.issued' and data ->> 'id' = ${data[0]?.id ?? ''}`;
  expect(events.map(({ entity_id }) => entity_id).sort()).toEqual(
    [trade.retailer.id, trade.wholesaler.id].sort(),
  );
});

test.skipIf(IS_SHORT)('one that cannot be issued holds up no other', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  const orders = [
    await placeOrderIn(trade, 'shipped', 10),
    await placeOrderIn(trade, 'shipped', 10),
  ] as const;
  for (const order of orders) await receive(trade, order, 7);
  const [first, second] = orders.map(({ invoice }) => invoice?.id ?? '') as [string, string];
  await stage.sql`update invoices set pending_until = now() - interval '1 second' where id in (${first}, ${second})`;
  await stage.sql`update invoices set pending_credit_cents = 0 where id = ${first}`;
  await expect(issueDueCredits(stage)).rejects.toThrow('Some credits could not be issued');
  expect(await invoiceOf(trade.buyer, orders[1])).toMatchObject({ pending_credit: 0, settled: 30 });
  await stage.sql`update invoices set pending_until = null where id = ${first}`;
});

test('the seller issues a pending credit at once, and only once; later credits begin after it', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  const order = await placeOrderIn(trade, 'shipped', 10);
  const receipt = await receive(trade, order, 7);
  const pending = `${invoicePath(order)}/credits/pending`;
  // A credit of the seller's counts for what the receipt left.
  ok(await credit(trade.seller, order, { lines: [{ item_id: order.items[0]?.id, quantity: 9 }] }));
  expect(await invoiceOf(trade.seller, order)).toMatchObject({ pending_credit: 20, balance: 90 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => trade.seller.post<Note>(pending)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  expect(await invoiceOf(trade.seller, order)).toMatchObject({ pending_credit: 0, balance: 70 });
  expect(await correct(trade.buyer, order, receipt, 9)).toMatchObject(conflict('credited'));
  expect(await trade.seller.post(pending)).toMatchObject(conflict('no_difference'));
  expect(
    ok(await credit(trade.seller, order, { lines: [{ item_id: order.items[0]?.id, quantity: 5 }] })).total,
  ).toBe(20);
});

test.skipIf(IS_SHORT)('with delivered a receipt is not corrected above what was invoiced', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  await stage.sql`update entities set invoice_at = 'delivered' where id = ${trade.wholesaler.id}`;
  const order = await placeOrderIn(trade, 'shipped', 10);
  const receipt = await receive(trade, order, 7);
  const received = ok(await trade.buyer.get<OrderBody>(`/api/v1/orders/${order.id}`));
  expect(await invoiceOf(trade.seller, received)).toMatchObject({ total: 70, pending_credit: 0 });
  expect(await correct(trade.buyer, order, receipt, 8)).toMatchObject(conflict('invoiced'));
  ok(await correct(trade.buyer, order, receipt, 5));
  expect(await invoiceOf(trade.seller, received)).toMatchObject({ total: 70, pending_credit: 20 });
});

test.skipIf(IS_SHORT)(
  'with delivered an order of which nothing was accepted has no invoice, and no correction accepts what none says',
  async () => {
    const trade = await openTrade(stage, { wholesaler: { invoiceAt: 'delivered' } });
    const order = await placeOrderIn(trade, 'shipped', 10);
    const receipt = await receive(trade, order, 0);
    expect(await correct(trade.buyer, order, receipt, 1)).toMatchObject(conflict('invoiced'));
    ok(await correct(trade.buyer, order, receipt, 0));
  },
);

test('50 credits at once take nothing twice', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  const order = await placeOrderIn(trade, 'shipped', 30);
  const item_id = order.items[0]?.id;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      credit(trade.seller, order, { lines: [{ item_id, quantity: n % 30 }] }),
    ),
  );
  expect(answers.every(({ status }) => status === 201 || status === 409 || status === 400)).toBe(true);
  const issued = answers.filter(({ status }) => status === 201);
  const total = issued.reduce((sum, { body }) => sum + body.total, 0);
  const invoice = await invoiceOf(trade.seller, order);
  expect(invoice.settled).toBe(total);
  expect(invoice.balance).toBe(0);
  expect(issued.map(({ body }) => body.number).sort()).toEqual(
    issued.map((_, n) => `CRN-${String(n + 1).padStart(7, '0')}`),
  );
});

test("only the seller's admins credit; others read", async () => {
  const trade = await openTrade(stage);
  const order = await placeOrderIn(trade, 'shipped', 2);
  const body = { lines: [{ item_id: order.items[0]?.id, quantity: 1 }] };
  const manager = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'manager'));
  expect((await credit(manager, order, body)).status).toBe(403);
  expect((await credit(trade.buyer, order, body)).status).toBe(403);
  const stranger = await openTrade(stage);
  expect((await credit(stranger.seller, order, body)).status).toBe(404);
  const note = ok(await credit(trade.seller, order, body));
  expect((await stranger.buyer.get(`/api/v1/credit-notes/${note.id}`)).status).toBe(404);
  expect((await manager.get(`/api/v1/credit-notes/${note.id}`)).status).toBe(200);
  const response = await fetch(`${trade.buyer.url}/api/v1/credit-notes/${note.id}/pdf`, {
    headers: { authorization: `Bearer ${trade.buyer.tokens?.access_token}` },
  });
  const text = (await textOf(new Uint8Array(await response.arrayBuffer()))).join('\n');
  for (const part of ['Credit note', 'CRN-0000001', 'INV-0000001', 'Agreed', '$10.00'])
    expect(text).toContain(part);
});

test('freight of a percentage stays as it was invoiced: receipt, order, invoice and note say the same', async () => {
  const trade = await openTrade(stage, { prices: [2000] });
  const order = await placeOrder(trade, 10);
  const path = `/api/v1/orders/${order.id}`;
  ok(await trade.seller.put(`${path}/adjustments`, [{ kind: 'freight', label: 'Freight', bps: 1000 }]));
  for (const status of ['accepted', 'preparing', 'shipped']) {
    ok(await trade.seller.patch(`${path}/status`, { status }));
  }
  const shipped = ok(await trade.seller.get<OrderBody>(path));
  expect(shipped.total).toBe(220);
  expect((await receive(trade, shipped, 5)).credit_total).toBe(100);
  expect(ok(await trade.seller.get(path))).toMatchObject({ credit_total: 100 });
  expect((await invoiceOf(trade.seller, shipped)).pending_credit).toBe(100);
  const note = ok(await trade.seller.post<Note>(`${invoicePath(shipped)}/credits/pending`));
  expect(note.total).toBe(100);
});

test('goods by weight are credited by amounts, too', async () => {
  const trade = await openTrade(stage);
  const { productId } = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 10, steps: 2000 });
  const items = [{ product_id: productId, amount: 12.34 }];
  const placed = { retailer_id: trade.retailer.id, items };
  const accepted = ok(await trade.seller.post<OrderBody>('/api/v1/orders', placed));
  const step = (status: string) =>
    trade.seller.patch<OrderBody>(`/api/v1/orders/${accepted.id}/status`, { status });
  ok(await step('preparing'));
  const order = ok(await step('shipped'));
  const item_id = order.items[0]?.id;
  const asked = (fields: object) => credit(trade.seller, order, { lines: [{ item_id, ...fields }] });
  expectInvalid(await asked({ amount: 10, quantity: 1000 }), 'lines[0].amount', 'ambiguous');
  expectInvalid(await asked({ amount: 10.001 }), 'lines[0].amount', 'off_step');
  expectInvalid(await asked({ amount: 12.35 }), 'lines[0].amount', 'value_too_large');
  const note = ok(await asked({ amount: 10 }));
  expect(note.lines).toMatchObject([{ item_id, quantity: 234, amount: 2.34, unit: 'lb' }]);
});
