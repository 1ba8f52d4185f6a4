import { expect, test } from 'vitest';
import { remindOverdue } from '../../../server/features/billing/overdue/announce';
import type { CustomerBody } from '../../factories/confirmed';
import { moneyOf } from '../../factories/money';
import { openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const post = await openMailServer();
const stage = await openOwnStage({ ...post.env, PUBLIC_URL: 'https://tallyleaf.test' });
const { db, sql } = stage;
const { owe } = moneyOf(stage);

const pathOf = ({ retailer }: Pick<Trade, 'retailer'>) => `/api/v1/customers/${retailer.id}`;
const send = (trade: Trade) => trade.seller.post(`${pathOf(trade)}/statement/send`, {});
const contactOf = async ({ retailer }: Trade): Promise<string> => {
  const [row] = await sql`select contact_email from entities where id = ${retailer.id}`;
  return row?.contact_email;
};
const unsubscribe = (link: string | undefined) =>
  fetch(stage.server.url + new URL(link ?? '').pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
const idle = () =>
  eventually(
    () =>
      sql`select from graphile_worker.jobs where task_identifier in ('mail_statement', 'mail_reminder') and run_at <= now()`,
    (jobs) => expect(jobs).toHaveLength(0),
  );

test('a statement and a reminder end with one click, per address and seller, and the customer shows it', async () => {
  const trade = await openTrade(stage, { wholesaler: { dunning: true } });
  const other = await openTrade(stage);
  const to = await contactOf(trade);
  const shouted = to.replace('office', 'OFFICE');
  await sql`update entities set contact_email = ${shouted} where id = ${other.retailer.id}`;
  expect((await send(trade)).status).toBe(202);
  const statement = await post.waitFor(to);
  expect(statement.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, link] =
    /<(https:\/\/tallyleaf\.test\/unsubscribe\/[^>]+)>/.exec(
      statement.headers.get('list-unsubscribe') ?? '',
    ) ?? [];
  expect(statement.links).toContain(link);
  await fetch(stage.server.url + new URL(link ?? '').pathname);
  // Opening the page ends nothing: programs that look at mails do.
  expect(ok(await trade.seller.get<CustomerBody>(pathOf(trade))).unsubscribed).toBe(false);
  for (let n = 0; n < 2; n++) expect((await unsubscribe(link)).status).toBe(200);
  expect((await unsubscribe(`${link}x`)).status).toBe(404);
  expect(ok(await trade.seller.get<CustomerBody>(pathOf(trade))).unsubscribed).toBe(true);
  const again = await send(trade);
  expect([again.status, again.body]).toEqual([202, { sent_to: to }]);
  await owe(trade, 10, { due: '2020-01-01' });
  await remindOverdue(db);
  await idle();
  expect(post.countTo(to)).toBe(1);
  const [{ reminded } = {}] =
    await sql`select reminded from invoices where seller_id = ${trade.wholesaler.id}`;
  expect(reminded).toBe(30);
  // Another seller has not been asked to stop.
  expect((await send(other)).status).toBe(202);
  await post.waitFor(shouted);
  expect(ok(await other.seller.get<CustomerBody>(pathOf(other))).unsubscribed).toBe(false);
});

test('what waits to leave when an address unsubscribes never does', async () => {
  const trade = await openTrade(stage);
  const to = await contactOf(trade);
  await sql`
    insert into counted_mails (id, entity_id, address, share, created_at)
    select gen_random_uuid(), ${trade.wholesaler.id}, 'shop' || n || '@day.test', 'outreach', now() - interval '1 hour'
    from generate_series(1, 201) n`;
  expect((await send(trade)).status).toBe(202);
  const jobs = await sql`select run_at > now() + interval '60 seconds' as later from graphile_worker.jobs
    where task_identifier = 'mail_statement'`;
  expect(jobs, 'the 202nd recipient of a day').toEqual([{ later: true }]);
  await sql`insert into unsubscribed_from (seller_id, address) values (${trade.wholesaler.id}, ${to})`;
  await sql`update graphile_worker._private_jobs set run_at = now() where id in (
    select id from graphile_worker.jobs where task_identifier = 'mail_statement')`;
  await idle();
  expect(post.countTo(to)).toBe(0);
});

test.each([
  ['that the operator made', { licenseVerified: false }, 202],
  ['from before', { signedUpAt: new Date(), licenseVerified: false, established: true }, 202],
  ['that signed up and was verified', { signedUpAt: new Date(), licenseVerified: true }, 202],
  ['that signed up', { signedUpAt: new Date(), licenseVerified: false }, 429],
] as const)('the 21st recipient of a business %s', async (_, fields, status) => {
  const trade = await openTrade(stage, { wholesaler: fields });
  await sql`
    insert into counted_mails (id, entity_id, address, share, created_at)
    select gen_random_uuid(), ${trade.wholesaler.id}, 'shop' || n || '@day.test', 'outreach', now() - n * interval '1 hour'
    from generate_series(1, 20) n`;
  const answer = await send(trade);
  expect(answer.status).toBe(status);
  if (status !== 429) return;
  expect(expectError(answer, 'RATE_LIMITED')).toMatchObject({ window: 'day', limit: 20 });
  // The oldest was 20 hours ago.
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(4 * 3_600 - 60);
  expect(seconds).toBeLessThanOrEqual(4 * 3_600);
  await sql`update counted_mails set address = ${await contactOf(trade)} where address = 'shop20@day.test' and entity_id = ${trade.wholesaler.id}`;
  expect((await send(trade)).status, 'one of the 20').toBe(202);
});

test('under review none leaves, by hand (409) or by jobs, which go on once the review is over', async () => {
  const trade = await openTrade(stage, { wholesaler: { dunning: true } });
  await owe(trade, 10, { due: '2020-01-01' });
  await sql`update entities set under_review = true where id = ${trade.wholesaler.id}`;
  expect(expectError(await send(trade), 'CONFLICT')).toEqual({ reason: 'license_unverified' });
  expect(await remindOverdue(db)).toBe(0);
  await sql`update entities set under_review = false where id = ${trade.wholesaler.id}`;
  expect(await remindOverdue(db)).toBe(1);
});
