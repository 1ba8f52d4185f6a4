import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BankAccountView, BankStatementView } from '../../../server/features/billing/bank/resource';
import {
  ACCOUNTS,
  csvOf,
  LINES,
  linesOf,
  MAPPING,
  ofxOf,
  openAccount,
  readCsvOf,
  readStatement,
  STATEMENTS,
  settledStatement,
  uploadStatement,
} from '../../factories/bank';
import { openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const NUMBER = '000987654321';
let trade: Trade;
let account: BankAccountView;
beforeAll(async () => {
  trade = await openTrade(stage);
  account = await openAccount(trade.seller, { account_number: NUMBER });
});
const fresh = (fields: object = {}) => openAccount(trade.seller, fields);
const read = (content: string | Uint8Array, fields: Record<string, string> = {}, id = account.id) =>
  readStatement(trade.seller, id, content, fields);

describe('accounts', () => {
  test('show the last four of a number, which is never returned, and need a right routing number', async () => {
    const made = await fresh({ account_number: '1234-567890', routing_number: '021000021' });
    expect(made).toMatchObject({ name: 'Operating', last4: '7890', has_routing_number: true, active: true });
    expect(JSON.stringify(made)).not.toContain('567890"');
    expectInvalid(
      await trade.seller.post(ACCOUNTS, { name: 'X', routing_number: '021000022' }),
      'routing_number',
    );
    expectInvalid(
      await trade.seller.post(ACCOUNTS, { name: 'X', account_number: '12 345' }),
      'account_number',
    );
    const path = `${ACCOUNTS}/${made.id}`;
    expect(
      ok(await trade.seller.patch<BankAccountView>(path, { active: false, account_number: null })),
    ).toMatchObject({
      ...{ active: false, last4: null },
    });
    expect((await trade.seller.delete(path)).status).toBe(204);
    expectError(await trade.seller.get(path), 'NOT_FOUND');
  });

  test('with lines cannot be deleted (409); nobody else sees them', async () => {
    const own = await fresh();
    await readCsvOf(trade.seller, own.id, ['2026-11-02', 'A', 1]);
    expect(expectError(await trade.seller.delete(`${ACCOUNTS}/${own.id}`), 'CONFLICT')).toMatchObject({
      reason: 'in_use',
    });
    const other = await openTrade(stage);
    expectError(await other.seller.get(`${ACCOUNTS}/${own.id}`), 'NOT_FOUND');
    expectError(await uploadStatement(other.seller, own.id, csvOf(['2026-11-02', 'A', 1])), 'NOT_FOUND');
  });
});

describe('csv', () => {
  test('a first header waits for its columns, which are kept by account and header', async () => {
    const own = await fresh();
    const first = ok(await uploadStatement(trade.seller, own.id, csvOf(['2026-11-02', 'A', '1,234.50'])));
    expect(first).toMatchObject({
      ...{ status: 'mapping', format: 'csv', mapping: null, from: null, error: null },
      columns: [
        { name: 'Date', samples: ['2026-11-02'] },
        { name: 'Description', samples: ['A'] },
        { name: 'Amount', samples: ['1,234.50'] },
      ],
    });
    const path = `${STATEMENTS}/${first.id}`;
    expectInvalid(
      await trade.seller.patch(path, { mapping: { ...MAPPING, date: 'Day' } }),
      'mapping.date',
      'unknown_column',
    );
    expectInvalid(
      await trade.seller.patch(path, { mapping: { ...MAPPING, credit: 'Amount' } }),
      'mapping.amount',
      'ambiguous',
    );
    expect(ok(await trade.seller.patch<BankStatementView>(path, { mapping: MAPPING })).status).toBe(
      'reading',
    );
    expect(await settledStatement(trade.seller, first.id)).toMatchObject({
      ...{ status: 'ready', mapping: MAPPING, from: '2026-11-02', to: '2026-11-02' },
      counts: { lines: 1, new: 1, duplicate: 0, other_currency: 0, pending: 0, errors: 0 },
    });
    expect(
      expectError(await trade.seller.patch(path, { mapping: MAPPING }), 'INVALID_TRANSITION'),
    ).toMatchObject({ from: 'ready' });
    const second = ok(await uploadStatement(trade.seller, own.id, csvOf(['2026-11-03', 'B', '2'])));
    expect(second).toMatchObject({ status: 'reading', mapping: MAPPING });
    expect((await settledStatement(trade.seller, second.id)).counts.new).toBe(1);
  });

  test('each line once: two equal ones, the same again, then three of them', async () => {
    const own = await fresh();
    const cash: [string, string, number] = ['2026-11-02', 'CASH', 500];
    const count = async (...rows: Parameters<typeof csvOf>) =>
      (await readCsvOf(trade.seller, own.id, ...rows)).counts;
    expect(await count(cash, cash)).toMatchObject({ new: 2, duplicate: 0 });
    expect(await count(cash, cash, ['2026-11-02', 'X', 1])).toMatchObject({ new: 1, duplicate: 2 });
    expect(await count(cash, cash, cash)).toMatchObject({ new: 1, duplicate: 2 });
    const bytes = csvOf(cash, cash, cash);
    const again = await uploadStatement(trade.seller, own.id, bytes);
    expect(expectError(again, 'CONFLICT')).toMatchObject({
      reason: 'already_imported',
      statement_id: expect.any(String),
    });
  });

  test('reads columns of credit and debit, decimal commas, parentheses and days of other forms; a bad line is its own', async () => {
    const own = await fresh();
    const mapping = {
      ...{ date: 'Datum', credit: 'In', debit: 'Out', text: ['Text', 'More'], id: 'Id' },
      ...{ date_format: 'DD.MM.YYYY', decimal: ',' },
    };
    const text = [
      'Account statement;;;;;',
      'Datum;Text;More;In;Out;Id',
      '02.11.2026;One;two;1.234,50;;a1',
      '03.11.2026;Three;;;(45,00);a2',
      '04.11.2026;Four;;;45,00-;a3',
      '31.02.2026;Bad day;;1,00;;a4',
      '05.11.2026;Bad amount;;1,005;;a5',
    ].join('\r\n');
    const statement = await read(text, { mapping: JSON.stringify(mapping) }, own.id);
    expect(statement).toMatchObject({
      ...{ status: 'ready', counts: { lines: 5, new: 3, errors: 2 } },
      errors: [{ line: 6 }, { line: 7 }],
    });
    const lines = await linesOf(trade.seller, `account_id=${own.id}&sort=posted_on`);
    expect(
      lines.map(({ posted_on, amount, text: shown, bank_id }) => [posted_on, amount, shown, bank_id]),
    ).toEqual([
      ['2026-11-02', 1234.5, 'One two', 'a1'],
      ['2026-11-03', -45, 'Three', 'a2'],
      ['2026-11-04', -45, 'Four', 'a3'],
    ]);
    const exported = await trade.seller.get(`${LINES}?format=csv&account_id=${own.id}`);
    expect(exported.text).toContain('2026-11-03,-45,Three');
  });
});

describe('ofx', () => {
  test('days are those that the bank wrote, in whatever timezone; the number of the account shows its last four', async () => {
    const statement = await read(
      ofxOf(
        [
          { id: 'f1', day: '20261103233000[-8:PST]', amount: '10.00', name: 'ACME', memo: 'TO 987654321' },
          { id: 'f2', day: '20261104', amount: '-3.50', name: 'FEE', type: 'FEE' },
          { id: 'f3', day: '20261104', amount: '1.00', type: 'HOLD' },
        ],
        { account: '987654321' },
      ),
    );
    expect(statement).toMatchObject({
      status: 'ready',
      format: 'ofx',
      counts: { lines: 3, new: 2, pending: 1 },
    });
    const [fee, deposit] = await linesOf(trade.seller, `statement_id=${statement.id}`);
    expect(deposit).toMatchObject({
      posted_on: '2026-11-03',
      amount: 10,
      text: 'ACME TO ••••4321',
      bank_id: 'f1',
    });
    expect(fee).toMatchObject({ posted_on: '2026-11-04', amount: -3.5, kind: 'fee', status: 'set_aside' });
  });

  test('another account (failed), another currency (failed), a known id with another amount (new)', async () => {
    const one = { id: 'g1', day: '20261105', amount: '10.00' };
    expect(await read(ofxOf([one], { account: '555' }))).toMatchObject({
      status: 'failed',
      error: { code: 'other_account' },
    });
    expect(await read(ofxOf([one], { account: NUMBER, currency: 'EUR' }))).toMatchObject({
      ...{ status: 'failed', error: { code: 'wrong_currency' } },
    });
    expect((await read(ofxOf([one], { account: NUMBER }))).counts.new).toBe(1);
    expect((await read(ofxOf([one, { ...one, amount: '11.00' }], { account: NUMBER }))).counts).toMatchObject(
      { new: 1, duplicate: 1 },
    );
  });

  test('the same day and amount of another form is a possible duplicate, which takes a word', async () => {
    const own = await fresh();
    await readCsvOf(trade.seller, own.id, ['2026-11-06', 'Deposit', 77]);
    const statement = await read(ofxOf([{ id: 'h1', day: '20261106', amount: '77.00' }]), {}, own.id);
    const [line] = await linesOf(trade.seller, `statement_id=${statement.id}`);
    expect(line?.possible_duplicate_of).toEqual(expect.any(String));
    const body = { payments: [{ customer_id: trade.retailer.id, amount: 77 }] };
    const path = `${LINES}/${line?.id}/confirm`;
    expect(expectError(await trade.seller.post(path, body), 'CONFLICT')).toMatchObject({
      ...{ reason: 'possible_duplicate', line_id: line?.possible_duplicate_of },
    });
    ok(await trade.seller.post(path, { ...body, confirm_duplicate: true }));
  });
});

test('camt.053: indicators, reversals, pending entries, and transactions that add up to an entry', async () => {
  const own = await fresh();
  const entry = (inner: string, amount: string, sign = 'CRDT') =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${inner}<BookgDt><Dt>2026-11-03</Dt></BookgDt></Ntry>`;
  const part = (amount: string, name: string) =>
    `<TxDtls><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>42424242</Id></Othr></Id></Acct>
${entry('<Sts><Cd>BOOK</Cd></Sts><AddtlNtryInf>PLAIN</AddtlNtryInf>', '12.00')}
${entry('<Sts><Cd>PDNG</Cd></Sts>', '13.00')}
${entry('<RvslInd>true</RvslInd><Sts><Cd>BOOK</Cd></Sts><AddtlNtryInf>BACK</AddtlNtryInf>', '14.00')}
${entry(`<Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>S1</AcctSvcrRef><NtryDtls>${part('10.00', 'ONE')}${part('20.00', 'TWO')}</NtryDtls>`, '30.00')}
</Stmt></BkToCstmrStmt></Document>`;
  expect(await read(text, {}, own.id)).toMatchObject({
    ...{ status: 'ready', format: 'camt053', counts: { lines: 5, new: 4, pending: 1 } },
  });
  const lines = await linesOf(trade.seller, `account_id=${own.id}&sort=amount`);
  expect(lines.map(({ amount, kind, text: shown, bank_id }) => [amount, kind, shown, bank_id])).toEqual([
    [-14, 'reversal', 'BACK', null],
    [10, 'credit', 'ONE', 'S1#1'],
    [12, 'credit', 'PLAIN', null],
    [20, 'credit', 'TWO', 'S1#2'],
  ]);
});

test('bai2: cents, the day of the group, records that go on, return codes', async () => {
  const own = await fresh();
  const text = [
    '01,122099999,123456789,261104,0200,1,80,1,2/',
    '02,123456789,122099999,1,261103,,USD,2/',
    '03,31313131,,010,500000,,/',
    '16,165,150000,Z,BR1,CR1,HARBOR PINE',
    '88,INV-0000009/',
    '16,142,2500,S,100,200,2200,BR2,,ACH CREDIT/',
    '16,555,2500,,BR9,,RETURNED ITEM/',
    '16,698,900,,BR3,,FEES/',
    '49,500000,6/',
    '98,500000,1,8/',
    '99,500000,1,10/',
  ].join('\n');
  expect(await read(text, {}, own.id)).toMatchObject({
    status: 'ready',
    format: 'bai2',
    counts: { lines: 4, new: 4 },
  });
  const lines = await linesOf(trade.seller, `account_id=${own.id}&sort=amount`);
  expect(
    lines.map(({ posted_on, amount, kind, text: shown, reference }) => [
      posted_on,
      amount,
      kind,
      shown,
      reference,
    ]),
  ).toEqual([
    ['2026-11-03', -25, 'reversal', 'RETURNED ITEM', null],
    ['2026-11-03', -9, 'fee', 'FEES', null],
    ['2026-11-03', 25, 'credit', 'ACH CREDIT', null],
    ['2026-11-03', 1500, 'credit', 'HARBOR PINE INV-0000009', 'CR1'],
  ]);
});

test('a statement with a confirmed line cannot be deleted (409); any other goes with its lines', async () => {
  const own = await fresh();
  const statement = await readCsvOf(trade.seller, own.id, ['2026-11-07', 'A', 5], ['2026-11-07', 'B', 6]);
  const [line] = await linesOf(trade.seller, `statement_id=${statement.id}&sort=amount`);
  const body = { payments: [{ customer_id: trade.retailer.id, amount: 5 }] };
  const confirmed = ok(
    await trade.seller.post<{ payments: { id: string }[] }>(`${LINES}/${line?.id}/confirm`, body),
  );
  const path = `${STATEMENTS}/${statement.id}`;
  expect(expectError(await trade.seller.delete(path), 'CONFLICT')).toMatchObject({ reason: 'in_use' });
  ok(await trade.seller.post(`/api/v1/payments/${confirmed.payments[0]?.id}/void`, { reason: 'x' }));
  expect((await trade.seller.delete(path)).status).toBe(204);
  expect(await linesOf(trade.seller, `account_id=${own.id}`)).toEqual([]);
  expect(
    (await readCsvOf(trade.seller, own.id, ['2026-11-07', 'A', 5], ['2026-11-07', 'B', 6])).counts.new,
  ).toBe(2);
});

test('10,000 lines are read within 20 seconds', async () => {
  const own = await fresh();
  const rows = Array.from(
    { length: 10_000 },
    (_, i): [string, string, number] =>
      [
        ...[`2026-11-${String((i % 28) + 1).padStart(2, '0')}`, `DEPOSIT ${i} FROM A CUSTOMER`],
        (i % 997) + 1,
      ] as [string, string, number],
  );
  const began = Date.now();
  expect((await readCsvOf(trade.seller, own.id, ...rows)).counts).toMatchObject({
    lines: 10_000,
    new: 10_000,
  });
  expect(Date.now() - began).toBeLessThan(20_000);
});

test('numbers and texts are in no log of changes, and numbers in no file and no row', async () => {
  const own = await fresh({ account_number: '77001234567788' });
  const statement = await readCsvOf(trade.seller, own.id, [
    '2026-11-08',
    'FROM 7700-1234567788 ZEBRAFISH',
    5,
  ]);
  const [line] = await linesOf(trade.seller, `statement_id=${statement.id}`);
  expect(line?.text).toBe('FROM ••••7788 ZEBRAFISH');
  const audit = ok(await trade.seller.get<object>('/api/v1/audit?limit=500'));
  expect(JSON.stringify(audit)).not.toMatch(/77001234567788|ZEBRAFISH/);
  const rows =
    await stage.sql`select b::text as row from bank_accounts b union all select s::text from bank_statements s union all select l::text from bank_lines l`;
  expect(JSON.stringify(rows)).not.toContain('77001234567788');
  const files = readdirSync(join(stage.folder, 'files'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.statement'))) {
    expect(readFileSync(join(stage.folder, 'files', file), 'utf8')).not.toContain('77001234567788');
  }
});
