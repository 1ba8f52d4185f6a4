import { describe, expect, test } from 'vitest';
import { type Envelope, emitSample, emitUpdates } from '../../factories/event';
import { scenesOf, status } from '../../factories/webhook-scene';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { type Received, verified } from '../../setup/receiver';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const { openScene, hurry } = scenesOf(stage);

interface Batch {
  id: string;
  type: 'batch';
  api_version: string;
  epoch: number;
  events: Envelope[];
}
const batchIn = ({ body }: Pick<Received, 'body'>) => JSON.parse(body) as Batch;
const deltasIn = (request: Pick<Received, 'body'>) => batchIn(request).events.map(({ data }) => data.delta);
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const batched = (max_events: number, max_wait_seconds: number) => ({
  batch: { max_events, max_wait_seconds },
});

describe.concurrent('batches', () => {
  test('a full batch is one signed request, lowest sequence first', async () => {
    const scene = await openScene(undefined, undefined, batched(5, 60));
    expect(scene.endpoint).toMatchObject(batched(5, 60));
    await scene.emit(5);
    const request = await scene.receiver.waitFor(() => true);
    const batch = batchIn(request);
    expect(verified(request, scene.endpoint.secret)).toEqual(batch);
    expect(batch).toEqual({
      id: request.headers['webhook-id'],
      type: 'batch',
      api_version: 'v1',
      epoch: 1,
      events: expect.any(Array),
    });
    const listed = await scene.client.get<{ data: object[] }>('/api/v1/events');
    expect(batch.events).toEqual(listed.body.data);
    expect(batch.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    await eventually(scene.deliveries, (all) =>
      expect(all.every((one) => one.status === 'delivered')).toBe(true),
    );
    const [first] = await scene.deliveries();
    expect(first).toMatchObject({ batch_id: batch.id, response_code: 204 });
    const detail = await scene.client.get<{ request: { body: string; headers: object } }>(
      `${scene.path}/deliveries/${first?.id}`,
    );
    expect(detail.body.request.body).toBe(request.body);
    expect(detail.body.request.headers).toMatchObject({
      'webhook-id': batch.id,
      'webhook-signature': request.headers['webhook-signature'],
    });
  });

  test('what is no full batch is sent once its first event has waited', async () => {
    const scene = await openScene(undefined, undefined, batched(100, 1));
    const begun = Date.now();
    await scene.emit(3);
    const request = await scene.receiver.waitFor(() => true);
    expect(deltasIn(request)).toEqual([1, 2, 3]);
    expect(Date.now() - begun).toBeGreaterThan(900);
    expect(scene.receiver.requests).toHaveLength(1);
  });

  test('a retry has the same id and the same events, whatever happens meanwhile', async () => {
    const scene = await openScene(status(500), undefined, batched(3, 1));
    await scene.emit(3);
    const first = await scene.receiver.waitFor(() => true);
    await eventually(scene.deliveries, (all) =>
      expect(all.map(({ response_code }) => response_code)).toEqual([500, 500, 500]),
    );
    scene.receiver.answer(status(204));
    await emitUpdates(db, scene.business.id, 2, 4);
    await ok(await scene.client.patch(scene.path, batched(2, 0)));
    await hurry(scene);
    const again = await scene.receiver.waitFor(
      (one) => one !== first && one.headers['webhook-id'] === first.headers['webhook-id'],
    );
    expect(again.body).toBe(first.body);
    const other = await scene.receiver.waitFor(
      (one) => one.headers['webhook-id'] !== first.headers['webhook-id'],
    );
    expect(deltasIn(other)).toEqual([4, 5]);
    await eventually(scene.deliveries, (all) =>
      expect(all.every((one) => one.status === 'delivered')).toBe(true),
    );
  });

  test('413 halves a batch until each part is taken, and nothing is lost', async () => {
    const scene = await openScene(
      ({ body }, response) => response.writeHead(deltasIn({ body }).length > 2 ? 413 : 204).end(),
      undefined,
      batched(8, 1),
    );
    await scene.emit(8);
    await eventually(
      scene.deliveries,
      (all) => expect(all.map((one) => one.status)).toEqual(Array(8).fill('delivered')),
      {
        patienceMs: 20_000,
      },
    );
    const taken = scene.receiver.requests.filter((one) => deltasIn(one).length <= 2);
    expect(taken.flatMap(deltasIn).sort((a, b) => Number(a) - Number(b))).toEqual(upTo(8));
    const ids = new Map<string, string>();
    for (const { headers, body } of scene.receiver.requests) {
      const known = ids.get(String(headers['webhook-id']));
      expect(known ?? body).toBe(body);
      ids.set(String(headers['webhook-id']), body);
    }
  });

  test('a change of the endpoint applies to what is not yet tried', async () => {
    const scene = await openScene(undefined, undefined, batched(100, 60));
    await scene.emit(2);
    await eventually(scene.deliveries, (all) => expect(all).toHaveLength(2));
    expect(scene.receiver.requests).toHaveLength(0);
    const patched = ok(await scene.client.patch(scene.path, { batch: null }));
    expect(patched).toMatchObject({ batch: null });
    await scene.receiver.waitFor(() => scene.receiver.requests.length === 2);
    expect(scene.receiver.requests.map((one) => JSON.parse(one.body).type)).toEqual(
      Array(2).fill('inventory.updated'),
    );
  });

  test('a batch is at most 256 KiB', async () => {
    const scene = await openScene(undefined, undefined, batched(100, 1));
    const large = 'x'.repeat(60_000);
    await stage.sql.begin(async (tx) => {
      await emitUpdates(db, scene.business.id, 6);
      await tx`update events set data = data || jsonb_build_object('product_name', ${large}::text) where entity_id = ${scene.business.id}`;
    });
    await eventually(
      scene.deliveries,
      (all) => expect(all.filter((one) => one.status === 'delivered')).toHaveLength(6),
      {
        patienceMs: 20_000,
      },
    );
    for (const { body } of scene.receiver.requests)
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1024);
    expect(scene.receiver.requests.flatMap(deltasIn).sort()).toEqual(upTo(6));
  });

  test.each([
    [{ batch: { max_events: 0, max_wait_seconds: 1 } }, 'batch.max_events'],
    [{ batch: { max_events: 101, max_wait_seconds: 1 } }, 'batch.max_events'],
    [{ batch: { max_events: 1, max_wait_seconds: 61 } }, 'batch.max_wait_seconds'],
    [{ filter: { fields: ['nonsense'] } }, 'filter.fields.0'],
    [{ filter: { fields: [] } }, 'filter.fields'],
  ])('rejects %j (400)', async (fields, path) => {
    const scene = await openScene();
    const response = await scene.client.patch(scene.path, fields);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(`"path":"${path}"`);
  });
});

describe.concurrent('filters', () => {
  test('by field: changes of others are held back, what says nothing of changes passes', async () => {
    const scene = await openScene(undefined, undefined, {
      events: ['order.updated', 'order.edited', 'product.created'],
      filter: { fields: ['status'] },
    });
    expect(scene.endpoint).toMatchObject({ filter: { location_ids: null, fields: ['status'] } });
    await emitSample(db, scene.business.id, 'order.edited');
    await emitSample(db, scene.business.id, 'order.updated');
    await emitSample(db, scene.business.id, 'product.created');
    await scene.receiver.waitFor(() => scene.receiver.requests.length === 2);
    const types = scene.receiver.requests.map((one) => JSON.parse(one.body).type).sort();
    expect(types).toEqual(['order.updated', 'product.created']);
    expect((await scene.deliveries()).map((one) => one.event_type).sort()).toEqual(types);
  });

  test('a changed location says which fields changed', async () => {
    const scene = await openScene(undefined, undefined, {
      events: ['location.updated'],
      filter: { fields: ['name'] },
    });
    const [place] = (await scene.client.get<{ data: { id: string }[] }>('/api/v1/entity/locations')).body
      .data;
    ok(
      await scene.client.patch(`/api/v1/entity/locations/${place?.id}`, { address: { street: '9 Elm St' } }),
    );
    ok(await scene.client.patch(`/api/v1/entity/locations/${place?.id}`, { name: 'Front' }));
    const request = await scene.receiver.waitFor(() => true);
    expect(JSON.parse(request.body).data).toMatchObject({ name: 'Front', changed: ['name'] });
    expect(await scene.deliveries()).toHaveLength(1);
  });

  test("by location: another business's location is 404", async () => {
    const scene = await openScene();
    const other = await openScene();
    const [place] = (await other.client.get<{ data: { id: string }[] }>('/api/v1/entity/locations')).body
      .data;
    const response = await scene.client.patch(scene.path, { filter: { location_ids: [place?.id] } });
    expect(response.status).toBe(404);
  });
});

describe.concurrent('what was missed', () => {
  test('sends events after a sequence, also those from before the endpoint', async () => {
    const scene = await openScene(status(500));
    await scene.emit(4);
    await eventually(scene.deliveries, (all) =>
      expect(all.filter((one) => one.response_code === 500)).toHaveLength(4),
    );
    scene.receiver.answer(status(204));
    const later = ok(
      await scene.client.post<{ id: string }>('/api/v1/webhooks', {
        url: `${scene.receiver.url}/later`,
        events: ['inventory.updated'],
      }),
    );
    const replayed = ok(await scene.client.post(`/api/v1/webhooks/${later.id}/replay`, { after: 2 }));
    expect(replayed).toEqual({ replayed: 2, next_after: 4, last_sequence: 4 });
    await scene.receiver.waitFor(
      () => scene.receiver.requests.filter(({ path }) => path === '/later').length === 2,
    );
    const sent = scene.receiver.requests.filter(({ path }) => path === '/later');
    expect(sent.map(({ body }) => JSON.parse(body).sequence).sort()).toEqual([3, 4]);
    const first = ok(await scene.client.post(`${scene.path}/replay`, { after: 0 }));
    expect(first).toMatchObject({ replayed: 4 });
    await eventually(scene.deliveries, (all) =>
      expect(all.map((one) => one.status)).toEqual(Array(4).fill('delivered')),
    );
  });

  test('is limited to 60 replays of an endpoint an hour (429)', async () => {
    const scene = await openScene();
    const replay = () => scene.client.post(`${scene.path}/replay`, { after: 0 });
    for (let n = 0; n < 60; n++) ok(await replay());
    expect(await replay()).toMatchObject({ status: 429 });
  });

  test('rejects cursors that would skip events, foreign endpoints and disabled ones', async () => {
    const scene = await openScene();
    await scene.emit();
    await scene.until({ status: 'delivered' });
    const replay = (body: object, path = scene.path) => scene.client.post(`${path}/replay`, body);
    expect(await replay({ after: 9 })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'cursor_ahead' } } },
    });
    expect(await replay({ after: 0, epoch: 7 })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'epoch_changed' } } },
    });
    expect(await replay({})).toMatchObject({ status: 400 });
    const other = await openScene();
    expect(await replay({ after: 0 }, other.path)).toMatchObject({ status: 404 });
    ok(await scene.client.patch(scene.path, { active: false }));
    expect(await replay({ after: 0 })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'endpoint_disabled' } } },
    });
  });
});

test('the delivery log is searched by event, response, text and days', async () => {
  const scene = await openScene(status(503, 'Database is asleep'));
  await scene.emit();
  await eventually(scene.deliveries, ([one]) => expect(one).toMatchObject({ response_code: 503 }));
  scene.receiver.answer(status(200));
  await emitUpdates(db, scene.business.id, 1, 2);
  await eventually(scene.deliveries, (all) =>
    expect(all.map((one) => one.response_code).sort()).toEqual([200, 503]),
  );
  const [first] = await scene.deliveries();
  const found = async (query: string) => {
    const listed = await scene.client.get<{ data: { id: string }[] }>(`${scene.path}/deliveries?${query}`);
    return ok(listed).data.map(({ id }) => id);
  };
  const today = new Date().toISOString().slice(0, 10);
  expect(await found('response_code=503')).toEqual([first?.id]);
  expect(await found('search=asleep')).toEqual([first?.id]);
  expect(await found('search=nothing')).toEqual([]);
  expect(await found(`event_id=${first?.event_id}`)).toEqual([first?.id]);
  expect(await found('end_date=2020-01-01')).toEqual([]);
  expect(await found('start_date=2020-01-01')).toHaveLength(2);
  expect((await scene.client.get(`${scene.path}/deliveries?start_date=${today.slice(0, 7)}`)).status).toBe(
    400,
  );
});
