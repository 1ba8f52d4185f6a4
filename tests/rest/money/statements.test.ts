import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ReceivableList } from '../../../server/features/billing/receivables/schema';
import type { Statement } from '../../../server/features/billing/statements/schema';
import { addDays } from '../../../server/kernel/clock';
import { createMember } from '../../factories/business';
import { moneyOf, PAYMENTS, paid } from '../../factories/money';
import { openTrade, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { textOf as pdfText } from '../../setup/pdf-text';
import { seeded } from '../../setup/random';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { owe, credit } = moneyOf(stage);
type Body = z.infer<typeof Statement>;
type Aged = z.infer<typeof ReceivableList>;

const ofCustomer = ({ retailer }: Trade) => `/api/v1/customers/${retailer.id}/statement`;
const ofSupplier = ({ wholesaler }: Trade) => `/api/v1/suppliers/${wholesaler.id}/statement`;
const read = async (client: Client, path: string, from: string, to: string) =>
  ok(await client.get<Body>(`${path}?from=${from}&to=${to}`));

describe('a statement', () => {
  test('has what passed by day, with a void on its own day, the same for both parties', async () => {
    const trade = await openTrade(stage);
    await owe(trade, 10, { issued: '2025-12-20' });
    const invoice = await owe(trade, 100, { issued: '2026-01-05' });
    const note = await credit(trade, invoice.id, 30, '2026-01-07');
    const payment = await paid(trade, 60, { received_on: '2026-01-07', reference: '1042' });
    const refund = await paid(trade, 5, { kind: 'refund', received_on: '2026-01-08', reference: 'back' });
    ok(await trade.seller.post(`${PAYMENTS}/${payment.id}/void`, { reason: 'x' }));
    await sql`update allocations set made_on = '2026-01-07', reversed_on = '2026-01-09' where payment_id = ${payment.id}`;
    await sql`update payments set voided_on = '2026-01-09' where id = ${payment.id}`;
    const statement = await read(trade.seller, ofCustomer(trade), '2026-01-01', '2026-01-31');
    const row = (date: string, kind: string, id: string, number: string, debit: number, credit: number) => ({
      ...{ date, kind, id, number, debit, credit },
    });
    expect(statement).toEqual({
      seller: { id: trade.wholesaler.id, name: trade.wholesaler.name },
      buyer: { id: trade.retailer.id, name: trade.retailer.name },
      from: '2026-01-01',
      to: '2026-01-31',
      opening: 10,
      rows: [
        { ...row('2026-01-05', 'invoice', invoice.id, invoice.number, 100, 0), balance: 110 },
        { ...row('2026-01-07', 'credit_note', note.id, note.number, 0, 30), balance: 80 },
        { ...row('2026-01-07', 'payment', payment.id, '1042', 0, 60), balance: 20 },
        { ...row('2026-01-08', 'refund', refund.id, 'back', 5, 0), balance: 25 },
        { ...row('2026-01-09', 'void', payment.id, '1042', 60, 0), balance: 85 },
      ],
      closing: 85,
    });
    expect(await read(trade.buyer, ofSupplier(trade), '2026-01-01', '2026-01-31')).toEqual(statement);
    const csv = await trade.seller.get(`${ofCustomer(trade)}?from=2026-01-08&to=2026-01-08&format=csv`);
    expect(csv.text).toBe(
      'date,kind,id,number,debit,credit,balance\r\n2026-01-08,opening,,,,,20\r\n' +
        `2026-01-08,refund,${refund.id},back,5,0,25\r\n2026-01-08,closing,,,,,25\r\n`,
    );
    const latest = ok(await trade.seller.get<Body>(ofCustomer(trade)));
    expect([addDays(latest.to, -29), latest.closing]).toEqual([latest.from, 85]);
  });

  test("is absent for all but the pair's parties, whatever id names it", async () => {
    const [own, other] = [await openTrade(stage), await openTrade(stage)];
    await owe(other, 100);
    for (const id of [other.retailer.id, own.wholesaler.id, ABSENT_ID]) {
      expectAbsent(await own.seller.get(`/api/v1/customers/${id}/statement`));
    }
    for (const id of [other.wholesaler.id, own.retailer.id, ABSENT_ID]) {
      expectAbsent(await own.buyer.get(`/api/v1/suppliers/${id}/statement`));
    }
    expect(expectError(await own.buyer.get(ofCustomer(own)), 'FORBIDDEN').reason).toBe('not_a_seller');
    const limited = await stage.signIn(
      await createMember(db, own.wholesaler, 'manager', [own.wholesaler.locationIds[0]]),
    );
    expect(expectError(await limited.get(ofCustomer(own)), 'FORBIDDEN').reason).toBe(
      'outside_your_locations',
    );
    expectInvalid(
      await own.seller.get(`${ofCustomer(own)}?from=2026-02-01&to=2026-01-01`),
      'to',
      'range_upside_down',
    );
    ok(await own.seller.get(`${ofCustomer(own)}?to=0001-01-02`));
  });
});

describe('a statement on paper', () => {
  const textOf = async (client: Client, path: string) => {
    const headers = { authorization: `Bearer ${client.tokens?.access_token}` };
    const response = await fetch(stage.server.url + path, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return (await pdfText(new Uint8Array(await response.arrayBuffer()))).join('');
  };

  test.skipIf(IS_SHORT)('names a seller alone once the connection has ended and nothing passed', async () => {
    const trade = await openTrade(stage, { wholesaler: { remittanceText: 'Bank 123' } });
    await sql`delete from connections where requester_id = ${trade.retailer.id}`;
    const [seller] =
      await sql`select legal_name, license_number from entities where id = ${trade.wholesaler.id}`;
    const ended = await textOf(trade.buyer, `${ofSupplier(trade)}/pdf`);
    expect(ended).toContain(trade.wholesaler.name);
    for (const hidden of [seller?.legal_name, seller?.license_number, 'Bank 123'])
      expect(ended).not.toContain(hidden);
    await owe(trade, 10);
    expect(await textOf(trade.buyer, `${ofSupplier(trade)}/pdf`)).toContain(seller?.license_number);
  });

  test.skipIf(IS_SHORT)('is a PDF of both parties', async () => {
    const trade = await openTrade(stage, { wholesaler: { remittanceText: 'Bank 123' } });
    const { number } = await owe(trade, 1234.5, { issued: '2026-01-05' });
    const period = '?from=2026-01-01&to=2026-01-31';
    for (const text of [
      await textOf(trade.seller, `${ofCustomer(trade)}/pdf${period}`),
      await textOf(trade.buyer, `${ofSupplier(trade)}/pdf${period}`),
    ]) {
      for (const part of ['Statement', number, '$1,234.50', trade.retailer.name, 'Bank 123'])
        expect(text).toContain(part);
    }
    expectAbsent(await trade.seller.get(`/api/v1/customers/${ABSENT_ID}/statement/pdf`));
    expectError(await trade.buyer.get(`${ofCustomer(trade)}/pdf`), 'FORBIDDEN');
  });

  test('of more than 2,000 rows is drawn by a job, and fetched by those who may read it', async () => {
    const [trade, other] = [await openTrade(stage), await openTrade(stage)];
    const oweMany = (from: number, to: number) => sql`
      insert into invoices (id, seller_id, buyer_id, number, opening, issued_on, due_on, subtotal_cents, discount_cents,
        freight_cents, tax_cents, total_cents)
      select gen_random_uuid(), ${trade.wholesaler.id}, ${trade.retailer.id}, 'OPEN-' || n, true, '2026-01-05', '2026-02-05',
        100, 0, 0, 0, 100 from generate_series(${from}::int, ${to}::int) n`;
    const days = { from: '2026-01-01', to: '2026-01-31' };
    const path = `${ofCustomer(trade)}/pdf`;
    const asked = `${path}?from=${days.from}&to=${days.to}`;
    await oweMany(1, 2_000);
    await textOf(trade.seller, asked);
    await oweMany(2_001, 10_000);
    const reasonOf = async (client: Client, address: string) =>
      expectError(await client.get(address), 'CONFLICT').reason;
    expect(await reasonOf(trade.seller, asked)).toBe('not_drawn');
    const start = (client: Client, address = path) =>
      client.post<{ status: string; url: string }>(address, days);
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(trade.seller)));
    for (const { status, body } of answers) expect([status, body.url]).toEqual([202, asked]);
    const jobs = await sql`select from graphile_worker.jobs where key like ${`%${trade.retailer.id}%`}`;
    expect(jobs.length).toBeLessThan(2);
    // Each look reads 10,000 rows: often ones would keep the job from its work.
    await expect
      .poll(async () => ok(await start(trade.seller)).status, { interval: 2_000, timeout: 150_000 })
      .toBe('completed');
    const text = await textOf(trade.seller, asked);
    for (const part of ['OPEN-1', 'OPEN-10000', '$10,000.00']) expect(text).toContain(part);
    // The other party has its own; strangers and members limited to locations have none.
    expect(await reasonOf(trade.buyer, asked.replace(path, `${ofSupplier(trade)}/pdf`))).toBe('not_drawn');
    expectAbsent(await other.seller.get(asked));
    expectAbsent(await start(other.seller));
    const limited = await stage.signIn(
      await createMember(db, trade.wholesaler, 'manager', [trade.wholesaler.locationIds[0]]),
    );
    for (const { body } of [await limited.get(asked), await start(limited)])
      expect(body).toMatchObject({ error: { details: { reason: 'outside_your_locations' } } });
    // What has changed since is drawn again.
    await sql`delete from invoices where number = 'OPEN-10000' and seller_id = ${trade.wholesaler.id}`;
    expect(await reasonOf(trade.seller, asked)).toBe('not_drawn');
    // Of one business a number of them waits.
    await sql`select graphile_worker.add_job('draw_statement', '{}'::json, ${`statements:${trade.wholesaler.id}:1`},
      now() + interval '1 day') from generate_series(1, 20)`;
    expect(expectError(await start(trade.seller), 'RATE_LIMITED').retry_after).toBe(60);
  }, 240_000);

  test.skipIf(IS_SHORT)('is mailed to the contact of the customer, once for a key', async () => {
    const trade = await openTrade(stage);
    const { number } = await owe(trade, 77, { issued: '2026-01-05' });
    const [row] = await sql`select contact_email from entities where id = ${trade.retailer.id}`;
    const send = () =>
      trade.seller.post(
        `${ofCustomer(trade)}/send`,
        { from: '2026-01-01', to: '2026-01-31' },
        { headers: { 'idempotency-key': `send ${number}` } },
      );
    const [sent, again] = [await send(), await send()];
    expect([sent.status, sent.body]).toEqual([202, { sent_to: row?.contact_email }]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const folder = join(stage.folder, 'mail');
    const mails = async () => {
      const names = await readdir(folder).catch(() => []);
      const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      return all.filter((mail) => mail.includes(`To: ${row?.contact_email}`));
    };
    await eventually(mails, (all) => expect(all).toHaveLength(1));
    const [mail = ''] = await mails();
    expect(mail).toContain('statement-2026-01-01-2026-01-31.pdf');
    expect(mail).toContain('77.00');
    const audit =
      await sql`select after from audit_log where action = 'statement.sent' and object_id = ${trade.retailer.id}`;
    expect(audit).toHaveLength(1);
    await sql`update connections set status = 'rejected' where requester_id = ${trade.retailer.id}`;
    expect(expectError(await trade.seller.post(`${ofCustomer(trade)}/send`, {}), 'CONFLICT').reason).toBe(
      'no_email',
    );
  });
});

test('invariant 9: on every day the balance of both is the ages less what is unapplied', async () => {
  const random = seeded(9);
  const trade = await openTrade(stage);
  const { pick, below } = random;
  const FIRST = '2026-01-01';
  const dayAfter = (day: string, most: number) => addDays(day, below(most));
  const invoices: string[] = [];
  const payments: string[] = [];
  for (let step = 0; step < 60; step++) {
    const day = dayAfter(FIRST, 60);
    const cents = (most: number) => (1 + below(most * 100)) / 100;
    const action = pick([
      'invoice',
      'invoice',
      'pay',
      'pay',
      'unapplied',
      'credit',
      'refund',
      'void',
      'allocate',
    ]);
    if (action === 'invoice') {
      invoices.push((await owe(trade, cents(300), { issued: day, due: dayAfter(day, 40) })).id);
    } else if (action === 'credit' && invoices.length > 0) {
      await credit(trade, pick(invoices), cents(40), day);
    } else if (action === 'void' && payments.length > 0) {
      await trade.seller.post(`${PAYMENTS}/${pick(payments)}/void`, { reason: 'x' });
    } else if (action === 'allocate' && payments.length > 0) {
      await trade.seller.post(`${PAYMENTS}/${pick(payments)}/allocations`, {});
    } else if (action === 'refund') {
      await trade.seller.post(PAYMENTS, {
        ...{
          customer_id: trade.retailer.id,
          kind: 'refund',
          method: 'check',
          amount: cents(20),
          received_on: day,
        },
      });
    } else {
      const allocations = action === 'unapplied' ? { allocations: [] } : {};
      payments.push((await paid(trade, cents(200), { received_on: day, ...allocations })).id);
    }
  }
  // The days of operations, all of them today's, spread over the time after what they join.
  await sql`update allocations x set made_on = greatest(x.invoice_issued_on, s.day,
      (select r.received_on from payments r where r.id = x.refund_id)) + (abs(hashtext(x.id::text)) % 30)
    from (select p.id, p.received_on as day from payments p union all select c.id, c.issued_on from credit_notes c) s
    where s.id = coalesce(x.payment_id, x.credit_note_id) and x.seller_id = ${trade.wholesaler.id}`;
  await sql`update payments p set voided_on = greatest(p.received_on, (select max(x.made_on) from allocations x
      where p.id in (x.payment_id, x.refund_id))) + (abs(hashtext(p.id::text)) % 20)
    where p.status = 'voided' and p.seller_id = ${trade.wholesaler.id}`;
  await sql`update allocations x set reversed_on = p.voided_on from payments p
    where x.reversed_on is not null and p.id in (x.payment_id, x.refund_id) and p.status = 'voided'`;
  const seen = new Set<number>();
  for (let day = '2025-12-30'; day < '2026-06-01'; day = addDays(day, 3)) {
    const { totals } = ok(await trade.seller.get<Aged>(`/api/v1/receivables?as_of=${day}`));
    const { closing } = await read(trade.buyer, ofSupplier(trade), FIRST, day < FIRST ? FIRST : day);
    const { unapplied, balance, ...ages } = totals;
    const owed = Object.values(ages).reduce((sum, one) => sum + one, 0);
    expect({ day, cents: Math.round((owed - unapplied) * 100) }).toEqual({
      day,
      cents: Math.round(balance * 100),
    });
    if (day >= FIRST) expect({ day, balance }).toEqual({ day, balance: closing });
    seen.add(balance);
  }
  expect(seen.size).toBeGreaterThan(10);
});
