import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { type Mail, openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage(mail.env);
const { sql } = stage;
const PREFERENCES = '/api/v1/notifications/preferences';

const emailOf = (client: Client) => client.tokens?.user.email ?? '';
const idOf = (client: Client) => client.tokens?.user.id ?? '';
const choose = async (client: Client, kind: string, choice: string) =>
  ok(await client.patch(PREFERENCES, { preferences: [{ kind, mail: choice }] }));
const choiceOf = async (client: Client, kind: string) =>
  ok(await client.get<{ preferences: { kind: string; mail: string }[] }>(PREFERENCES)).preferences.find(
    (one) => one.kind === kind,
  )?.mail;
const say = async ({ buyer }: Trade, id: string, body: string) =>
  ok(await buyer.post(`/api/v1/orders/${id}/comments`, { body }));
const unsubscribeUrl = (letter: Mail) =>
  /^<(.+)>$/.exec(letter.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
const pathOf = (url: string) => new URL(url).pathname;
/** Waits until no notice, no mail and no digest is waiting. */
const settled = () =>
  eventually(
    async () => sql`
      select id from notices union all select id from events where sequence is null
      union all select id from notifications where mail in ('at_once', 'counted')`,
    (waiting) => expect(waiting).toHaveLength(0),
  );
/** Runs the job of the digests as if it were the day after. */
async function dayAfter(): Promise<void> {
  await settled();
  await sql`update notifications set created_at = created_at - interval '1 day' where mail = 'daily'`;
  await sql`select graphile_worker.add_job('send_digests')`;
}

describe('a notification that is mailed at once', () => {
  test('has a text and an HTML part without images, a link to its object, and one-click unsubscription', async () => {
    const trade = await openTrade(stage, { retailer: { name: 'Smith & <Sons>' } });
    const order = await placeOrder(trade);
    const letter = await mail.waitFor(emailOf(trade.seller));
    expect(letter.subject).toBe(
      `Smith & <Sons> placed order ${order.order_number}: $${order.total.toFixed(2)}`,
    );
    expect(letter.text).toContain(`/orders/${order.id}`);
    expect(letter.html).toContain('Smith &amp; &lt;Sons&gt; placed');
    expect(letter.html).not.toMatch(/<img|url\(/i);
    expect(letter.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(letter.links).toContain(unsubscribeUrl(letter));
    // The buyer has a confirmation with what it ordered.
    const confirmation = await mail.waitFor(emailOf(trade.buyer));
    expect(confirmation.subject).toBe(`Order ${order.order_number} placed: $${order.total.toFixed(2)}`);
    const [item] = order.items;
    expect(confirmation.text).toContain(`${item?.quantity} × ${item?.product_name} (${item?.sku}): `);
    expect(confirmation.text).toContain(`Total $${order.total.toFixed(2)}`);
    await settled();
    expect(mail.countTo(emailOf(trade.buyer))).toBe(1);
  });

  test('is not sent where its member chose off, and a comment goes to the other members', async () => {
    const trade = await openTrade(stage);
    const second = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'manager'));
    await choose(trade.seller, 'new_order', 'off');
    await choose(trade.seller, 'comment', 'off');
    ok(await second.patch(PREFERENCES, { amounts_in_subjects: false }));
    const order = await placeOrder(trade);
    await say(trade, order.id, 'Hello');
    const subjects = [await mail.waitFor(emailOf(second)), await mail.waitFor(emailOf(second))].map(
      ({ subject }) => subject,
    );
    expect(subjects.sort()).toEqual(
      [
        `New comment on ${order.order_number}`,
        `${trade.retailer.name} placed order ${order.order_number}`,
      ].sort(),
    );
    await settled();
    expect(mail.countTo(emailOf(trade.seller))).toBe(0);
  });

  test('is one of five that a partner causes within an hour: what is beyond joins the digest', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrder(trade);
    for (let n = 0; n < 9; n++) await say(trade, order.id, `Comment ${n}`);
    await settled();
    expect(mail.countTo(emailOf(trade.seller))).toBe(5);
    const [{ left } = {}] = await sql`
      select count(*)::int as left from notifications where user_id = ${idOf(trade.seller)} and mail = 'daily'`;
    expect(left).toBe(5);
  });

  test('is tried again after a failure of the mail server, and counted once', async () => {
    const trade = await openTrade(stage);
    mail.refusing = true;
    await placeOrder(trade);
    await eventually(
      async () => sql`select from notifications where user_id = ${idOf(trade.seller)} and mail = 'counted'`,
      (rows) => expect(rows).toHaveLength(1),
    );
    mail.refusing = false;
    await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`;
    await mail.waitFor(emailOf(trade.seller));
    const counted = await sql`select from counted_mails where address = ${emailOf(trade.seller)}`;
    expect(counted).toHaveLength(1);
  });
});

describe('the daily digest', () => {
  test('lists what is unread, by kind, once, after 8:00 in the timezone of the business', async () => {
    const trade = await openTrade(stage);
    await choose(trade.seller, 'new_order', 'daily');
    await choose(trade.seller, 'comment', 'daily');
    const orders = [];
    for (let n = 0; n < 12; n++) orders.push(await placeOrder(trade));
    await say(trade, orders[0]?.id ?? '', 'Seen already');
    await settled();
    const list = ok(await trade.seller.get<{ data: { id: string }[] }>('/api/v1/notifications?kind=comment'));
    ok(await trade.seller.post('/api/v1/notifications/read', { ids: list.data.map(({ id }) => id) }));
    expect(mail.countTo(emailOf(trade.seller))).toBe(0);
    await dayAfter();
    const letter = await mail.waitFor(emailOf(trade.seller));
    expect(letter.subject).toBe('12 notifications from Tallyleaf');
    expect(letter.text).toContain('New orders (12)');
    expect(letter.text).toContain(`2 more orders from ${trade.retailer.name}`);
    expect(letter.text).toContain('… and 1 more');
    expect(letter.text).not.toContain('Seen already');
    await dayAfter();
    await sql`select graphile_worker.add_job('send_digests')`;
    await eventually(
      async () =>
        sql`select from graphile_worker.jobs where task_identifier in ('send_digests', 'mail_digest')`,
      (jobs) => expect(jobs).toHaveLength(0),
    );
    expect(mail.countTo(emailOf(trade.seller))).toBe(1);
  });

  test('of one member leaves what waits for that of another one', async () => {
    const trade = await openTrade(stage);
    const second = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'manager'));
    for (const client of [trade.seller, second]) await choose(client, 'new_order', 'daily');
    await placeOrder(trade);
    await settled();
    const digest = { user_id: idOf(trade.seller), until: '2099-01-01T00:00:00Z' };
    await sql`select graphile_worker.add_job('mail_digest', ${JSON.stringify(digest)}::json)`;
    const mailOf = (client: Client) => sql`select mail from notifications where user_id = ${idOf(client)}`;
    await eventually(
      () => mailOf(trade.seller),
      (rows) => expect(rows).toEqual([{ mail: 'sent' }]),
    );
    expect(await mailOf(second)).toEqual([{ mail: 'daily' }]);
  });

  test('leaves out what its member may no longer read, as a mail at once does', async () => {
    const trade = await openTrade(stage);
    const admin = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'admin'));
    await choose(admin, 'connection_requested', 'daily');
    const business = await createBusiness(stage.db, 'retailer');
    const asking = await stage.signIn(await createMember(stage.db, business, 'owner'));
    ok(await asking.post('/api/v1/entity/connections/request', { entity_id: trade.wholesaler.id }));
    await settled();
    const waiting = () => sql`select id, mail from notifications where user_id = ${idOf(admin)}`;
    expect(await waiting()).toMatchObject([{ mail: 'daily' }]);
    await sql`update users set team_role = 'viewer' where id = ${idOf(admin)}`;
    await dayAfter();
    await eventually(waiting, (rows) => expect(rows).toMatchObject([{ mail: 'sent' }]));
    const [{ id = '' } = {}] =
      await sql`update notifications set mail = 'at_once' where user_id = ${idOf(admin)} returning id`;
    await sql`select graphile_worker.add_job('mail_notification', ${JSON.stringify({ notification_id: id })}::json)`;
    await eventually(waiting, (rows) => expect(rows).toMatchObject([{ mail: 'none' }]));
    expect(mail.countTo(emailOf(admin))).toBe(0);
  });

  test('ends with its unsubscribe link, which leaves mails at once alone', async () => {
    const trade = await openTrade(stage);
    await choose(trade.seller, 'new_order', 'daily');
    await placeOrder(trade);
    await dayAfter();
    const letter = await mail.waitFor(emailOf(trade.seller));
    ok(await stage.anybody.post(pathOf(unsubscribeUrl(letter))));
    expect(await choiceOf(trade.seller, 'new_order')).toBe('off');
    expect(await choiceOf(trade.seller, 'low_stock')).toBe('off');
    expect(await choiceOf(trade.seller, 'comment')).toBe('at_once');
  });
});

describe('unsubscribing', () => {
  test('takes one click without signing in, of a mail client too, and ends that kind alone', async () => {
    const trade = await openTrade(stage);
    await placeOrder(trade);
    const path = pathOf(unsubscribeUrl(await mail.waitFor(emailOf(trade.seller))));
    const answer = await stage.anybody.send('POST', path, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(200);
    expect(await choiceOf(trade.seller, 'new_order')).toBe('off');
    expect(await choiceOf(trade.seller, 'comment')).toBe('at_once');
  });

  test('needs a link of ours: a forged one is 404, and so is a token of another use', async () => {
    const trade = await openTrade(stage);
    await placeOrder(trade);
    const url = unsubscribeUrl(await mail.waitFor(emailOf(trade.seller)));
    const forged = `${pathOf(url).slice(0, -4)}AAAA`;
    for (const path of [forged, '/unsubscribe/x', `/unsubscribe/${trade.seller.tokens?.access_token}`]) {
      expectError(await stage.anybody.post(path), 'NOT_FOUND');
    }
    expect(await choiceOf(trade.seller, 'new_order')).toBe('at_once');
  });

  test('is not offered for security mails', async () => {
    const trade = await openTrade(stage);
    const member = await createMember(stage.db, trade.retailer, 'viewer');
    await stage.signIn(member);
    const headers = { 'user-agent': 'stranger/1.0' };
    const { email, password } = member;
    ok(await stage.anybody.post('/auth/login', { email, password }, { headers }));
    const letter = await mail.waitFor(email);
    expect(letter.subject).toBe('New sign-in to your Tallyleaf account');
    expect(letter.text).toContain('stranger');
    expect(letter.links.join(' ')).toContain('/settings/security');
    expect(letter.headers.has('list-unsubscribe')).toBe(false);
  });
});
