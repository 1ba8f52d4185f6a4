import { describe, expect, test } from 'vitest';
import { emitSample, envelopeIn, numberOf } from '../../factories/event';
import { type Delivery, deliveriesOf, sendTest } from '../../factories/webhook';
import { scenesOf, status } from '../../factories/webhook-scene';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectAbsent, expectInvalid } from '../../setup/expect';
import { verified } from '../../setup/receiver';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/webhooks';
const { openScene, hurry } = scenesOf(stage);

describe.concurrent('replays', () => {
  test('sends one delivery again under the same id, whatever its status', async () => {
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

  test('sends all failed and waiting deliveries since a time once, but no delivered ones', async () => {
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

  test('ignores the result of an attempt that a replay overtakes', async () => {
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
  test("return status and body of the attempt; the sample is signed and isn't an event of the business", async () => {
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

  test('can be of any of the nine types, subscribed or not', async () => {
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

  test("are not retried when they fail, and don't count against the endpoint", async () => {
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

test('are filtered by status and event in the log, page by page', async () => {
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
