import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { TeamMember } from '../../server/features/entities/team/schema';
import { createBusiness, createMember } from '../factories/business';
import { type Client, ok } from '../setup/client';
import { expectError } from '../setup/expect';
import { openMailServer } from '../setup/mail';
import { openOwnStage } from '../setup/stage';

const TEAM = '/api/v1/entity/team';
const PER_HOUR = 20;
const PER_DAY = 200;

const mail = await openMailServer();
const stage = await openOwnStage(mail.env);

type MemberBody = z.infer<typeof TeamMember>;
const invite = (client: Client, email: string) =>
  client.post<MemberBody>(`${TEAM}/invite`, { email, role: 'viewer' });

async function openOwner() {
  const business = await createBusiness(stage.db, 'retailer');
  return { business, owner: await stage.signIn(await createMember(stage.db, business, 'owner')) };
}

/** Waits until no mail is left to be sent. */
const sent = () =>
  expect
    .poll(async () => stage.sql`select from graphile_worker.jobs where task_identifier = 'send_invitation'`, {
      timeout: 30_000,
    })
    .toHaveLength(0);

test('sends at most 20 mails for 60 invitations to one address, each revoked at once', async () => {
  const { owner, business } = await openOwner();
  const email = 'flooded@invited.test';
  const statuses: number[] = [];
  for (let i = 0; i < 60; i++) {
    const answer = await invite(owner, email);
    statuses.push(answer.status);
    if (answer.status === 201) await owner.delete(`${TEAM}/${answer.body.user_id}`);
    else expectError(answer, 'RATE_LIMITED');
  }
  expect(statuses).toEqual([...Array(PER_HOUR).fill(201), ...Array(60 - PER_HOUR).fill(429)]);
  await sent();
  expect(mail.countTo(email)).toBeLessThanOrEqual(PER_HOUR);

  const late = await invite(owner, email);
  const seconds = Number(late.headers['retry-after']);
  expect(seconds).toBeGreaterThan(3_500);
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(expectError(late, 'RATE_LIMITED')).toEqual({
    window: 'hour',
    limit: PER_HOUR,
    retry_after: seconds,
  });
  const [{ open } = {}] = await stage.sql`
    select count(*)::int as open from invitations where entity_id = ${business.id} and revoked_at is null`;
  expect(open).toBe(0);
  expect((await invite(owner, 'somebody.else@invited.test')).status).toBe(201);
});

test('counts resends, and allows one more mail an hour later', async () => {
  const { owner } = await openOwner();
  const email = 'again@invited.test';
  const { user_id } = ok(await invite(owner, email));
  const resend = () => owner.post(`${TEAM}/${user_id}/resend`);
  for (let i = 1; i < PER_HOUR; i++) ok(await resend());
  expectError(await resend(), 'RATE_LIMITED');
  await sent();
  expect(mail.countTo(email)).toBeLessThanOrEqual(PER_HOUR);
  await stage.sql`
    update counted_mails set created_at = created_at - interval '1 hour'
    where id = (select id from counted_mails where address = ${email} order by created_at limit 1)`;
  ok(await resend());
  expectError(await resend(), 'RATE_LIMITED');
});

test('shares the limit of an address among tenants in parallel', async () => {
  const email = 'shared@invited.test';
  const tenants = await Promise.all(Array.from({ length: 30 }, openOwner));
  const answers = await Promise.all(tenants.map(({ owner }) => invite(owner, email)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(PER_HOUR).fill(201), ...Array(10).fill(429)]);
});

test('limits a tenant to 200 mails within 24 hours, and no other tenant', async () => {
  const [here, there] = [await openOwner(), await openOwner()];
  await stage.sql`
    insert into counted_mails (id, entity_id, address, created_at)
    select gen_random_uuid(), ${here.business.id}, 'guest' || n || '@day.test', now() - interval '23 hours'
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
