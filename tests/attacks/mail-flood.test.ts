import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { TeamMember } from '../../server/features/entities/team/schema';
import { createBusiness, createMember } from '../factories/business';
import { openTrade, placeOrder } from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { expectError } from '../setup/expect';
import { openMailServer } from '../setup/mail';
import { openOwnStage } from '../setup/stage';

const TEAM = '/api/v1/entity/team';
const PER_HOUR = 20;
const PER_DAY = 200;
const PER_BUSINESS = 5;

const mail = await openMailServer();
const stage = await openOwnStage(mail.env);

type MemberBody = z.infer<typeof TeamMember>;
const invite = (client: Client, email: string) =>
  client.post<MemberBody>(`${TEAM}/invite`, { email, role: 'viewer' });

async function openOwner() {
  const business = await createBusiness(stage.db, 'retailer');
  return { business, owner: await stage.signIn(await createMember(stage.db, business, 'owner')) };
}

const countedTo = async (email: string) =>
  (await stage.sql`select from counted_mails where address = ${email} and share = 'invitation'`).length;
/** Waits until no mail is left to be sent. */
const sent = () =>
  expect
    .poll(async () => stage.sql`select from graphile_worker.jobs where task_identifier = 'send_invitation'`, {
      timeout: 30_000,
    })
    .toHaveLength(0);

test('sends 5 mails for 60 invitations of one business to one address, each revoked at once', async () => {
  const { owner, business } = await openOwner();
  const email = 'flooded@invited.test';
  for (let i = 0; i < 60; i++) {
    const { user_id } = ok(await invite(owner, email));
    await owner.delete(`${TEAM}/${user_id}`);
  }
  await sent();
  expect(mail.countTo(email)).toBeLessThanOrEqual(PER_BUSINESS);
  expect(await countedTo(email)).toBe(PER_BUSINESS);
  const [{ open } = {}] = await stage.sql`
    select count(*)::int as open from invitations where entity_id = ${business.id} and revoked_at is null`;
  expect(open).toBe(0);
  ok(await invite(owner, 'somebody.else@invited.test'));
  await mail.waitFor('somebody.else@invited.test');
});

test('counts resends, and allows one more mail an hour later', async () => {
  const { owner } = await openOwner();
  const email = 'again@invited.test';
  const { user_id } = ok(await invite(owner, email));
  for (let i = 0; i < PER_BUSINESS; i++) ok(await owner.post(`${TEAM}/${user_id}/resend`));
  expect(await countedTo(email)).toBe(PER_BUSINESS);
  await stage.sql`
    update counted_mails set created_at = created_at - interval '1 hour'
    where id = (select id from counted_mails where address = ${email} order by created_at limit 1)`;
  ok(await owner.post(`${TEAM}/${user_id}/resend`));
  expect(await countedTo(email)).toBe(PER_BUSINESS + 1);
});

test('shares the limit of an address among tenants in parallel, and tells none of them', async () => {
  const email = 'shared@invited.test';
  const tenants = await Promise.all(Array.from({ length: 30 }, openOwner));
  const answers = await Promise.all(tenants.map(({ owner }) => invite(owner, email)));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
  const shapes = answers.map(({ body }) => JSON.stringify({ ...body, user_id: '', invited_at: '' }));
  expect(new Set(shapes).size).toBe(1);
  expect(await countedTo(email)).toBe(PER_HOUR);
  await sent();
  expect(mail.countTo(email)).toBe(PER_HOUR);
});

test('mails an address that accepts no invitation 30 times ever, and begins again once it accepts one', async () => {
  const email = 'silent@invited.test';
  await stage.sql`insert into invited_addresses (address, mails) values (${email}, 29)`;
  const [first, second] = [await openOwner(), await openOwner()];
  ok(await invite(first.owner, email));
  const letter = await mail.waitFor(email);
  ok(await invite(second.owner, email));
  expect(await countedTo(email)).toBe(1);
  const token = letter.links[0]?.split('/').at(-1) ?? '';
  ok(
    await stage.anybody.post('/auth/invitations/accept', {
      token,
      name: 'Sam',
      password: 'sunlight on the terrace',
    }),
  );
  ok(await invite((await openOwner()).owner, email));
  expect(await countedTo(email)).toBe(2);
});

test('a stranger’s invitations and a partner’s comments leave a new order its mail at once', async () => {
  const trade = await openTrade(stage);
  const { email = '' } = trade.seller.tokens?.user ?? {};
  const strangers = await Promise.all(Array.from({ length: 25 }, openOwner));
  await Promise.all(strangers.map(({ owner }) => invite(owner, email)));
  const order = await placeOrder(trade);
  await mail.waitFor(email, new RegExp(order.order_number));
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      trade.buyer.post(`/api/v1/orders/${order.id}/comments`, { body: `${n}` }),
    ),
  );
  const next = await placeOrder(trade);
  await mail.waitFor(email, new RegExp(`placed order ${next.order_number}`));
  const comments = await stage.sql`
    select from counted_mails where address = ${email} and share = 'notice' and cause_id = ${trade.retailer.id}`;
  expect(comments.length).toBeLessThanOrEqual(PER_BUSINESS);
});

test('a partner that placed five orders within an hour still comments and invites with a mail (929)', async () => {
  const trade = await openTrade(stage);
  const { email = '' } = trade.seller.tokens?.user ?? {};
  await stage.sql`
    insert into counted_mails (id, entity_id, address, share, cause_id, created_at)
    select gen_random_uuid(), ${trade.wholesaler.id}, ${email}, 'order', ${trade.retailer.id}, now() - interval '10 minutes'
    from generate_series(1, ${PER_BUSINESS}) n`;
  const order = await placeOrder(trade);
  ok(await trade.buyer.post(`/api/v1/orders/${order.id}/comments`, { body: 'Gate 4, please' }));
  const comment = await mail.waitFor(email, /comment/i);
  expect(comment.subject).not.toContain('placed order');
  ok(await invite(trade.buyer, email));
  expect((await mail.waitFor(email, /invited/)).subject).toBe('You are invited to Tallyleaf');
  const orders = await stage.sql`select from counted_mails where address = ${email} and share = 'order'`;
  expect(orders).toHaveLength(PER_BUSINESS);
});

test('beyond ten of one kind and partner within an hour, one notification counts the others', async () => {
  const trade = await openTrade(stage);
  const order = await placeOrder(trade);
  const comments = Array.from(
    { length: 33 },
    (_, n) => () => trade.buyer.post(`/api/v1/orders/${order.id}/comments`, { body: `${n}` }),
  );
  // In turns, so that what is counted grows.
  for (let n = 0; n < comments.length; n += 11) {
    await Promise.all(comments.slice(n, n + 11).map((comment) => comment()));
    await eventually(
      () => stage.sql`select id from notices union all select id from events where sequence is null`,
      (waiting) => expect(waiting).toHaveLength(0),
    );
  }
  const { data } = ok(
    await trade.seller.get<{ data: { summary: string; count: number }[] }>(
      '/api/v1/notifications?kind=comment&limit=50',
    ),
  );
  expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(33);
  // A full hour may begin meanwhile.
  expect(data.length).toBeLessThanOrEqual(22);
  const counting = data.filter(({ count }) => count > 1);
  expect(counting.map(({ summary, count }) => summary.startsWith(`${count} more comments by`))).toContain(
    true,
  );
});

test('limits a tenant to 200 mails within 24 hours, and no other tenant', async () => {
  const [here, there] = [await openOwner(), await openOwner()];
  await stage.sql`
    insert into counted_mails (id, entity_id, address, share, created_at)
    select gen_random_uuid(), ${here.business.id}, 'guest' || n || '@day.test', 'invitation', now() - interval '23 hours'
    from generate_series(1, ${PER_DAY - 1}) n`;
  ok(await invite(here.owner, 'last@day.test'));
  const beyond = await invite(here.owner, 'next@day.test');
  expect(expectError(beyond, 'RATE_LIMITED')).toMatchObject({ window: 'day', limit: PER_DAY });
  expect(Number(beyond.headers['retry-after'])).toBeLessThanOrEqual(3_600);
  ok(await invite(there.owner, 'next@day.test'));
});

test('hides from an inviter whether an email belongs to another business; redeeming it is 409', async () => {
  const [here, there] = [await openOwner(), await openOwner()];
  const used = await createMember(stage.db, there.business, 'manager');
  const fresh = 'unknown@invited.test';
  const shapeOf = ({ status, body }: { status: number; body: MemberBody }) => ({
    status,
    body: { ...body, user_id: '', email: '', invited_at: '' },
  });
  const answers = [await invite(here.owner, used.email), await invite(here.owner, fresh)];
  expect(answers[0]?.status).toBe(201);
  expect(answers.map(shapeOf)[0]).toEqual(answers.map(shapeOf)[1]);
  const { data } = ok(await here.owner.get<{ data: MemberBody[] }>(TEAM));
  expect(data.map(({ status }) => status)).toEqual(['active', 'invited', 'invited']);
  const mails = [await mail.waitFor(used.email), await mail.waitFor(fresh)];
  expect(mails[0]?.text).toContain(
    `of “${here.business.name}” invited you to join the team of “${here.business.name}”`,
  );
  const texts = mails.map(({ text }) => text.replaceAll(/\/invite\/\S+/g, ''));
  expect(texts[0]).toBe(texts[1]);
  const token = mails[0]?.links[0]?.split('/').at(-1) ?? '';
  const accepted = await stage.anybody.post('/auth/invitations/accept', {
    token,
    name: 'Sam',
    password: 'sunlight on the terrace',
  });
  expect(expectError(accepted, 'CONFLICT')).toEqual({ reason: 'email_in_use' });
});
