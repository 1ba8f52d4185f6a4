import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { InvoiceView } from '../../../server/features/billing/invoices/resource';
import { connect, createBusiness, createMember } from '../../factories/business';
import { moneyOf } from '../../factories/money';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const { owe } = moneyOf(stage);
const pathOf = (id: string) => `/api/v1/invoices/${id}`;
const read = async (client: Client, id: string) => ok(await client.get<InvoiceView>(pathOf(id)));

test('a seller mails an invoice with its PDF to the contact, and sees when', async () => {
  const trade = await openTrade(stage);
  const { id, number } = await owe(trade, 77, { issued: '2026-01-05' });
  expect(await read(trade.seller, id)).toMatchObject({ mailed_at: null, seen_at: null, reminded_at: null });
  const [row] = await sql`select contact_email from entities where id = ${trade.retailer.id}`;
  const { status, body } = await trade.seller.post(`${pathOf(id)}/send`);
  expect([status, body]).toEqual([202, { sent_to: row?.contact_email }]);
  const folder = join(stage.folder, 'mail');
  const mails = async () => {
    const names = await readdir(folder).catch(() => []);
    const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return all.filter((mail) => mail.includes(`To: ${row?.contact_email}`));
  };
  await eventually(mails, (all) => expect(all).toHaveLength(1));
  const [mail = ''] = await mails();
  expect(mail).toContain(`invoice-${number}.pdf`);
  expect(mail).toContain('77.00');
  expect((await read(trade.seller, id)).mailed_at).toMatch(/Z$/);
  // The buyer has the mail; when its seller sent it is the seller's.
  expect((await read(trade.buyer, id)).mailed_at).toBeNull();
  const audit = await sql`select after from audit_log where action = 'invoice.sent' and object_id = ${id}`;
  expect(audit).toEqual([{ after: { sent_to: row?.contact_email } }]);
});

test('only its seller mails it, to a customer that is connected', async () => {
  const trade = await openTrade(stage);
  const { id } = await owe(trade, 10);
  const stranger = await stage.signIn(
    await createMember(stage.db, await createBusiness(stage.db, 'wholesaler'), 'owner'),
  );
  expectAbsent(await stranger.post(`${pathOf(id)}/send`));
  expectAbsent(await trade.seller.post(`${pathOf(ABSENT_ID)}/send`));
  const reseller = await createBusiness(stage.db, 'wholesaler');
  await connect(stage.db, reseller, trade.wholesaler);
  const limited = await stage.signIn(
    await createMember(stage.db, trade.wholesaler, 'manager', trade.wholesaler.locationIds.slice(0, 1)),
  );
  const by = async (client: Client) =>
    expectError(await client.post(`${pathOf(id)}/send`), 'FORBIDDEN').reason;
  expect(await by(limited)).toBe('outside_your_locations');
  await sql`update connections set status = 'rejected' where requester_id = ${trade.retailer.id}`;
  expect(expectError(await trade.seller.post(`${pathOf(id)}/send`), 'CONFLICT').reason).toBe('no_email');
});

test("the seller sees when the buyer first opened it, and a seller can't say so", async () => {
  const trade = await openTrade(stage);
  const { id } = await owe(trade, 10);
  expect(expectError(await trade.seller.post(`${pathOf(id)}/seen`), 'FORBIDDEN').reason).toBe('other_party');
  expect((await read(trade.seller, id)).seen_at).toBeNull();
  expect(ok(await trade.buyer.post<InvoiceView>(`${pathOf(id)}/seen`)).seen_at).toBeNull();
  const { seen_at } = await read(trade.seller, id);
  expect(seen_at).toMatch(/Z$/);
  ok(await trade.buyer.post(`${pathOf(id)}/seen`));
  expect((await read(trade.seller, id)).seen_at).toBe(seen_at);
  const audit =
    await sql`select entity_id from audit_log where action = 'invoice.seen' and object_id = ${id}`;
  expect(audit).toEqual([{ entity_id: trade.retailer.id }]);
});

test('a statement reminds of what is overdue, and of nothing else', async () => {
  const trade = await openTrade(stage);
  const late = await owe(trade, 10, { issued: '2026-01-05', due: '2026-01-06' });
  const open = await owe(trade, 20, { due: '2099-01-31' });
  ok(await trade.seller.post(`/api/v1/customers/${trade.retailer.id}/statement/send`, {}));
  expect((await read(trade.seller, late.id)).reminded_at).toMatch(/Z$/);
  expect((await read(trade.seller, open.id)).reminded_at).toBeNull();
});
