import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { AccountingExport } from '../../../server/features/billing/books/resource';
import { createOpeningBalance } from '../../factories/billing';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { paid } from '../../factories/money';
import { type OrderBody, openTrade, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/accounting/exports';
const ACCOUNTS = '/api/v1/accounting/accounts';
type ExportBody = z.infer<typeof AccountingExport>;

const NAMED = {
  receivable: 'Accounts Receivable',
  income: { default: 'Sales', flower: 'Flower Sales' },
  tax: { default: 'Taxes Payable' },
  freight: 'Freight Income',
  discount: 'Discounts Given',
  credits: 'Returns',
  deposits: { check: 'Undeposited Funds' },
};
const DAYS = { start_date: '2020-01-01', end_date: '2099-12-31' };

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade(stage, { quantity: 1000, prices: [100_000] });
});

const post = (body: object, client: Client = trade.seller) =>
  client.post<ExportBody>(PATH, { ...DAYS, ...body });
const exported = async (body: object) => ok(await post(body));
const textOf = async (made: ExportBody, n = 1) => {
  const { text } = await trade.seller.get(`${PATH}/${made.id}/files/${n}`);
  return text;
};
const linesOf = async (made: ExportBody, n = 1) => (await textOf(made, n)).trimEnd().split('\r\n');

/** Flower 1,000.00 and vapes 400.00, 10 % off, freight 50.00; excise 15 % on flower, local 2.5 % on all with freight. */
async function shipTaxed(): Promise<OrderBody> {
  const { seller, wholesaler, retailer, product } = trade;
  const vapes = await createProduct(db, wholesaler, { prices: [40_000], category: 'vapes' });
  await createStock(db, wholesaler, vapes.variantId, 10);
  for (const rule of [
    { name: 'Excise', basis: 'percent', rate: 15, categories: ['flower'] },
    { name: 'Local', basis: 'percent', rate: 2.5, include_freight: true },
  ]) {
    ok(await seller.post('/api/v1/tax-rules', { ...rule, starts_on: '2026-01-01' }));
  }
  const items = [
    { product_id: product.id, quantity: 1 },
    { product_id: vapes.id, quantity: 1 },
  ];
  const order = ok(await seller.post<OrderBody>('/api/v1/orders', { retailer_id: retailer.id, items }));
  ok(
    await seller.put(`/api/v1/orders/${order.id}/adjustments`, {
      adjustments: [
        { kind: 'discount', bps: 1000 },
        { kind: 'freight', amount: 50 },
      ],
    }),
  );
  ok(await seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'preparing' }));
  return ok(await seller.patch<OrderBody>(`/api/v1/orders/${order.id}/status`, { status: 'shipped' }));
}

async function pay(cents: number, fields: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const { kind = 'payment', voided = false } = fields;
  await sql`insert into payments (id, seller_id, buyer_id, kind, method, amount_cents, received_on, recorded_on, reference, status, voided_on, actor_name)
    values (${id}, ${trade.wholesaler.id}, ${trade.retailer.id}, ${kind as string}, 'check', ${cents}, current_date, current_date, '1001',
      ${voided ? 'voided' : 'recorded'}, ${voided ? sql`current_date` : null}, 'x')`;
  return id;
}

const amountsOf = (lines: readonly string[], column: number, separator = '\t') =>
  lines.map((line) => line.split(separator)[column] ?? '');

test('an invoice as IIF adds up to 0.00, line by line', async () => {
  ok(await trade.seller.put(ACCOUNTS, NAMED));
  expect((await shipTaxed()).total).toBe(1477.75);
  const made = await exported({ kind: 'invoices', format: 'iif' });
  expect(made).toMatchObject({ rows: 1, total: 1477.75, files: [{ n: 1, name: 'invoices.iif', rows: 7 }] });
  const lines = await linesOf(made);
  expect(lines.slice(0, 3)).toEqual([
    '!TRNS\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO',
    '!SPL\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO',
    '!ENDTRNS',
  ]);
  const splits = lines.slice(3, -1);
  expect(amountsOf(splits, 5)).toEqual([
    '1477.75',
    '-1000.00',
    '-400.00',
    '140.00',
    '-50.00',
    '-135.00',
    '-32.75',
  ]);
  expect(amountsOf(splits, 3).slice(0, 3)).toEqual(['Accounts Receivable', 'Flower Sales', 'Sales']);
  expect(splits[0]?.split('\t').slice(0, 2)).toEqual(['TRNS', 'INVOICE']);
  expect(lines.at(-1)).toBe('ENDTRNS');
});

test.skipIf(IS_SHORT)('an invoice as rows of QuickBooks adds up to its total', async () => {
  await shipTaxed();
  const made = await exported({ kind: 'invoices', format: 'quickbooks' });
  const [heading, ...rows] = await linesOf(made);
  expect(heading).toBe(
    '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Service Date',
  );
  const cents = amountsOf(rows, 11, ',').reduce((sum, one) => sum + Math.round(Number(one) * 100), 0);
  expect(cents).toBe(147_775);
  for (const row of rows)
    expect(row).toMatch(/^INV-0000001,[^,]+,\d\d\/\d\d\/\d{4},\d\d\/\d\d\/\d{4},Due on receipt,,ORD-/);
});

test('a journal balances in both forms, with payments, refunds and voids of their days', async () => {
  ok(await trade.seller.put(ACCOUNTS, NAMED));
  await shipTaxed();
  await pay(50_000);
  await pay(2_000, { kind: 'refund' });
  await pay(7_000, { voided: true });
  const neutral = await linesOf(await exported({ kind: 'journal', format: 'neutral' }));
  expect(neutral[0]).toBe(
    'entry_id,date,document_type,document_number,line,account,debit,credit,currency,party,party_external_id,memo',
  );
  const sums = new Map<string, number>();
  for (const line of neutral.slice(1)) {
    const cells = line.split(',');
    const cents = Math.round(Number(cells[6]) * 100) - Math.round(Number(cells[7]) * 100);
    sums.set(cells[0] as string, (sums.get(cells[0] as string) ?? 0) + cents);
  }
  expect(sums.size).toBe(5);
  expect([...sums.values()]).toEqual([0, 0, 0, 0, 0]);
  const types = neutral.slice(1).map((line) => line.split(',')[2]);
  expect([...new Set(types)].sort()).toEqual(['invoice', 'payment', 'refund', 'void']);
  const [heading] = await linesOf(await exported({ kind: 'journal', format: 'quickbooks' }));
  expect(heading).toBe(
    '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class',
  );
});

test('payments come as a journal and as rows for tools', async () => {
  ok(await trade.seller.put(ACCOUNTS, NAMED));
  await pay(12_345);
  const made = await exported({ kind: 'payments', format: 'quickbooks' });
  expect(made.files.map(({ name }) => name)).toEqual(['payments-journal.csv', 'payments.csv']);
  const [heading, row] = await linesOf(made, 2);
  expect(heading).toBe(
    'Ref No,Customer,Payment Date,Payment method,Deposit To Account Name,Invoice No,Amount',
  );
  expect(row).toMatch(/^1001,.*,check,Undeposited Funds,,123\.45$/);
  expect(made.total).toBe(123.45);
});

test('a payment has the name that its customer had then, and so has its void', async () => {
  ok(await trade.seller.put(ACCOUNTS, NAMED));
  const { name } = trade.retailer;
  const { id } = await paid(trade, 50, { allocations: [] });
  await sql`update entities set name = 'Renamed' where id = ${trade.retailer.id}`;
  ok(await trade.seller.post(`/api/v1/payments/${id}/void`, { reason: 'It bounced' }));
  const [, ...lines] = await linesOf(await exported({ kind: 'journal', format: 'neutral' }));
  expect(lines).toHaveLength(4);
  expect(new Set(amountsOf(lines, 9, ','))).toEqual(new Set([name]));
});

describe('what is new', () => {
  test('is exported once, the same bytes each time, and is new again once the export is discarded', async () => {
    await shipTaxed();
    const invoices = { kind: 'invoices', format: 'quickbooks' };
    const first = await exported(invoices);
    const bytes = await textOf(first);
    expect(expectError(await post(invoices), 'CONFLICT')).toMatchObject({ reason: 'nothing_to_export' });
    // Another format, and all of them, know nothing of it.
    ok(await trade.seller.put(ACCOUNTS, NAMED));
    await exported({ kind: 'invoices', format: 'neutral' });
    await exported({ ...invoices, only: 'all' });
    await sql`update entities set name = 'Renamed' where id = ${trade.retailer.id}`;
    expect(await textOf(first)).toBe(bytes);
    expect((await trade.seller.delete(`${PATH}/${first.id}`)).status).toBe(204);
    expectError(await trade.seller.get(`${PATH}/${first.id}/files/1`), 'NOT_FOUND');
    const again = await exported(invoices);
    expect(await textOf(again)).toBe(bytes);
  });

  test.skipIf(IS_SHORT)('is in one of two exports at once alone', async () => {
    await shipTaxed();
    const both = await Promise.all([1, 2].map(() => post({ kind: 'invoices', format: 'quickbooks' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('leaves opening balances out', async () => {
    await createOpeningBalance(db, { seller: trade.wholesaler, buyer: trade.retailer }, 10_000);
    expect(expectError(await post({ kind: 'invoices', format: 'quickbooks' }), 'CONFLICT')).toMatchObject({
      reason: 'nothing_to_export',
    });
  });
});

test('customers get names that QuickBooks takes, each once, and the changes are listed', async () => {
  const { seller } = trade;
  const add = async (name: string, license: string, phone?: string) =>
    ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name, license_number: license },
        ...{ contact: { phone }, address: { street: '1 A St', city: 'Oakland', state: 'CA', zip: '94607' } },
      }),
    ).id;
  const named = await add('Harbor: "Pine"', 'C10-9001', '+1 (510) 555-0100 extension 22');
  await add('Twin', 'C10-9002');
  await add('Twin', 'C10-9003');
  const made = await exported({ kind: 'customers', format: 'quickbooks' });
  const lines = await linesOf(made);
  expect(lines[0]).toBe(
    'Name,Company,Email,Phone,Mobile,Fax,Website,Street,City,State,ZIP,Country,Opening Balance,Date,Resale Number',
  );
  const names = amountsOf(lines.slice(1), 0, ',');
  expect(names.slice(-3)).toEqual(['Harbor Pine', 'Twin (C10-9002)', 'Twin (C10-9003)']);
  expect(made.changes).toContainEqual({
    customer_id: named,
    field: 'name',
    from: 'Harbor: "Pine"',
    to: 'Harbor Pine',
  });
  expect(made.changes).toContainEqual(expect.objectContaining({ customer_id: named, field: 'phone' }));
  for (const phone of amountsOf(lines.slice(1), 3, ',')) expect(phone.length).toBeLessThanOrEqual(22);
  expect(made).toMatchObject({ rows: 4, total: 0 });
});

test.skipIf(IS_SHORT)('a name is cut between characters', async () => {
  const name = `${'a'.repeat(99)}🌿 Gardens`;
  ok(
    await trade.seller.post('/api/v1/customers', {
      ...{ type: 'retailer', name, license_number: 'C10-9004' },
      ...{ address: { street: '1 A St', city: 'Oakland', state: 'CA', zip: '94607' } },
    }),
  );
  const { changes } = await exported({ kind: 'customers', format: 'quickbooks' });
  expect(changes).toContainEqual(expect.objectContaining({ from: name, to: 'a'.repeat(99) }));
});

test.skipIf(IS_SHORT)(
  'documents of customers with one name have the names that their export has',
  async () => {
    await shipTaxed();
    ok(await trade.seller.put(ACCOUNTS, NAMED));
    const [retailer] = await sql<{ name: string }[]>`
    select name from accounts where seller_id = ${trade.wholesaler.id} and buyer_id = ${trade.retailer.id}`;
    ok(
      await trade.seller.post('/api/v1/customers', {
        ...{ type: 'retailer', name: retailer?.name, license_number: 'C10-9005' },
        ...{ address: { street: '1 A St', city: 'Oakland', state: 'CA', zip: '94607' } },
      }),
    );
    const customers = await linesOf(await exported({ kind: 'customers', format: 'quickbooks' }));
    const named = amountsOf(customers.slice(1), 0, ',').find((name) => !name.includes('C10-9005'));
    expect(named).toMatch(/\(.+\)$/);
    const rows = (await linesOf(await exported({ kind: 'invoices', format: 'quickbooks' }))).slice(1);
    expect(new Set(amountsOf(rows, 1, ','))).toEqual(new Set([named]));
    const iif = await linesOf(await exported({ kind: 'invoices', format: 'iif' }));
    expect(iif[3]?.split('\t')[4]).toBe(named);
  },
);

test('text opens no field and no line of IIF', async () => {
  await shipTaxed();
  ok(await trade.seller.put(ACCOUNTS, { ...NAMED, receivable: '"!Receivable' }));
  const iif = await linesOf(await exported({ kind: 'invoices', format: 'iif' }));
  expect(iif[3]?.split('\t')[3]).toBe(' Receivable');
});

test('IIF is ISO-8859-1 without a byte order mark; CSV has one where a program asks for it', async () => {
  await shipTaxed();
  ok(await trade.seller.put(ACCOUNTS, { ...NAMED, receivable: 'Café – Receivable' }));
  const file = async (format: string, query = '') => {
    const made = await exported({ kind: 'invoices', format, only: 'all' });
    const headers = { authorization: `Bearer ${trade.seller.tokens?.access_token}` };
    const answer = await fetch(`${trade.seller.url}${PATH}/${made.id}/files/1${query}`, { headers });
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const iif = await file('iif', '?bom=true');
  expect(iif.type).toBe('text/plain; charset=iso-8859-1');
  expect(iif.bytes.includes(Buffer.from('Café - Receivable', 'latin1'))).toBe(true);
  expect(iif.bytes.subarray(0, 5).toString()).toBe('!TRNS');
  expect((await file('quickbooks')).bytes[0]).not.toBe(0xef);
  expect([...(await file('quickbooks', '?bom=true')).bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test.skipIf(IS_SHORT)('an export of too many lines reads none of them (409)', async () => {
  await shipTaxed();
  await sql`update invoices set document = jsonb_set(document, '{lines}', (select jsonb_agg('{}'::jsonb) from generate_series(1, 100001)))
    where seller_id = ${trade.wholesaler.id}`;
  expect(expectError(await post({ kind: 'invoices', format: 'quickbooks' }), 'CONFLICT')).toMatchObject({
    ...{ reason: 'too_many', limit: 100_000 },
  });
});

test.skipIf(IS_SHORT)('an account without a name is named, and nothing is written (409)', async () => {
  await shipTaxed();
  ok(await trade.seller.put(ACCOUNTS, { receivable: 'AR', income: { flower: 'Flower' } }));
  expect(expectError(await post({ kind: 'journal', format: 'neutral' }), 'CONFLICT')).toMatchObject({
    reason: 'accounts_unmapped',
    accounts: expect.arrayContaining(['discount', 'freight', 'income.vapes']),
  });
  expect(ok(await trade.seller.get<{ data: unknown[] }>(PATH)).data).toEqual([]);
  ok(await trade.seller.put(ACCOUNTS, NAMED));
  ok(await post({ kind: 'journal', format: 'neutral' }));
});

test('an account loses its name with null, and the others keep theirs', async () => {
  ok(await trade.seller.put(ACCOUNTS, NAMED));
  expect(ok(await trade.seller.put(ACCOUNTS, { receivable: null, deposits: {} }))).toEqual({
    ...NAMED,
    receivable: null,
    deposits: {},
  });
  ok(await trade.seller.put(ACCOUNTS, NAMED));
});

test('has bounds, and rights of owners and admins', async () => {
  expectInvalid(await post({ kind: 'journal', format: 'iif' }), 'format');
  expectInvalid(
    await post({ kind: 'invoices', format: 'iif', start_date: '2026-02-01', end_date: '2026-01-01' }),
    'end_date',
  );
  expectInvalid(await trade.seller.put(ACCOUNTS, { deposits: { gold: 'x' } }), 'deposits.gold');
  expectInvalid(await trade.seller.put(ACCOUNTS, { receivable: 'a'.repeat(101) }), 'receivable');
  const manager = await stage.signIn(await createMember(db, trade.wholesaler, 'manager'));
  expectError(await manager.get(PATH), 'FORBIDDEN');
  expectError(await trade.buyer.get(PATH), 'FORBIDDEN');
  const limited = await stage.signIn(
    await createMember(db, trade.wholesaler, 'admin', trade.wholesaler.locationIds.slice(0, 1)),
  );
  expect(expectError(await limited.get(PATH), 'FORBIDDEN')).toMatchObject({
    reason: 'outside_your_locations',
  });
});

test.skipIf(IS_SHORT)('an export has at most 32 MB, however few its documents are (409)', async () => {
  ok(await trade.seller.put(ACCOUNTS, NAMED));
  const { id } = await paid(trade, 1, { method: 'check', allocations: [] });
  await sql`insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
      'notes', repeat('事', 1000)))).* from payments p, generate_series(1, 6000) where p.id = ${id}`;
  const wanted = { kind: 'payments', format: 'neutral', only: 'all' };
  expect(expectError(await post(wanted), 'CONFLICT')).toMatchObject({
    reason: 'too_many',
    limit: 32_000_000,
  });
  expect(ok(await trade.seller.get<{ data: object[] }>(PATH)).data).toEqual([]);
});
