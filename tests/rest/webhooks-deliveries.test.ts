import { afterAll, describe, expect, test } from 'vitest';
import { CATALOG } from '../../server/webhooks/catalog';
import { wakeEndpoint } from '../../server/webhooks/dispatch';
import { type Business, createBusiness, createMember, createTeam } from '../factories/business';
import { emitSample, emitUpdates, envelopeIn, numberOf } from '../factories/event';
import {
  addEndpoint,
  type Delivery,
  deliveriesOf,
  type Endpoint,
  NOWHERE,
  sendTest,
} from '../factories/webhook';
import { CERTIFICATE } from '../setup/certificate';
import { type Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { expectAbsent, expectError, expectInvalid } from '../setup/expect';
import { openMailServer } from '../setup/mail';
import { seeded } from '../setup/random';
import { type Answer, openReceiver, type Receiver, type ReceiverOptions, verified } from '../setup/receiver';
import { openStage } from '../setup/stage';

const mail = await openMailServer();
const stage = await openStage({ WEBHOOK_ALLOW_LOOPBACK: '1', ...mail.env });
const { db, sql } = stage;
const PATH = '/api/v1/webhooks';
const status =
  (code: number, body = '', headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end(body);

interface Scene {
  business: Business;
  client: Client;
  receiver: Receiver;
  endpoint: Endpoint;
  path: string;
  /** The business's next event, which is awaited nowhere. */
  emit(count?: number): Promise<void>;
  deliveries(): Promise<Delivery[]>;
  /** Waits until the only delivery is as `like` says. */
  until(like: Partial<Delivery>): Promise<Delivery>;
}

const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

/** A business of its own with one endpoint at a receiver of its own. */
async function openScene(how?: Answer, options?: ReceiverOptions, fields: object = {}): Promise<Scene> {
  const receiver = await openReceiver(options);
  receivers.push(receiver);
  if (how) receiver.answer(how);
  const business = await createBusiness(db, 'wholesaler');
  const client = await stage.signIn(await createMember(db, business, 'owner'));
  const endpoint = await addEndpoint(client, {
    url: `${receiver.url}/hook`,
    events: ['inventory.updated'],
    ...fields,
  });
  const deliveries = () => deliveriesOf(client, endpoint.id);
  return {
    business,
    client,
    receiver,
    endpoint,
    path: `${PATH}/${endpoint.id}`,
    emit: (count = 1) => emitUpdates(db, business.id, count),
    deliveries,
    async until(like) {
      await eventually(
        async () => (await deliveries())[0],
        (value) => expect(value).toMatchObject(like),
        { patienceMs: 25_000, everyMs: 100 },
      );
      return (await deliveries())[0] as Delivery;
    },
  };
}

/** What waits for its next attempt waits no longer. */
async function hurry({ endpoint }: Pick<Scene, 'endpoint'>): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = now()
    where endpoint_id = ${endpoint.id} and status = 'pending' and tries > 0`;
  await wakeEndpoint(db, endpoint.id);
}
const tellsOf = (secret: string, request: Parameters<typeof verified>[0]) => {
  try {
    verified(request, secret);
    return true;
  } catch {
    return false;
  }
};

describe.concurrent('what arrives', () => {
  test('the envelope under the headers of Standard Webhooks, as GET /events shows it', async () => {
    const scene = await openScene();
    await scene.emit();
    const request = await scene.receiver.waitFor(() => true);
    const envelope = envelopeIn(request);
    expect(verified(request, scene.endpoint.secret)).toEqual(envelope);
    expect(envelope).toEqual({
      id: request.headers['webhook-id'],
      type: 'inventory.updated',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      api_version: 'v1',
      sequence: 1,
      data: expect.objectContaining({ delta: 1 }),
    });
    expect(request.path).toBe('/hook');
    expect(request.headers['content-type']).toBe('application/json');
    const sentAt = Number(request.headers['webhook-timestamp']) * 1000;
    expect(Math.abs(sentAt - request.at.getTime())).toBeLessThan(5_000);
    const events = await scene.client.get<{ data: object[] }>('/api/v1/events');
    expect(events.body.data).toEqual([envelope]);
    const delivery = await scene.until({ status: 'delivered' });
    expect(delivery).toEqual({
      id: expect.any(String),
      event_id: envelope.id,
      event_type: 'inventory.updated',
      status: 'delivered',
      attempts: [
        {
          at: expect.any(String),
          kind: 'scheduled',
          status_code: 204,
          duration_ms: expect.any(Number),
          response_body: '',
          error: null,
        },
      ],
      next_attempt_at: null,
      created_at: expect.any(String),
    });
    const one = await scene.client.get<Delivery & { request: { headers: object; body: string } }>(
      `${scene.path}/deliveries/${delivery.id}`,
    );
    expect(one.body).toMatchObject(delivery);
    expect(one.body.request.body).toBe(request.body);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
      expect(one.body.request.headers).toMatchObject({ [name]: request.headers[name] });
    }
  });

  test('a signature that was altered does not verify, nor does an altered body', async () => {
    const scene = await openScene();
    await scene.emit();
    const request = await scene.receiver.waitFor(() => true);
    const { secret } = scene.endpoint;
    expect(tellsOf(secret, request)).toBe(true);
    expect(tellsOf(secret, { ...request, body: `${request.body} ` })).toBe(false);
    expect(tellsOf(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toBe(false);
  });

  test('after a rotation both secrets verify for 24 hours, then the new one alone', async () => {
    const scene = await openScene();
    const first = scene.endpoint.secret;
    const rotate = async () => ok(await scene.client.post<Endpoint>(`${scene.path}/rotate-secret`)).secret;
    const nextIs = async (number: number) => {
      await emitUpdates(db, scene.business.id, 1, number);
      return scene.receiver.waitFor((request) => numberOf(request) === number);
    };
    const second = await rotate();
    const during = await nextIs(1);
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([tellsOf(first, during), tellsOf(second, during)]).toEqual([true, true]);
    const [{ hours } = { hours: 0 }] = await sql`
      select extract(epoch from previous_secret_until - now()) / 3600 as hours from webhook_endpoints
      where id = ${scene.endpoint.id}`;
    expect(Number(hours)).toBeCloseTo(24, 1);
    await sql`update webhook_endpoints set previous_secret_until = now() where id = ${scene.endpoint.id}`;
    const after = await nextIs(2);
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect([tellsOf(first, after), tellsOf(second, after)]).toEqual([false, true]);
    const third = await rotate();
    const again = await nextIs(3);
    expect([tellsOf(first, again), tellsOf(second, again), tellsOf(third, again)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('what a member changes counts for the next event, also while a request is under way', async () => {
    const scene = await openScene(() => {});
    const other = await openReceiver();
    receivers.push(other);
    await scene.emit();
    await scene.receiver.waitFor(() => true);
    const { secret } = ok(await scene.client.post<Endpoint>(`${scene.path}/rotate-secret`));
    ok(await scene.client.patch(scene.path, { url: other.url }));
    await emitUpdates(db, scene.business.id, 1, 2);
    const request = await other.waitFor((one) => numberOf(one) === 2);
    expect(tellsOf(secret, request)).toBe(true);
    expect(scene.receiver.requests.map(numberOf)).toEqual([1]);
  });

  test('what happened before the endpoint was there does not arrive, nor does what was not subscribed to', async () => {
    const scene = await openScene();
    const { sample } = CATALOG['inventory.updated'];
    await sql`
      insert into events (id, entity_id, type, data, created_at)
      select gen_random_uuid(), entity_id, 'inventory.updated', ${JSON.stringify(sample)}::jsonb,
        created_at - interval '1 second'
      from webhook_endpoints where id = ${scene.endpoint.id}`;
    await emitSample(db, scene.business.id, 'order.created');
    await scene.emit();
    await scene.until({ status: 'delivered' });
    expect(scene.receiver.requests.map(numberOf)).toEqual([1]);
    const events = await scene.client.get<{ data: object[] }>('/api/v1/events');
    expect(events.body.data).toHaveLength(3);
    expect(await scene.deliveries()).toHaveLength(1);
  });
});

describe.concurrent('receivers that fail', () => {
  test('the first retry comes about 5 s after, under the same id, signed anew; the log holds 4 KiB of the answer', async () => {
    let calls = 0;
    const scene = await openScene((request, response) =>
      (calls++ === 0 ? status(500, 'é'.repeat(4000)) : status(200, 'thanks'))(request, response),
    );
    await scene.emit();
    const waiting = await scene.until({ status: 'pending', attempts: [expect.anything()] as never });
    expect(Buffer.byteLength(waiting.attempts[0]?.response_body ?? '')).toBe(4096);
    expect(waiting.attempts[0]).toMatchObject({ kind: 'scheduled', status_code: 500, error: null });
    expect(waiting.next_attempt_at).not.toBeNull();
    const delivery = await scene.until({ status: 'delivered' });
    const [first, second] = scene.receiver.requests;
    const wait = Number(second?.at) - Number(first?.at);
    expect(wait).toBeGreaterThan(4_450);
    expect(wait).toBeLessThan(7_000);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(second?.body).toBe(first?.body);
    for (const request of scene.receiver.requests) verified(request, scene.endpoint.secret);
    expect(delivery.attempts).toMatchObject([
      { status_code: 500 },
      { kind: 'scheduled', status_code: 200, response_body: 'thanks', error: null },
    ]);
    expect(delivery.next_attempt_at).toBeNull();
  });

  test('Retry-After is honoured: seconds, and a date far ahead', async () => {
    let calls = 0;
    const later = new Date(Date.now() + 3 * 3600_000);
    const scene = await openScene((request, response) => {
      const asked = calls++ === 0 ? '8' : later.toUTCString();
      status(503, '', { 'retry-after': asked })(request, response);
    });
    await scene.emit();
    await scene.receiver.waitFor(() => calls === 2, 20_000);
    const [first, second] = scene.receiver.requests;
    expect(Number(second?.at) - Number(first?.at)).toBeGreaterThan(7_900);
    expect(Number(second?.at) - Number(first?.at)).toBeLessThan(10_500);
    await eventually(
      async () => (await scene.deliveries())[0]?.attempts.length,
      (value) => expect(value).toBe(2),
    );
    const [delivery] = await scene.deliveries();
    expect(Math.abs(Date.parse(delivery?.next_attempt_at ?? '') - later.getTime())).toBeLessThan(1_100);
  });

  test('after the tenth attempt the delivery has failed', async () => {
    const scene = await openScene(status(500));
    await scene.emit();
    for (let tries = 1; tries <= 9; tries++) {
      await eventually(
        async () => (await scene.deliveries())[0]?.attempts.length,
        (value) => expect(value).toBe(tries),
      );
      await hurry(scene);
    }
    const delivery = await scene.until({ status: 'failed' });
    expect(delivery.attempts).toHaveLength(10);
    expect(delivery.next_attempt_at).toBeNull();
    expect(scene.receiver.requests).toHaveLength(10);
  });

  test('one that fails 30 % of the time, by answers and by broken connections, gets each of 220 events', async () => {
    const random = seeded(4);
    const scene = await openScene((request, response) => {
      if (random.below(10) >= 3) status(204)(request, response);
      else if (random.below(2) === 0) status(random.pick([400, 404, 429, 500, 503]))(request, response);
      else response.destroy();
    });
    for (let i = 0; i < 11; i++) await emitUpdates(db, scene.business.id, 20, 1 + i * 20);
    await eventually(
      async () => {
        await hurry(scene);
        const [row] = await sql`
            select count(*) filter (where status = 'delivered')::int as n from webhook_deliveries
            where endpoint_id = ${scene.endpoint.id}`;
        return row?.n;
      },
      (value) => expect(value).toBe(220),
      { patienceMs: 40_000, everyMs: 400 },
    );
    for (const request of scene.receiver.requests) verified(request, scene.endpoint.secret);
    expect(new Set(scene.receiver.requests.map(numberOf)).size).toBe(220);
    expect(new Set(scene.receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(220);
    const [row] = await sql`
      select count(*)::int as n, count(*) filter (where status_code between 200 and 299)::int as ok
      from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
      where d.endpoint_id = ${scene.endpoint.id}`;
    expect(row?.ok).toBe(220);
    expect(row?.n).toBeGreaterThan(230);
    // One that breaks on a kept connection is sent once more at once: the connection may have been idle too long.
    expect(scene.receiver.requests.length).toBeGreaterThanOrEqual(row?.n);
  });

  test('one that hangs is given up after 15 s; a test of it answers before, still pending', async () => {
    const scene = await openScene(() => {});
    await scene.emit();
    await scene.receiver.waitFor(() => true);
    const asked = Date.now();
    const tried = await sendTest(scene.client, scene.endpoint.id);
    expect(Date.now() - asked).toBeGreaterThan(3_500);
    expect(Date.now() - asked).toBeLessThan(8_000);
    expect(tried).toMatchObject({ status: 'pending', attempts: [] });
    await eventually(
      async () => (await scene.deliveries())[0]?.attempts,
      (value) =>
        expect(value).toMatchObject([
          {
            kind: 'scheduled',
            status_code: null,
            response_body: null,
            error: 'No answer within 15 seconds',
          },
        ]),
      { patienceMs: 25_000, everyMs: 200 },
    );
    const [delivery] = await scene.deliveries();
    expect(delivery?.attempts[0]?.duration_ms).toBeGreaterThan(14_500);
    expect(delivery?.attempts[0]?.duration_ms).toBeLessThan(17_000);
    expect(delivery?.status).toBe('pending');
  });

  test('one with a certificate that nobody vouches for is told so, and gets nothing', async () => {
    const scene = await openScene(undefined, { tls: CERTIFICATE });
    const tried = await sendTest(scene.client, scene.endpoint.id);
    expect(tried).toMatchObject({
      status: 'failed',
      attempts: [{ status_code: null, error: 'The certificate is not trusted' }],
    });
    expect(scene.receiver.connections).toBeGreaterThan(0);
    expect(scene.receiver.requests).toHaveLength(0);
  });

  test('one that is not there is told so', async () => {
    const scene = await openScene(undefined, {}, { url: NOWHERE });
    expect(await sendTest(scene.client, scene.endpoint.id)).toMatchObject({
      status: 'failed',
      attempts: [{ kind: 'test', status_code: null, response_body: null, error: 'Connection refused' }],
    });
  });
});

describe.concurrent('giving up', () => {
  const endpointOf = async ({ client, path }: Scene) => (await client.get<Endpoint>(path)).body;

  test('410 disables at once: what waits has failed, owners and admins get a mail, managers none', async () => {
    let gone = false;
    const scene = await openScene((request, response) => status(gone ? 410 : 500)(request, response));
    const team = await createTeam(db, scene.business);
    await scene.emit(3);
    await eventually(
      async () => (await scene.deliveries()).flatMap(({ attempts }) => attempts).length,
      (value) => expect(value).toBe(3),
    );
    gone = true;
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
      expect(letter.links.at(-1)).toMatch(new RegExp(`/settings/api/webhooks/${scene.endpoint.id}$`));
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

  test('five days of nothing but failures disable it, with a mail; four days and a success do not', async () => {
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
        (value) => expect(value).toBe(count),
        { patienceMs: 10_000 },
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

  test('disabling fails what waits, also what is under way then; after enabling, replay-failed delivers it', async () => {
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

  test('what is on its way to an endpoint in the moment it is disabled does not wait for ever', async () => {
    const scene = await openScene(undefined, {}, { active: false });
    await sql`
      insert into webhook_deliveries (id, endpoint_id, event_id, event_type)
      values (gen_random_uuid(), ${scene.endpoint.id}, gen_random_uuid(), 'inventory.updated')`;
    await scene.until({ status: 'failed', next_attempt_at: null });
    expect(scene.receiver.requests).toHaveLength(0);
  });
});

describe.concurrent('replays', () => {
  test('one: again under the same id, whatever became of it', async () => {
    const scene = await openScene();
    await scene.emit();
    const delivery = await scene.until({ status: 'delivered' });
    const answer = await scene.client.post<Delivery>(`${PATH}/deliveries/${delivery.id}/replay`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: delivery.id, status: 'pending' });
    await scene.receiver.waitFor(() => scene.receiver.requests.length === 2);
    const replayed = await scene.until({ status: 'delivered' });
    expect(replayed.attempts.map(({ kind }) => kind)).toEqual(['scheduled', 'manual']);
    const [first, second] = scene.receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    const stranger = await openScene();
    expectAbsent(await stranger.client.post(`${PATH}/deliveries/${delivery.id}/replay`));
    expectAbsent(await stranger.client.get(`${stranger.path}/deliveries/${delivery.id}`));
  });

  test('what failed since: given up and waiting alike, each once, and what was delivered not', async () => {
    const failing = new Set([1, 2, 3]);
    const scene = await openScene((request, response) =>
      status(failing.has(numberOf(request)) ? 500 : 204)(request, response),
    );
    const { client, path } = scene;
    await scene.emit(4);
    await eventually(
      async () => (await scene.deliveries()).map((one) => one.attempts.length),
      (value) => expect(value).toEqual([1, 1, 1, 1]),
    );
    await sql`
      update webhook_deliveries d set status = 'failed', next_attempt_at = null from events e
      where e.id = d.event_id and d.endpoint_id = ${scene.endpoint.id} and e.data->>'delta' = '1'`;
    await sql`
      update webhook_deliveries d set created_at = now() - interval '2 days', last_attempt_at = now() - interval '1 day'
      from events e where e.id = d.event_id and d.endpoint_id = ${scene.endpoint.id} and e.data->>'delta' = '3'`;
    failing.clear();
    const replay = (since: string) => client.post(`${path}/replay-failed`, { since });
    expect((await replay(new Date(Date.now() + 60_000).toISOString())).body).toEqual({ replayed: 0 });
    expect((await replay(new Date(Date.now() - 3600_000).toISOString())).body).toEqual({ replayed: 2 });
    await scene.receiver.waitFor(() => scene.receiver.requests.length >= 6);
    const counts = [1, 2, 4].map(
      (number) => scene.receiver.requests.filter((request) => numberOf(request) === number).length,
    );
    expect(counts).toEqual([2, 2, 1]);
    expect((await replay(new Date(Date.now() - 30 * 86_400_000).toISOString())).status).toBe(200);
    await eventually(
      async () => (await scene.deliveries()).map((one) => one.status),
      (value) => expect(value).toEqual(Array(4).fill('delivered')),
      { patienceMs: 10_000 },
    );
    expectInvalid(await client.post(`${path}/replay-failed`, {}), 'since');
    expectInvalid(await client.post(`${path}/replay-failed`, { since: '2026-01-02' }), 'since');
  });

  test('a replay while an attempt is under way: that attempt decides nothing, the new one does', async () => {
    const held: (() => void)[] = [];
    const scene = await openScene((request, response) => {
      if (held.length === 0) held.push(() => status(500)(request, response));
      else status(204)(request, response);
    });
    await scene.emit();
    await eventually(
      () => held.length,
      (value) => expect(value).toBe(1),
    );
    const [{ id } = { id: '' }] = await scene.deliveries();
    ok(await scene.client.post(`${PATH}/deliveries/${id}/replay`));
    held[0]?.();
    const delivery = await scene.until({ status: 'delivered' });
    expect(delivery.attempts.map(({ kind, status_code }) => [kind, status_code])).toEqual([
      ['scheduled', 500],
      ['manual', 204],
    ]);
  });
});

describe.concurrent('test events', () => {
  test('the answer shows code and body of the attempt; the sample is signed, and no event of the business', async () => {
    const scene = await openScene(status(202, '{"got":true}'));
    const delivery = await sendTest(scene.client, scene.endpoint.id);
    expect(delivery).toMatchObject({
      event_type: 'inventory.updated',
      status: 'delivered',
      attempts: [{ kind: 'test', status_code: 202, response_body: '{"got":true}', error: null }],
      next_attempt_at: null,
    });
    const [request] = scene.receiver.requests;
    expect(verified(request as never, scene.endpoint.secret)).toMatchObject({
      id: delivery.event_id,
      type: 'inventory.updated',
      sequence: 0,
      api_version: 'v1',
    });
    expect((await scene.client.get<{ data: [] }>('/api/v1/events')).body.data).toEqual([]);
  });

  test('any of the nine may be asked for, also one that the endpoint does not get', async () => {
    const scene = await openScene();
    for (const event_type of ['inventory.changed', 'transfer.completed', 'inventory.sync.completed']) {
      const answer = await scene.client.post<Delivery>(`${scene.path}/test`, { event_type });
      expect(answer.body).toMatchObject({ event_type, status: 'delivered' });
    }
    expect(scene.receiver.requests.map((request) => envelopeIn(request).type)).toEqual([
      'inventory.changed',
      'transfer.completed',
      'inventory.sync.completed',
    ]);
    expectInvalid(await scene.client.post(`${scene.path}/test`, { event_type: 'order.lost' }), 'event_type');
  });

  test('one that fails is not sent again, and is not counted against the endpoint', async () => {
    const scene = await openScene(status(500, 'no'));
    const delivery = await sendTest(scene.client, scene.endpoint.id);
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: [{ kind: 'test', status_code: 500, response_body: 'no' }],
      next_attempt_at: null,
    });
    await hurry(scene);
    const [row] = await sql`select failing_since from webhook_endpoints where id = ${scene.endpoint.id}`;
    expect(row?.failing_since).toBeNull();
    await scene.emit();
    await scene.receiver.waitFor((request) => envelopeIn(request).sequence === 1);
    expect(scene.receiver.requests).toHaveLength(2);
  });
});

test('the log is filtered by status and event, and shown by page', async () => {
  const scene = await openScene(
    (request, response) => {
      status(envelopeIn(request).type === 'order.created' ? 500 : 204)(request, response);
    },
    {},
    { events: ['*'] },
  );
  await scene.emit(3);
  await emitSample(db, scene.business.id, 'order.created');
  await eventually(
    async () => (await scene.deliveries()).map((one) => one.attempts.length),
    (value) => expect(value).toEqual([1, 1, 1, 1]),
  );
  const typesOf = async (query: string) =>
    (await deliveriesOf(scene.client, scene.endpoint.id, query)).map((one) => one.event_type);
  expect(await typesOf('&status=pending')).toEqual(['order.created']);
  expect(await typesOf('&status=failed')).toEqual([]);
  expect(await typesOf('&event_type=inventory.updated')).toHaveLength(3);
  expect(await typesOf('&event_type=inventory.updated&status=pending')).toEqual([]);
  expectInvalid(await scene.client.get(`${scene.path}/deliveries?status=lost`), 'status');
  const page = await scene.client.get<{ data: []; pagination: object }>(
    `${scene.path}/deliveries?limit=2&page=2`,
  );
  expect(page.body).toMatchObject({ data: [{}, {}], pagination: { page: 2, limit: 2, total: 4 } });
});
