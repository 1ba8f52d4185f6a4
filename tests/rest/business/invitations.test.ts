import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { TokenSet } from '../../../server/features/auth/schema';
import type { TeamMember } from '../../../server/features/entities/team/schema';
import { createBusiness, createMember } from '../../factories/business';
import { Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openMailStage } from '../../setup/mail-stage';

type MemberBody = z.infer<typeof TeamMember>;
type Tokens = z.infer<typeof TokenSet>;

const { stage, mail, post } = await openMailStage();
const TEAM = '/api/v1/entity/team';
const password = 'sunlight on the terrace';

let people = 0;

async function openInvitation(fields: { role?: string; locations?: string[] } = {}) {
  const business = await createBusiness(stage.db, 'retailer', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const email = `guest${++people}@invited.test`;
  const locations = fields.locations ?? [business.locationIds[1] ?? ''];
  const invited = ok(
    await owner.post<MemberBody>(`${TEAM}/invite`, { email, role: fields.role ?? 'manager', locations }),
  );
  return { business, owner, email, invited, token: await tokenTo(email) };
}

async function tokenTo(email: string): Promise<string> {
  return (await mail.waitFor(email)).links[0]?.split('/').at(-1) ?? '';
}

const accept = (token: string, fields: object = {}) =>
  stage.anybody.post<Tokens>('/auth/invitations/accept', { token, name: 'Sam', password, ...fields });

test('responds like login; the invited user becomes a member under the same id (200)', async () => {
  const { business, owner, email, invited, token } = await openInvitation();
  const { status, body } = await accept(token, { name: ' Sam Rivera ' });
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: invited.user_id, email, name: 'Sam Rivera', role: 'retailer', team_role: 'manager' },
  });
  const me = new Client(stage.server.url, body);
  expect((await me.get('/auth/me')).body).toMatchObject({
    id: invited.user_id,
    entity_id: business.id,
    team_role: 'manager',
  });
  const member = { ...invited, name: 'Sam Rivera', status: 'active', joined_at: expect.any(String) };
  const { data } = ok(await owner.get<{ data: MemberBody[] }>(TEAM));
  expect(data[1]).toEqual(member);
  expect(data).toHaveLength(2);
  expect((await stage.signIn({ email, password })).tokens?.user.id).toBe(invited.user_id);
  const [row] = await stage.sql`
    select entity_id, after from audit_log where object_id = ${invited.user_id} and action = 'member.joined'`;
  expect(row).toEqual({ entity_id: business.id, after: { email, name: 'Sam Rivera', role: 'manager' } });
});

test('rejects an unknown, used or expired token, naming the reason (401)', async () => {
  expect(expectError(await accept('x'), 'TOKEN_INVALID')).toEqual({});
  const used = await openInvitation();
  ok(await accept(used.token));
  const again = await accept(used.token);
  expect(expectError(again, 'TOKEN_INVALID')).toEqual({ reason: 'used' });
  expect(again.text).toContain('already accepted');
  const late = await openInvitation();
  await stage.sql`
    update invitations set expires_at = now() - interval '1 second' where id = ${late.invited.user_id}`;
  const answer = await accept(late.token);
  expectError(answer, 'TOKEN_EXPIRED');
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
});

test('keeps an invitation valid for seven days after it was last sent', async () => {
  const { invited } = await openInvitation();
  const [row] = await stage.sql`
    select extract(epoch from expires_at - created_at)::int as seconds from invitations where id = ${invited.user_id}`;
  expect(row?.seconds).toBe(7 * 86_400);
});

test.skipIf(IS_SHORT)('rejects missing and wrong fields (400) and keeps the token valid', async () => {
  const { token, email, business } = await openInvitation();
  const send = (body: object) => stage.anybody.post('/auth/invitations/accept', body);
  expectInvalid(await send({ name: 'x', password }), 'token', 'required');
  expectInvalid(await send({ token, password }), 'name', 'required');
  expectInvalid(await send({ token, name: 'x' }), 'password', 'required');
  expectInvalid(await accept(token, { password: 'short12' }), 'password');
  expectInvalid(await accept(token, { password: 'x'.repeat(129) }), 'password');
  expectInvalid(await accept(token, { password: 'Password123' }), 'password', 'common_password');
  for (const word of [email, business.name, 'Sam Rivera', 'Tallyleaf 2026']) {
    const answer = await accept(token, { name: 'Sam Rivera', password: word });
    expectInvalid(answer, 'password', 'context_password');
  }
  expectInvalid(await accept(token, { name: ' ' }), 'name');
  expectInvalid(await accept(token, { email: 'x@x.test' }), 'email', 'unknown_key');
  expect((await accept(token)).status).toBe(200);
});

test('rejects an email that is in use meanwhile (409)', async () => {
  const first = await openInvitation();
  const other = await createBusiness(stage.db, 'wholesaler');
  const owner = await stage.signIn(await createMember(stage.db, other, 'owner'));
  ok(await owner.post(`${TEAM}/invite`, { email: first.email, role: 'viewer' }));
  const second = await tokenTo(first.email);
  ok(await accept(first.token));
  expect(expectError(await accept(second), 'CONFLICT')).toEqual({ reason: 'email_in_use' });
});

test.skipIf(IS_SHORT)('replaces the link when it is sent again, even after expiry (200)', async () => {
  const { owner, email, invited, token } = await openInvitation();
  await stage.sql`update invitations set expires_at = now() - interval '1 day' where id = ${invited.user_id}`;
  const answer = await owner.post<MemberBody>(`${TEAM}/${invited.user_id}/resend`);
  expect(answer).toMatchObject({ status: 200, body: invited });
  const fresh = await tokenTo(email);
  expect(fresh).not.toBe(token);
  expectError(await accept(token), 'TOKEN_INVALID');
  expect((await accept(fresh)).status).toBe(200);
  expect(expectError(await owner.post(`${TEAM}/${invited.user_id}/resend`), 'CONFLICT')).toEqual({
    reason: 'already_joined',
  });
});

test('rejects an admin who resends an owner’s invitation (403)', async () => {
  const { business, invited } = await openInvitation({ role: 'owner', locations: [] });
  const admin = await stage.signIn(await createMember(stage.db, business, 'admin'));
  expectError(await admin.post(`${TEAM}/${invited.user_id}/resend`), 'FORBIDDEN');
  expectError(await admin.delete(`${TEAM}/${invited.user_id}`), 'FORBIDDEN');
});

test('revokes the link and frees the email (204)', async () => {
  const { owner, email, invited, token } = await openInvitation();
  expect((await owner.delete(`${TEAM}/${invited.user_id}`)).status).toBe(204);
  expectAbsent(await owner.delete(`${TEAM}/${invited.user_id}`));
  expectError(await accept(token), 'TOKEN_INVALID');
  const again = await owner.post<MemberBody>(`${TEAM}/invite`, { email, role: 'viewer' });
  expect(again.status).toBe(201);
  expect(again.body.user_id).not.toBe(invited.user_id);
  expect((await accept(await tokenTo(email))).status).toBe(200);
});

test.skipIf(IS_SHORT)('narrows, and never widens, when a location is deleted before acceptance', async () => {
  const { business, owner, token } = await openInvitation();
  expect((await owner.delete(`/api/v1/entity/locations/${business.locationIds[1]}`)).status).toBe(204);
  ok(await accept(token));
  const { data } = ok(await owner.get<{ data: MemberBody[] }>(TEAM));
  expect(data[1]).toMatchObject({ locations: [], all_locations: false, status: 'active' });
});

test.skipIf(IS_SHORT)('rejects a link into a deleted business', async () => {
  const { owner, token } = await openInvitation();
  const body = { password: 'a password of the tests' };
  expect((await owner.delete('/api/v1/entity', { body })).status).toBe(204);
  expectError(await accept(token), 'TOKEN_INVALID');
});

test('makes one member of ten parallel acceptances; the others are rejected', async () => {
  const { token, email } = await openInvitation();
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  const rows = await stage.sql`select id from users where email = ${email}`;
  expect(rows).toHaveLength(1);
});

test.skipIf(IS_SHORT)(
  'makes a member or revokes on parallel acceptance and revocation, and never leaves a session without a member',
  async () => {
    for (let round = 0; round < 6; round++) {
      const { owner, invited, token } = await openInvitation();
      const [accepted, revoked] = await Promise.all([
        accept(token),
        new Promise((resolve) => setTimeout(resolve, round * 15)).then(() =>
          owner.delete(`${TEAM}/${invited.user_id}`),
        ),
      ]);
      expect(revoked.status).toBe(204);
      expect([200, 401]).toContain(accepted.status);
      if (accepted.status === 200) {
        expectError(await new Client(stage.server.url, accepted.body).get('/auth/me'), 'UNAUTHORIZED');
      }
      expect((await owner.get(TEAM)).body).toMatchObject({ pagination: { total: 1 } });
    }
  },
);

test.skipIf(IS_SHORT)('sends the invitation once the mail server is back', async () => {
  if (!post) throw new Error('a shared mailbox rejects nothing');
  post.refusing = true;
  const business = await createBusiness(stage.db, 'retailer');
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const email = `guest${++people}@invited.test`;
  ok(await owner.post(`${TEAM}/invite`, { email, role: 'viewer' }));
  await new Promise((resolve) => setTimeout(resolve, 500));
  post.refusing = false;
  expect((await accept(await tokenTo(email))).status).toBe(200);
});
