import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Invoice, InvoiceList } from '../../../server/features/billing/invoices/resource';
import type { Sheet } from '../../../server/features/orders/documents/schema';
import { dayOf } from '../../../server/features/pricing/taxes/queries.sql';
import { createMember } from '../../factories/business';
import { createLot } from '../../factories/lots';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { textOf } from '../../setup/pdf-text';
import { openStage } from '../../setup/stage';

const stage = await openStage();

type InvoiceBody = z.infer<typeof Invoice>;
type List = z.infer<typeof InvoiceList>;

const invoiceOf = async (client: Client, order: OrderBody) =>
  ok(await client.get<InvoiceBody>(`/api/v1/invoices/${order.invoice?.id}`));
const dayIn = (timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date());
const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const move = async (client: Client, order: OrderBody, status: string) =>
  ok(await client.patch<OrderBody>(`/api/v1/orders/${order.id}/status`, { status }));

test('shipping issues the invoice of the order to the cent, numbered per seller, with its terms', async () => {
  const trade = await openTrade(stage, {
    prices: [999],
    wholesaler: { taxRateBps: 825, timezone: 'America/Los_Angeles' },
  });
  await stage.sql`update accounts set terms_days = 15 where seller_id = ${trade.wholesaler.id}`;
  await stage.sql`update entities set remittance_text = 'Bank of Denver, account 12' where id = ${trade.wholesaler.id}`;
  await createLot(trade.seller, trade.stockId, 'INV-LOT', 50, {});
  const accepted = await placeOrderIn(trade, 'preparing', 10);
  expect(accepted.invoice).toBeNull();
  const order = await move(trade.seller, accepted, 'shipped');
  expect(order.invoice).toEqual({ id: expect.any(String), number: 'INV-0000001' });

  const invoice = await invoiceOf(trade.buyer, order);
  const issued = dayIn('America/Los_Angeles');
  expect(invoice).toMatchObject({
    number: 'INV-0000001',
    order_id: order.id,
    order_number: order.order_number,
    opening: false,
    seller: { id: trade.wholesaler.id },
    buyer: { id: trade.retailer.id },
    bill_to: { license_number: expect.any(String), premises: [{ name: expect.any(String) }] },
    issued_on: issued,
    due_on: later(issued, 15),
    subtotal: order.subtotal,
    discount_total: 0,
    freight_total: 0,
    tax: order.tax,
    tax_lines: order.tax_lines,
    total: 108.14,
    settled: 0,
    balance: 108.14,
    pending_credit: 0,
    status: 'open',
    overdue: false,
    external_ids: {},
  });
  expect(invoice.total).toBe(order.total);
  expect(invoice.lines).toEqual([
    expect.objectContaining({
      item_id: order.items[0]?.id,
      sku: order.items[0]?.sku,
      lots: [{ batch_id: 'INV-LOT', quantity: 10 }],
      quantity: 10,
      amount: 10,
      unit_price: 9.99,
      total: 99.9,
      discount_share: 0,
    }),
  ]);
  expect(await invoiceOf(trade.seller, order)).toEqual({ ...invoice, sent: null });
  const second = await placeOrderIn(trade, 'shipped', 1);
  expect(second.invoice?.number).toBe('INV-0000002');
  // Nothing more is issued when it is delivered.
  const delivered = await move(trade.buyer, order, 'delivered');
  expect(delivered.invoice).toEqual(order.invoice);
});

test('with delivered, what was accepted is invoiced; an order of which nothing was accepted has none', async () => {
  const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 1000 } });
  await stage.sql`update entities set invoice_at = 'delivered' where id = ${trade.wholesaler.id}`;
  const receive = async (order: OrderBody, accepted: number) => {
    const [item] = order.items;
    const rejected = (item?.quantity ?? 0) - accepted;
    const line = {
      item_id: item?.id,
      accepted,
      rejected,
      damaged: 0,
      ...(rejected > 0 && { reason_code: 'other' }),
    };
    ok(await trade.buyer.post(`/api/v1/orders/${order.id}/receipts`, { lines: [line] }));
    return ok(await trade.buyer.get<OrderBody>(`/api/v1/orders/${order.id}`));
  };
  const some = await placeOrderIn(trade, 'shipped', 5);
  expect(some.invoice).toBeNull();
  const invoice = await invoiceOf(trade.seller, await receive(some, 3));
  expect(invoice).toMatchObject({ subtotal: 30, tax: 3, total: 33, lines: [{ quantity: 3 }] });
  const none = await receive(await placeOrderIn(trade, 'shipped', 2), 0);
  expect(none).toMatchObject({ status: 'delivered', invoice: null });
  // Without a receipt the seller's mark accepts all.
  const all = await placeOrderIn(trade, 'delivered', 4);
  expect(await invoiceOf(trade.seller, all)).toMatchObject({ total: 44, number: 'INV-0000002' });
});

test('a delivery issues the invoice of an order that was shipped without one', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  const seller = trade.wholesaler.id;
  await stage.sql`update entities set invoice_at = 'delivered' where id = ${seller}`;
  const order = await placeOrderIn(trade, 'shipped', 2);
  await stage.sql`update entities set invoice_at = 'shipped' where id = ${seller}`;
  expect((await move(trade.seller, order, 'delivered')).invoice?.number).toBe('INV-0000001');
});

test('says to both parties that the order of an invoice is disputed, until that is taken back', async () => {
  const trade = await openTrade(stage);
  const order = await placeOrderIn(trade, 'shipped', 1);
  await stage.sql`update orders set disputable_until = now() + interval '1 day' where id = ${order.id}`;
  const told = async (disputed: boolean) => {
    ok(await trade.buyer.post(`/api/v1/orders/${order.id}/dispute`, { disputed }));
    return [await invoiceOf(trade.buyer, order), await invoiceOf(trade.seller, order)];
  };
  const disputed = { disputed_at: null, order_disputed_at: expect.any(String) };
  expect(await told(true)).toMatchObject([disputed, disputed]);
  const settled = { disputed_at: null, order_disputed_at: null };
  expect(await told(false)).toMatchObject([settled, settled]);
});

test('a step that fails takes no number', async () => {
  const trade = await openTrade(stage, { wholesaler: { requireCoa: true } });
  const order = await placeOrderIn(trade, 'preparing', 1);
  const path = `/api/v1/orders/${order.id}/status`;
  expect(await trade.seller.patch(path, { status: 'shipped' })).toMatchObject({
    status: 409,
    body: { error: { code: 'COA_REQUIRED' } },
  });
  await stage.sql`update entities set require_coa = false where id = ${trade.wholesaler.id}`;
  const shipped = ok(await trade.seller.patch<OrderBody>(path, { status: 'shipped' }));
  expect(shipped.invoice?.number).toBe('INV-0000001');
});

test('the invoice has the discounts, freight and taxes of its order, named as there', async () => {
  const trade = await openTrade(stage, { prices: [2000], wholesaler: { taxRateBps: 1000 } });
  const order = await placeOrder(trade, 10);
  const adjustments = [
    { kind: 'discount', label: 'Fall', bps: 1000 },
    { kind: 'freight', label: 'Truck', amount: 25 },
  ];
  ok(await trade.seller.put(`/api/v1/orders/${order.id}/adjustments`, { adjustments }));
  let shipped = order;
  for (const status of ['accepted', 'preparing', 'shipped'])
    shipped = await move(trade.seller, order, status);
  expect(await invoiceOf(trade.buyer, shipped)).toMatchObject({
    adjustments,
    ...{ subtotal: 200, discount_total: 20, freight_total: 25, tax: 18, total: 223 },
    lines: [{ total: 200, discount_share: 20 }],
  });
  const sheet = ok(await trade.buyer.get<Sheet>(`/api/v1/orders/${order.id}/document?kind=invoice`));
  expect(sheet.totals.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Subtotal $200.00',
    'Fall (10%) -$20.00',
    'Truck $25.00',
    'Tax $18.00',
    'Total $223.00',
    'Balance due $223.00',
  ]);
});

test.skipIf(IS_SHORT)('shipping keeps what a unit cost on average where it was shipped from', async () => {
  const trade = await openTrade(stage);
  await stage.sql`update inventory_items set average_cost = 4.5 where id = ${trade.stockId}`;
  const order = await placeOrderIn(trade, 'preparing', 3);
  const costOf = async () =>
    (
      await stage.sql<{ cost: number | null }[]>`
      select unit_cost::float8 as cost from order_items where order_id = ${order.id}`
    )[0]?.cost;
  expect(await costOf()).toBeNull();
  await move(trade.seller, order, 'shipped');
  expect(await costOf()).toBe(4.5);
  await stage.sql`update inventory_items set average_cost = 9 where id = ${trade.stockId}`;
  await move(trade.seller, order, 'delivered');
  expect(await costOf()).toBe(4.5);
});

test('an order of total 0 is invoiced and settled', async () => {
  const trade = await openTrade(stage, { prices: [0] });
  const order = await placeOrderIn(trade, 'shipped', 1);
  expect(await invoiceOf(trade.seller, order)).toMatchObject({ total: 0, balance: 0, status: 'settled' });
});

test.skipIf(IS_SHORT)('lists, filters and pages the invoices of either side, also as CSV', async () => {
  const trade = await openTrade(stage, { prices: [1000] });
  const orders: OrderBody[] = [];
  for (const quantity of [1, 2, 3]) orders.push(await placeOrderIn(trade, 'shipped', quantity));
  const [first] = orders as [OrderBody];
  const today = dayIn('UTC');
  await stage.sql`update invoices set issued_on = ${later(today, -40)}, due_on = ${later(today, -1)} where id = ${first.invoice?.id ?? ''}`;
  const numbers = async (query: string, client = trade.seller) =>
    ok(await client.get<List>(`/api/v1/invoices?${query}`)).data.map(({ number }) => number);
  expect(await numbers('')).toHaveLength(3);
  expect((await numbers('')).at(-1)).toBe('INV-0000001');
  expect(await numbers('sort=due_on&limit=1')).toEqual(['INV-0000001']);
  expect(await numbers('overdue=true')).toEqual(['INV-0000001']);
  expect(await numbers('overdue=false')).toHaveLength(2);
  expect(await numbers('search=0000002', trade.buyer)).toEqual(['INV-0000002']);
  const [second] = ok(await trade.seller.get<List>('/api/v1/invoices?search=0000002')).data;
  const total = second?.total ?? 0;
  for (const amount of [total.toFixed(2), `$${total.toLocaleString('en-US')}`])
    expect(await numbers(`search=${encodeURIComponent(amount)}`)).toEqual(['INV-0000002']);
  expect(await numbers('search=0.01')).toEqual([]);
  expect(await numbers(`due_before=${today}`)).toEqual(['INV-0000001']);
  expect(await numbers(`issued_to=${later(today, -30)}`)).toEqual(['INV-0000001']);
  expect(await numbers(`issued_from=${later(today, -30)}`)).toHaveLength(2);
  expect(await numbers('status=settled')).toEqual([]);
  expect(await numbers(`customer_id=${trade.retailer.id}&status=open`)).toHaveLength(3);
  expect(await numbers('side=buying')).toEqual([]);
  expect(await numbers('side=buying', trade.buyer)).toHaveLength(3);
  expect(
    (await trade.seller.get('/api/v1/invoices?issued_from=2026-02-01&issued_to=2026-01-01')).status,
  ).toBe(400);

  const walked: string[] = [];
  for (let query = 'limit=2'; ; ) {
    const page = ok(
      await trade.seller.get<List & { pagination: { next_cursor: string | null } }>(
        `/api/v1/invoices?${query}`,
      ),
    );
    walked.push(...page.data.map(({ number }) => number));
    if (!page.pagination.next_cursor) break;
    query = `limit=2&cursor=${encodeURIComponent(page.pagination.next_cursor)}`;
  }
  expect(new Set(walked).size).toBe(3);
  const csv = await fetch(`${trade.seller.url}/api/v1/invoices?format=csv`, {
    headers: { authorization: `Bearer ${trade.seller.tokens?.access_token}` },
  });
  expect((await csv.text()).split('\n')[0]).toContain('number');
});

test("another's invoice is as unknown as a random id, in every path and filter", async () => {
  const trade = await openTrade(stage);
  const order = await placeOrderIn(trade, 'shipped', 1);
  const stranger = await openTrade(stage);
  const random = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b99';
  for (const client of [stranger.seller, stranger.buyer]) {
    for (const path of ['', '/pdf']) {
      const foreign = await client.get(`/api/v1/invoices/${order.invoice?.id}${path}`);
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual((await client.get(`/api/v1/invoices/${random}${path}`)).body);
    }
    expect(ok(await client.get<List>('/api/v1/invoices')).data).toEqual([]);
    expect(ok(await client.get<List>(`/api/v1/invoices?order_id=${order.id}`)).data).toEqual([]);
  }
});

test('each party names an invoice for itself, and changes nothing else of it', async () => {
  const trade = await openTrade(stage);
  const order = await placeOrderIn(trade, 'shipped', 1);
  const path = `/api/v1/invoices/${order.invoice?.id}`;
  expect(
    ok(await trade.seller.patch<InvoiceBody>(path, { external_ids: { quickbooks: '7' } })).external_ids,
  ).toEqual({
    quickbooks: '7',
  });
  expect((await invoiceOf(trade.buyer, order)).external_ids).toEqual({});
  expect(ok(await trade.seller.get<List>('/api/v1/invoices?external_id=quickbooks:7')).data).toHaveLength(1);
  expect((await trade.seller.patch(path, { total: 1 })).status).toBe(400);
  const viewer = await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer'));
  expect((await viewer.get(path)).status).toBe(200);
  expect((await viewer.patch(path, { external_ids: { x: '1' } })).status).toBe(403);
});

test.skipIf(IS_SHORT)(
  'the document of the order is the issued invoice: number, due date, lots, taxes, licenses and how to pay',
  async () => {
    const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 825 } });
    await stage.sql`update entities set remittance_text = 'Bank of Denver, account 12' where id = ${trade.wholesaler.id}`;
    await createLot(trade.seller, trade.stockId, 'PDF-LOT', 20, {});
    const order = await placeOrderIn(trade, 'accepted', 2);
    const path = `/api/v1/orders/${order.id}/document`;
    const before = ok(await trade.seller.get<Sheet>(`${path}?kind=invoice`));
    expect(before.number).toBe(order.order_number);
    expect(before.facts).toContainEqual({ label: 'Invoice', value: 'Not issued yet' });
    await move(trade.seller, order, 'preparing');
    const shipped = await move(trade.seller, order, 'shipped');
    const sheet = ok(await trade.buyer.get<Sheet>(`${path}?kind=invoice`));
    expect(sheet).toMatchObject({ number: 'INV-0000001', payment: 'Bank of Denver, account 12' });
    expect(sheet.facts.map(({ label }) => label)).toEqual(['Issued', 'Due', 'Terms', 'Order']);
    const response = await fetch(`${trade.buyer.url}/api/v1/invoices/${shipped.invoice?.id}/pdf`, {
      headers: { authorization: `Bearer ${trade.buyer.tokens?.access_token}` },
    });
    expect(response.headers.get('content-disposition')).toContain('invoice-INV-0000001.pdf');
    const text = (await textOf(new Uint8Array(await response.arrayBuffer()))).join('\n');
    for (const part of [
      'INV-0000001',
      order.order_number,
      'PDF-LOT',
      'Tax',
      '$1.65',
      'Balance due',
      '$21.65',
      'Bank of Denver',
    ]) {
      expect(text).toContain(part);
    }
    // A name that changes later changes no invoice.
    ok(await trade.seller.patch('/api/v1/entity', { legal_name: 'Another Name LLC' }));
    const again = ok(await trade.buyer.get<Sheet>(`${path}?kind=invoice`));
    expect(again.parties).toEqual(sheet.parties);
  },
);

test('both parties get invoice.issued, and the seller an audit row', async () => {
  const trade: Trade = await openTrade(stage);
  const order = await placeOrder(trade, 1);
  for (const status of ['accepted', 'preparing', 'shipped']) await move(trade.seller, order, status);
  const events = await stage.sql<{ entity_id: string; data: { number: string } }[]>`
    select entity_id, data from events where type = 'invoice.issued' and data ->> 'order_id' = ${order.id}`;
  expect(events.map(({ entity_id }) => entity_id).sort()).toEqual(
    [trade.retailer.id, trade.wholesaler.id].sort(),
  );
  expect(events[0]?.data.number).toBe('INV-0000001');
  const rows =
    await stage.sql`select 1 from audit_log where action = 'invoice.issued' and entity_id = ${trade.wholesaler.id}`;
  expect(rows).toHaveLength(1);
});

test("the seller's day decides: Los Angeles, shipped 2026-11-24T07:30Z, 15 days", async () => {
  const { wholesaler } = await openTrade(stage, { wholesaler: { timezone: 'America/Los_Angeles' } });
  const dayAt = async (moment: string) => {
    const [row] = await stage.db.execute<{ day: string }>(
      sql`select ${dayOf(sql`${wholesaler.id}::uuid`, sql`${moment}::timestamptz`)}::text as day`,
    );
    return row?.day ?? '';
  };
  const issued = await dayAt('2026-11-24T07:30:00Z');
  const due = later(issued, 15);
  expect([issued, due]).toEqual(['2026-11-23', '2026-12-08']);
  expect((await dayAt('2026-12-09T07:59:00Z')) > due).toBe(false);
  expect((await dayAt('2026-12-09T08:00:00Z')) > due).toBe(true);
});
