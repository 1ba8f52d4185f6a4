import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { TokenSet } from '../../../server/features/auth/schema';
import type {
  BusinessInvitation,
  ReceivedInvitation,
} from '../../../server/features/entities/business-invitations/schema';
import { createBusiness, createMember } from '../../factories/business';
import { claimOf } from '../../factories/business-invitation';
import { signUpOf } from '../../factories/sign-up';
import { Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

type Invitation = z.infer<typeof BusinessInvitation>;
type Received = z.infer<typeof ReceivedInvitation>;
type Tokens = z.infer<typeof TokenSet>;

const PATH = '/api/v1/business-invitations';
const post = await openMailServer();
const stage = await openOwnStage({ ...post.env, PUBLIC_URL: 'https://tallyleaf.test' });
const { anybody, db, sql } = stage;

const seller = await createBusiness(db, 'wholesaler', { name: 'Fir <b>&</b> Sons http://evil.test' });
const owner = await stage.signIn(await createMember(db, seller, 'owner'));
const buyer = await createBusiness(db, 'retailer');
const member = await createMember(db, buyer, 'owner');
const shop = await stage.signIn(member);

let count = 0;
const newEmail = () => `person${++count}@invited.test`;
const invite = (email: string, as = 'customer', from = owner) => from.post<Invitation>(PATH, { email, as });
const received = async (client: Client) =>
  ok(await client.get<{ data: Received[] }>(`${PATH}/received`)).data;
const tokenIn = (links: string[]) => links[0]?.split('/').at(-1) ?? '';
const mailedToken = async (email: string) => tokenIn((await post.waitFor(email)).links);
const accept = (token: string, changes?: object) =>
  anybody.post<Tokens>('/auth/claims/accept', claimOf(token, changes));
const connectionsOf = async (client: Client) =>
  ok(
    await client.get<{ data: Array<{ entity: { id: string }; status: string }> }>(
      '/api/v1/entity/connections',
    ),
  ).data.map(({ entity, status }) => [entity.id, status]);
const withoutTimes = ({ id: _, email: __, created_at: ___, expires_at: ____, ...rest }: Invitation) => rest;
const emptyQueue = () =>
  expect
    .poll(() => sql`select from graphile_worker.jobs where task_identifier = 'mail_business_invitation'`, {
      timeout: 20_000,
    })
    .toHaveLength(0);

test('responds the same to an email that is new, in use elsewhere and unsubscribed, and mails all but the last (201)', async () => {
  const gone = newEmail();
  ok(
    await invite(
      gone,
      'customer',
      await stage.signIn(await createMember(db, await createBusiness(db, 'wholesaler'), 'owner')),
    ),
  );
  const { headers, text } = await post.waitFor(gone);
  const link = headers.get('list-unsubscribe')?.slice(1, -1) ?? '';
  expect(text).toContain(link);
  ok(await anybody.post(link.replace('https://tallyleaf.test', '')));
  const answers = [await invite(newEmail()), await invite(member.email), await invite(gone)];
  for (const { status, body } of answers) {
    expect(status).toBe(201);
    expect(withoutTimes(body)).toEqual({
      as: 'customer',
      customer_id: null,
      status: 'sent',
      responded_at: null,
    });
  }
  await emptyQueue();
  expect([post.countTo(member.email), post.countTo(gone)]).toEqual([1, 1]);
  const { id = '' } = answers[1]?.body ?? {};
  ok(await owner.delete(`${PATH}/${id}`));
});

test('mails names alone, in one line and without an address that a mail program links', async () => {
  const email = newEmail();
  ok(await invite(email));
  const { text, subject, html, links } = await post.waitFor(email);
  expect(subject).toBe('You are invited to Tallyleaf');
  expect(text).toContain('“Fir <b>&</b> Sons http[:]//evil[.]test” invited your business');
  expect(html).not.toMatch(/<b>|evil\.test/);
  expect(links).toEqual([
    expect.stringMatching(/^https:\/\/tallyleaf\.test\/claim\/[\w-]{43}$/),
    expect.stringContaining('/unsubscribe/'),
  ]);
  expect(text).toContain('within 7 days');
});

test.skipIf(IS_SHORT)('names the inviter in the text alone to a customer that it has entered', async () => {
  const customer = { type: 'retailer', name: 'Pier', license_number: 'PIER-1' };
  const address = { street: '1 Pier', city: 'Oakland', state: 'CA', zip: '94607' };
  const { id } = ok(await owner.post<{ id: string }>('/api/v1/customers', { ...customer, address }));
  const email = newEmail();
  ok(await owner.post(PATH, { email, as: 'customer', customer_id: id }));
  const { subject, text } = await post.waitFor(email);
  expect(subject).toBe('You are invited to Tallyleaf');
  expect(text).toMatch(/^Tallyleaf\n/);
  expect(text).toContain('“Fir <b>&</b> Sons http[:]//evil[.]test” invited your business');
});

test.skipIf(IS_SHORT)(
  'rejects a repeat within seven days (409), until it is revoked, and then mails at most three times',
  async () => {
    const email = newEmail();
    const statuses: Array<number> = [];
    for (let i = 0; i < 4; i++) {
      const { body } = await invite(email);
      expect(expectError(await invite(email), 'CONFLICT')).toEqual({
        reason: 'already_invited',
        invitation_id: body.id,
      });
      statuses.push((await owner.delete(`${PATH}/${body.id}`)).status);
      if (i === 0) {
        expect(expectError(await owner.delete(`${PATH}/${body.id}`), 'INVALID_TRANSITION')).toMatchObject({
          from: 'revoked',
        });
        expectError(await accept('x'.repeat(43)), 'TOKEN_INVALID');
      }
    }
    expect(statuses).toEqual([204, 204, 204, 204]);
    const rows =
      await sql`select mailed from business_invitations where email = ${email} order by created_at`;
    expect(rows.map(({ mailed }) => mailed)).toEqual([true, true, true, false]);
  },
);

test('rejects the own team, the wrong side and what is no email', async () => {
  const own = owner.tokens?.user.email ?? '';
  expect(expectError(await invite(own), 'CONFLICT')).toMatchObject({ reason: 'already_member' });
  expect(expectError(await invite(newEmail(), 'customer', shop), 'FORBIDDEN')).toMatchObject({
    reason: 'not_a_seller',
  });
  const farm = await stage.signIn(await createMember(db, await createBusiness(db, 'cultivator'), 'owner'));
  expect(expectError(await invite(newEmail(), 'supplier', farm), 'FORBIDDEN')).toMatchObject({
    reason: 'not_a_buyer',
  });
  expectInvalid(await invite('nobody'), 'email');
  expectInvalid(await invite(newEmail(), 'friend'), 'as');
});

test.skipIf(IS_SHORT)('takes 20 invitations a day of a business in its first week (429)', async () => {
  const young = await createBusiness(db, 'wholesaler');
  const client = await stage.signIn(await createMember(db, young, 'owner'));
  for (let i = 0; i < 20; i++) expect((await invite(newEmail(), 'customer', client)).status).toBe(201);
  expectError(await invite(newEmail(), 'customer', client), 'RATE_LIMITED');
  await sql`update entities set created_at = now() - interval '8 days' where id = ${young.id}`;
  expect((await invite(newEmail(), 'customer', client)).status).toBe(201);
});

test('is found by a person of another business after sign-in, and connects both when accepted', async () => {
  const inviter = await createBusiness(db, 'wholesaler');
  const asking = await stage.signIn(await createMember(db, inviter, 'owner'));
  const { body } = await invite(member.email, 'customer', asking);
  const [found] = await received(shop);
  expect(found).toMatchObject({
    id: body.id,
    entity: { id: inviter.id, name: inviter.name },
    as: 'customer',
  });
  const colleague = await stage.signIn(await createMember(db, buyer, 'owner'));
  expect(await received(colleague)).toEqual([]);
  expectAbsent(await colleague.post(`${PATH}/${body.id}/accept`));
  // An ordinary request beside it works as if it were not there, on either side.
  const request = await asking.post<{ id: string }>('/api/v1/entity/connections/request', {
    entity_id: buyer.id,
  });
  expect(request).toMatchObject({ status: 201, body: { status: 'pending' } });
  expect(ok(await asking.get(`${PATH}/${body.id}`))).toEqual(body);
  expect(ok(await shop.post(`${PATH}/${body.id}/accept`))).toMatchObject({
    id: request.body.id,
    status: 'accepted',
  });
  expect(ok(await asking.get(`${PATH}/${body.id}`))).toMatchObject({ status: 'accepted' });
  expect(await connectionsOf(asking)).toEqual([[buyer.id, 'accepted']]);
  expectAbsent(await shop.post(`${PATH}/${body.id}/accept`));
});

test('creates the business of a newcomer under review, connected with the inviter, and signs its owner in (200)', async () => {
  const email = newEmail();
  const { body } = await invite(email);
  const { body: tokens, status } = await accept(await mailedToken(email));
  expect(status).toBe(200);
  const client = new Client(stage.server.url, tokens);
  const { id } = ok(await client.get<{ id: string }>('/api/v1/entity'));
  expect(ok(await client.get('/api/v1/entity'))).toMatchObject({
    type: 'retailer',
    name: 'Corner',
    under_review: true,
  });
  expect(await connectionsOf(client)).toEqual([[seller.id, 'accepted']]);
  expect(await connectionsOf(owner)).toContainEqual([id, 'accepted']);
  expect(ok(await owner.get(`${PATH}/${body.id}`))).toMatchObject({ status: 'accepted' });
});

test.skipIf(IS_SHORT)(
  'works once, even for parallel requests, and not once it is revoked, expired or the email joined a team',
  async () => {
    const [once, revoked, expired] = [newEmail(), newEmail(), newEmail()];
    for (const email of [once, revoked, expired]) ok(await invite(email));
    const token = await mailedToken(once);
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(expectError(await accept(token), 'TOKEN_INVALID')).toEqual({ reason: 'used' });
    const dead = await mailedToken(revoked);
    await sql`update business_invitations set status = 'revoked' where email = ${revoked}`;
    expect(expectError(await accept(dead), 'TOKEN_INVALID')).toEqual({});
    const late = await mailedToken(expired);
    await sql`update business_invitations set expires_at = now() where email = ${expired}`;
    expectError(await accept(late), 'TOKEN_EXPIRED');
    const joined = await createMember(db, buyer, 'viewer');
    ok(await invite(joined.email));
    expect(expectError(await accept(await mailedToken(joined.email)), 'CONFLICT')).toEqual({
      reason: 'email_in_use',
    });
  },
);

test('is not sent by a business under review (409)', async () => {
  const reviewed = await createBusiness(db, 'wholesaler', { underReview: true });
  const client = await stage.signIn(await createMember(db, reviewed, 'owner'));
  expect(expectError(await invite(newEmail(), 'customer', client), 'CONFLICT')).toEqual({
    reason: 'license_unverified',
  });
});

test.skipIf(IS_SHORT)(
  'rejects invitations and resends to the team of a business under review (409)',
  async () => {
    const reviewed = await createBusiness(db, 'wholesaler');
    const client = await stage.signIn(await createMember(db, reviewed, 'owner'));
    const [email, role] = [newEmail(), 'viewer'];
    const { user_id } = ok(
      await client.post<{ user_id: string }>('/api/v1/entity/team/invite', { email, role }),
    );
    expect((await post.waitFor(email)).subject).toBe('You are invited to Tallyleaf');
    await sql`update entities set under_review = true where id = ${reviewed.id}`;
    for (const [path, body] of [
      ['invite', { email: newEmail(), role }],
      [`${user_id}/resend`, {}],
    ] as const) {
      const rejected = await client.post(`/api/v1/entity/team/${path}`, body);
      expect(expectError(rejected, 'CONFLICT')).toEqual({ reason: 'license_unverified' });
    }
    await emptyQueue();
    expect(post.countTo(email)).toBe(1);
  },
);

// This server has the default, unlike those of other files.
test('SIGN_UP off, the default, has no sign-up (404)', async () => {
  expectError(await anybody.post('/auth/sign-up', signUpOf()), 'NOT_FOUND');
  const body = { token: 'x', password: 'the tide comes in at noon' };
  expectError(await anybody.post('/auth/sign-up/complete', body), 'NOT_FOUND');
  expect((await fetch(`${stage.server.url}/sign-up`)).status).toBe(404);
});
