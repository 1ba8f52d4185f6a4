import { expect, test } from 'vitest';
import { remindOverdue } from '../../server/features/billing/overdue/announce';
import { releaseRecallMails } from '../../server/features/recalls/mail';
import { releaseMails } from '../../server/process/commands/release-mails';
import { verifyLicense } from '../../server/process/commands/verify-license';
import { createBusiness, createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { createLot } from '../factories/lots';
import { moneyOf } from '../factories/money';
import { openRecall, recallOf } from '../factories/recalls';
import type { OrderBody } from '../factories/trade';
import { commandsOn } from '../setup/cli';
import { type Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { expectError } from '../setup/expect';
import { openMailServer } from '../setup/mail';
import { openOwnStage } from '../setup/stage';

const STRANGERS = 130;
const A_DAY = 20;
const post = await openMailServer();
const stage = await openOwnStage({ ...post.env, LOG_LEVEL: 'warn' });
const { db, sql } = stage;
const operator = commandsOn(stage);
const { owe } = moneyOf(stage);

/** A business as `SIGN_UP=open` leaves it: it trades, and its license has not been looked at. */
async function openStranger(strangers: number, at: string) {
  const business = await createBusiness(db, 'wholesaler', {
    ...{ signedUpAt: new Date(), licenseVerified: false, dunning: true },
  });
  const seller = await stage.signIn(await createMember(db, business, 'owner'));
  const address = { street: '1 Pier', city: 'Oakland', state: 'CA', zip: '94607' };
  const customers: string[] = [];
  await inTurns(strangers, async (n) => {
    const body = { type: 'retailer', name: `Shop ${n}`, license_number: `${at}-${n}`, address };
    const contact = { email: `shop${n}@${at}.test` };
    customers.push(ok(await seller.post<{ id: string }>('/api/v1/customers', { ...body, contact })).id);
  });
  return { business, seller, customers };
}

async function inTurns(count: number, act: (n: number) => Promise<void>): Promise<void> {
  const left = Array.from({ length: count }, (_, n) => n);
  const lane = async () => {
    for (let n = left.shift(); n !== undefined; n = left.shift()) await act(n);
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}

/** Delivers a unit of one batch to each customer, as its seller enters it. */
async function deliver({ business, seller, customers }: Awaited<ReturnType<typeof openStranger>>) {
  const product = await createProduct(db, business);
  const stockId = await createStock(db, business, product.variantId, customers.length + 10);
  const lot = await createLot(seller, stockId, 'INVENTED-1', customers.length + 10, {
    expires_on: '2099-01-01',
  });
  await inTurns(customers.length, async (n) => {
    const items = [{ product_id: product.id, quantity: 1 }];
    const { id } = ok(await seller.post<OrderBody>('/api/v1/orders', { retailer_id: customers[n], items }));
    for (const status of ['preparing', 'shipped', 'delivered']) {
      ok(await seller.patch(`/api/v1/orders/${id}/status`, { status }));
    }
  });
  return lot;
}

const mailsTo = (at: string) =>
  post.mails.filter(({ to }) => to.some((address) => address.endsWith(`@${at}.test`)));
const logged = () => stage.server.stdout.join('\n');
const anotherDay = () =>
  sql`update recall_contact_mails set queued_at = queued_at - interval '25 hours' where queued_at is not null`;
/** Mails of one business leave in turns. */
const expectMailed = (at: string, count: number) =>
  expect.poll(() => mailsTo(at).length, { timeout: 120_000 }).toBe(count);
const waitingOf = async (client: Client, recall: Parameters<typeof recallOf>[1]) =>
  (await recallOf(client, recall)).mails_waiting;

test('an invented recall of a business that signed up mails 20 of 130 strangers a day; all units are held at once', async () => {
  const sender = await openStranger(STRANGERS, 'recalled');
  const lot = await deliver(sender);
  const recall = await openRecall(sender.seller, lot.batch);
  await eventually(
    () => waitingOf(sender.seller, recall),
    (waiting) => expect(waiting).toBe(STRANGERS - A_DAY),
  );
  await expectMailed('recalled', A_DAY);
  expect(logged()).toContain('mails of a recall wait');
  const [held] =
    await sql`select count(*)::int as rows from recall_responses where recall_id = ${recall.id} and held > 0`;
  expect(held?.rows).toBeGreaterThanOrEqual(STRANGERS);
  expect(ok(await sender.seller.get(`/api/v1/batches/${lot.batch}`))).toMatchObject({ held: 'owner' });
  // However often the job runs, and in however many processes.
  await Promise.all([releaseRecallMails({ db }), releaseRecallMails({ db }), releaseRecallMails({ db })]);
  expect(await waitingOf(sender.seller, recall)).toBe(STRANGERS - A_DAY);
  await anotherDay();
  await Promise.all([releaseRecallMails({ db }), releaseRecallMails({ db })]);
  expect(await waitingOf(sender.seller, recall)).toBe(STRANGERS - 2 * A_DAY);
  const report = mailsTo('recalled')[0];
  const link = report?.links.find((one) => one.includes('/unsubscribe/')) ?? '';
  expect(report?.text).toContain('Report this sender');
  expect(report?.headers.has('list-unsubscribe')).toBe(false);
  for (let n = 0; n < 2; n++) {
    const reported = await fetch(`${stage.server.url}${new URL(link).pathname}`, { method: 'POST' });
    expect(reported.status).toBe(200);
  }
  expect(logged().match(/a recipient of a recall reported its sender/g)).toHaveLength(1);
  const [reports] =
    await sql`select count(*)::int as rows from sender_reports where entity_id = ${sender.business.id}`;
  expect(reports?.rows).toBe(1);
  const released = await operator(releaseMails, recall.id);
  expect(released.stdout).toContain(`${STRANGERS - 2 * A_DAY} emails leave now`);
  expect(await waitingOf(sender.seller, recall)).toBe(0);
  const [queued] = await sql`
    select count(*)::int as mails from recall_contact_mails where recall_id = ${recall.id} and queued_at is not null`;
  expect(queued).toEqual({ mails: STRANGERS });
});

test('verifying the license lets what waits leave, and a verified business waits for nothing', async () => {
  const sender = await openStranger(25, 'verified');
  const lot = await deliver(sender);
  const recall = await openRecall(sender.seller, lot.batch);
  await eventually(
    () => waitingOf(sender.seller, recall),
    (waiting) => expect(waiting).toBe(5),
  );
  expect((await operator(verifyLicense, sender.business.id)).code).toBe(0);
  expect(await waitingOf(sender.seller, recall)).toBe(0);
  await expectMailed('verified', 25);
  const next = await openRecall(sender.seller, lot.batch).catch(() => null);
  expect(next).toBeNull();
  ok(await sender.seller.post(`/api/v1/recalls/${recall.id}/close`, { reason: 'x' }));
  ok(await sender.seller.post(`/api/v1/batches/${lot.batch}/release`));
  const again = await openRecall(sender.seller, lot.batch);
  await expectMailed('verified', 50);
  expect(await waitingOf(sender.seller, again)).toBe(0);
});

test('invented debts of a business that signed up mail 20 strangers a day, by hand and by jobs together', async () => {
  const { business, seller, customers } = await openStranger(30, 'owing');
  const send = (id: string | undefined) => seller.post(`/api/v1/customers/${id}/statement/send`, {});
  for (const id of customers.slice(0, 8)) expect((await send(id)).status).toBe(202);
  for (const id of customers)
    await owe({ wholesaler: business, retailer: { id } }, 4_125, { due: '2020-01-31' });
  const reminded = await Promise.all([remindOverdue(db), remindOverdue(db)]);
  expect(reminded[0] + reminded[1]).toBeLessThanOrEqual(A_DAY);
  const [counted] = await sql`
    select count(distinct address)::int as recipients from counted_mails where entity_id = ${business.id}`;
  expect(counted).toEqual({ recipients: A_DAY });
  const statuses = await Promise.all(customers.map((id) => send(id)));
  const beyond = statuses.filter(({ status }) => status === 429);
  expect(beyond).toHaveLength(30 - A_DAY);
  const [first] = beyond;
  if (!first) throw new Error('More than 20 were sent');
  expect(expectError(first, 'RATE_LIMITED')).toMatchObject({ window: 'day', limit: A_DAY });
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(3_600);
  // The rest is reminded on the next day, each once.
  await sql`update counted_mails set created_at = created_at - interval '25 hours' where entity_id = ${business.id}`;
  await remindOverdue(db);
  const [after] = await sql`
    select count(distinct buyer_id)::int as reminded from invoices where seller_id = ${business.id} and reminded > 0`;
  expect(after).toEqual({ reminded: 30 });
  await sql`update entities set under_review = true where id = ${business.id}`;
  expect(expectError(await send(customers[0]), 'CONFLICT')).toEqual({ reason: 'license_unverified' });
});
