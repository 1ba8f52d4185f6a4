import { describe, expect, test } from 'vitest';
import { createTeam } from '../../factories/business';
import { emitUpdates, numberOf } from '../../factories/event';
import type { Endpoint } from '../../factories/webhook';
import { type Scene, scenesOf, status } from '../../factories/webhook-scene';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { openMailServer } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage({ WEBHOOK_ALLOW_LOOPBACK: '1', ...mail.env });
const { db, sql } = stage;
const PATH = '/api/v1/webhooks';
const { openScene, hurry } = scenesOf(stage);

describe.concurrent('disabling', () => {
  const endpointOf = async ({ client, path }: Scene) => (await client.get<Endpoint>(path)).body;

  test('disables on 410 immediately, fails waiting deliveries, and mails owners and admins but not managers', async () => {
    const scene = await openScene((request, response) =>
      status(numberOf(request) === 4 ? 410 : 500)(request, response),
    );
    const team = await createTeam(db, scene.business);
    await scene.emit(3);
    await eventually(
      async () => (await scene.deliveries()).filter(({ attempts }) => attempts.length > 0),
      (tried) => expect(tried).toHaveLength(3),
    );
    await emitUpdates(db, scene.business.id, 1, 4);
    await eventually(
      () => endpointOf(scene),
      (value) => expect(value).toMatchObject({ active: false, disabled_reason: 'gone' }),
    );
    const all = await scene.deliveries();
    expect(all).toHaveLength(4);
    for (const one of all) expect(one).toMatchObject({ status: 'failed', next_attempt_at: null });
    for (const { email } of [team.owner, team.admin]) {
      const letter = await mail.waitFor(email);
      expect(letter.subject).toBe('A webhook endpoint was disabled');
      expect(letter.text).toContain('410');
      expect(letter.links.join('\n')).toMatch(
        new RegExp(`/settings/api/webhooks/${scene.endpoint.id}$`, 'm'),
      );
    }
    expect(mail.countTo(team.manager.email) + mail.countTo(team.viewer.email)).toBe(0);
    const [audited] = await sql`
      select actor_id, after from audit_log where object_id = ${scene.endpoint.id} and action = 'webhook.disabled'`;
    expect(audited).toMatchObject({ actor_id: null, after: { active: false, disabled_reason: 'gone' } });

    await scene.emit();
    expectError(await scene.client.post(`${scene.path}/test`), 'CONFLICT');
    expectError(await scene.client.post(`${PATH}/deliveries/${all[0]?.id}/replay`), 'CONFLICT');
    const details = expectError(
      await scene.client.post(`${scene.path}/replay-failed`, { since: all[0]?.created_at }),
      'CONFLICT',
    );
    expect(details).toMatchObject({ reason: 'endpoint_disabled' });
    expect(await scene.deliveries()).toHaveLength(4);
  });

  test('disables after five days of failures, with a mail, but not after four days and a success', async () => {
    let code = 500;
    const scene = await openScene((request, response) => status(code)(request, response));
    const team = await createTeam(db, scene.business);
    const since = async () => {
      const [row] = await sql`select failing_since from webhook_endpoints where id = ${scene.endpoint.id}`;
      return row?.failing_since as Date | null;
    };
    const attempts = async (count: number) =>
      eventually(
        async () => (await scene.deliveries()).flatMap((one) => one.attempts).length,
        (value) => expect(value).toBeGreaterThanOrEqual(count),
      );
    await scene.emit();
    await eventually(since, (value) => expect(value).not.toBeNull());
    await sql`update webhook_endpoints set failing_since = now() - interval '119 hours' where id = ${scene.endpoint.id}`;
    await hurry(scene);
    await attempts(2);
    expect(await endpointOf(scene)).toMatchObject({ active: true });
    code = 200;
    await hurry(scene);
    await attempts(3);
    await eventually(since, (value) => expect(value).toBeNull());
    code = 500;
    await scene.emit();
    await eventually(since, (value) => expect(value).not.toBeNull());
    await attempts(4);
    expect(await endpointOf(scene)).toMatchObject({ active: true });
    await sql`update webhook_endpoints set failing_since = now() - interval '121 hours' where id = ${scene.endpoint.id}`;
    await hurry(scene);
    await eventually(
      () => endpointOf(scene),
      (value) => expect(value).toMatchObject({ active: false, disabled_reason: 'failing' }),
    );
    expect((await scene.deliveries()).map((one) => one.status)).toEqual(['delivered', 'failed']);
    expect((await mail.waitFor(team.owner.email)).text).toContain('five days');
    await mail.waitFor(team.admin.email);
    expect(mail.countTo(team.owner.email)).toBe(1);
  });

  test('fails waiting and in-flight deliveries; replay-failed delivers them once enabled', async () => {
    const held: (() => void)[] = [];
    const scene = await openScene((request, response) => {
      if (held.length < 2) held.push(() => status(numberOf(request) === 1 ? 500 : 204)(request, response));
      else status(204)(request, response);
    });
    const { client, path } = scene;
    await scene.emit(2);
    await eventually(
      () => held.length,
      (value) => expect(value).toBe(2),
    );
    ok(await client.patch(path, { active: false }));
    expect((await scene.deliveries()).map((one) => one.status)).toEqual(['failed', 'failed']);
    for (const answer of held) answer();
    await eventually(
      async () => (await scene.deliveries()).map((one) => one.attempts.length),
      (value) => expect(value).toEqual([1, 1]),
    );
    const byNumber = async () =>
      Object.fromEntries(
        scene.receiver.requests.map((request) => [request.headers['webhook-id'], numberOf(request)]),
      );
    const numbers = await byNumber();
    const statuses = Object.fromEntries(
      (await scene.deliveries()).map((one) => [numbers[one.event_id], [one.status, one.next_attempt_at]]),
    );
    expect(statuses).toEqual({ 1: ['failed', null], 2: ['delivered', null] });

    ok(await client.patch(path, { active: true }));
    const since = scene.endpoint.created_at;
    expect((await client.post(`${path}/replay-failed`, { since })).body).toEqual({ replayed: 1 });
    await eventually(
      async () => (await scene.deliveries()).map((one) => one.status),
      (value) => expect(value).toEqual(['delivered', 'delivered']),
    );
    const again = (await scene.deliveries()).find((one) => numbers[one.event_id] === 1);
    expect(again?.attempts.map(({ kind, status_code }) => [kind, status_code])).toEqual([
      ['scheduled', 500],
      ['manual', 204],
    ]);
  });

  test('ends an in-flight delivery instead of leaving it waiting forever', async () => {
    const scene = await openScene(undefined, {}, { active: false });
    await sql`
      insert into webhook_deliveries (id, endpoint_id, event_id, event_type)
      values (gen_random_uuid(), ${scene.endpoint.id}, gen_random_uuid(), 'inventory.updated')`;
    await scene.until({ status: 'failed', next_attempt_at: null });
    expect(scene.receiver.requests).toHaveLength(0);
  });
});
