import { describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import {
  configurePos,
  connectPos,
  type PosOptions,
  type RunBody,
  sync,
  untilEnded,
} from '../../factories/pos';
import { itemOf, openRegisterShop, type RegisterShop, skuOf } from '../../factories/register';
import type { Client } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/sync';

const openShop = (quantities: readonly number[], options?: PosOptions) =>
  openRegisterShop(stage, quantities, options);
const eventsOf = ({ shop }: RegisterShop) => sql<{ type: string; data: Record<string, unknown> }[]>`
  select type, data from events where entity_id = ${shop.id} order by created_at, id`;
const FIELDS = [
  ...['id', 'location_id', 'sync_type', 'status', 'processed', 'total', 'created', 'updated', 'failed'],
  ...['errors', 'unmatched', 'unmatched_count', 'created_at', 'finished_at'],
].sort();

describe('POST /api/v1/inventory/sync', () => {
  test('queues a run, which runs and completes (202)', async () => {
    const own = await openShop([5]);
    const answer = await own.owner.post<RunBody>(PATH, { location_id: own.place });
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body).sort()).toEqual(FIELDS);
    expect(answer.body).toEqual({
      id: expect.any(String),
      location_id: own.place,
      sync_type: 'incremental',
      status: 'queued',
      ...{
        processed: 0,
        total: 0,
        created: 0,
        updated: 0,
        failed: 0,
        errors: [],
        unmatched: [],
        unmatched_count: 0,
      },
      created_at: expect.any(String),
      finished_at: null,
    });
    const seen = new Set<string>();
    await expect
      .poll(
        async () => {
          const { body } = await own.owner.get<RunBody>(`${PATH}/${answer.body.id}`);
          seen.add(body.status);
          return body.status;
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe('completed');
    expect([...seen].filter((status) => !['queued', 'running', 'completed'].includes(status))).toEqual([]);
  });

  test('records each changed quantity as AUDIT of the run, with events for the changes and the end', async () => {
    const own = await openShop([12, 5]);
    await configurePos(db, own.connectionId, {
      stock: own.products.map((product, i) => ({ sku: skuOf(product), quantity: i === 0 ? 8 : 5 })),
    });
    const run = await sync(own.owner, own.place);
    const { body } = await own.owner.get<{ data: object[] }>(`/api/v1/inventory/${own.items[0]}/movements`);
    expect(body.data[0]).toMatchObject({
      reason_code: 'AUDIT',
      delta: -4,
      quantity_after: 8,
      actor: { id: own.owner.tokens?.user.id, name: own.owner.tokens?.user.name },
      source: { type: 'sync', id: run.id },
    });
    const events = await eventsOf(own);
    expect(events.map(({ type }) => type)).toEqual([
      'inventory.updated',
      'inventory.low_stock',
      'inventory.sync.completed',
    ]);
    const item = await itemOf(own, own.items[0]);
    expect(events[0]?.data).toMatchObject({
      ...item,
      ...{ delta: -4, reason_code: 'AUDIT', previous_quantity: 12 },
      source: { type: 'sync', id: run.id },
    });
    expect(events[2]?.data).toEqual(run);
    const audit = await sql`select action, after from audit_log where object_id = ${run.id}`;
    expect(audit).toEqual([
      { action: 'inventory.sync_requested', after: { location_id: own.place, sync_type: 'full' } },
    ]);
  });

  test.skipIf(IS_SHORT)(
    'accepts one of 50 parallel requests; the others name the active run (409)',
    async () => {
      const own = await openShop([1]);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => own.owner.post<RunBody>(PATH, { location_id: own.place })),
      );
      const accepted = answers.filter(({ status }) => status === 202);
      expect(accepted).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 202)) {
        expect(expectError(answer, 'CONFLICT')).toEqual({
          reason: 'sync_active',
          run_id: accepted[0]?.body.id,
        });
      }
      await untilEnded(own.owner, accepted[0]?.body.id ?? '');
      expect((await sync(own.owner, own.place)).status).toBe('completed');
    },
  );

  test.skipIf(IS_SHORT)(
    'keeps trying while the POS is unreachable, and completes when it responds',
    async () => {
      const own = await openShop([3], { outage: true });
      const { body } = await own.owner.post<RunBody>(PATH, { location_id: own.place, sync_type: 'full' });
      await expect
        .poll(async () => (await own.owner.get<RunBody>(`${PATH}/${body.id}`)).body.status, {
          timeout: 10_000,
        })
        .toBe('running');
      await configurePos(db, own.connectionId, {
        stock: [{ sku: skuOf(own.products[0]), quantity: 2 }],
      });
      expect(await untilEnded(own.owner, body.id)).toMatchObject({ status: 'completed', updated: 1 });
    },
  );

  test.skipIf(IS_SHORT)('ends as failed after all retries, with reason and event', async () => {
    const own = await openShop([3], { outage: true });
    const { body } = await own.owner.post<RunBody>(PATH, { location_id: own.place });
    await expect
      .poll(
        () => sql`update sync_runs set attempts = 3 where id = ${body.id} and attempts = 1 returning id`,
        { timeout: 10_000 },
      )
      .toHaveLength(1);
    const run = await untilEnded(own.owner, body.id);
    expect(run).toMatchObject({ status: 'failed', processed: 0 });
    expect(run.errors).toEqual([{ sku: null, code: 'pos_unavailable', message: expect.any(String) }]);
    expect((await eventsOf(own)).map(({ type, data }) => [type, data.status])).toEqual([
      ['inventory.sync.completed', 'failed'],
    ]);
  });

  test.skipIf(IS_SHORT)('imports nothing into a location deleted before the run', async () => {
    const own = await openShop([]);
    const product = await createProduct(db, own.shop);
    await configurePos(db, own.connectionId, { stock: [{ sku: skuOf(product), quantity: 2 }] });
    const { body } = await own.owner.post<RunBody>(PATH, { location_id: own.place });
    expect(body).toMatchObject({ status: 'queued' });
    expect((await own.owner.delete(`/api/v1/entity/locations/${own.place}`)).status).toBe(204);
    // Nothing of the location is visible anymore.
    expectAbsent(await own.owner.get(`${PATH}/${body.id}`));
    const ended = () => sql`
      select status, created, errors from sync_runs where id = ${body.id} and finished_at is not null`;
    await expect.poll(ended, { timeout: 15_000 }).toHaveLength(1);
    expect(await ended()).toMatchObject([
      { status: 'failed', created: 0, errors: [{ code: 'location_deleted' }] },
    ]);
    expect(await sql`select 1 from inventory_items where location_id = ${own.place}`).toHaveLength(0);
    expectAbsent(await own.owner.post(PATH, { location_id: own.place }));
  });

  test('rejects a location without a POS (409)', async () => {
    const own = await openShop([]);
    const answer = await own.owner.post(PATH, { location_id: own.shop.locationIds[1] });
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'pos_not_connected' });
    expect(await sql`select 1 from sync_runs where entity_id = ${own.shop.id}`).toHaveLength(0);
  });

  test('rejects invalid input, missing token, missing role and absent objects (400, 401, 403, 404)', async () => {
    const own = await openShop([]);
    const { owner, place, shop } = own;
    expectInvalid(await owner.post(PATH), 'location_id', 'required');
    expectInvalid(await owner.post(PATH, { location_id: 'x' }), 'location_id');
    expectInvalid(await owner.post(PATH, { location_id: place, sync_type: 'partial' }), 'sync_type');
    expectInvalid(await owner.post(PATH, { location_id: place, force: true }), 'force', 'unknown_key');
    expectError(await stage.anybody.post(PATH, { location_id: place }), 'UNAUTHORIZED');
    const viewer = await stage.signIn(await createMember(db, shop, 'viewer'));
    expect(expectError(await viewer.post(PATH, { location_id: place }), 'FORBIDDEN')).toEqual({
      reason: 'permission_required',
      permission: 'sync:inventory',
    });
    const foreign = await openShop([]);
    expectAbsent(await owner.post(PATH, { location_id: foreign.place }));
    expectAbsent(await owner.post(PATH, { location_id: ABSENT_ID }));
    const limited = await stage.signIn(await createMember(db, shop, 'manager', [shop.locationIds[1] ?? '']));
    expectAbsent(await limited.post(PATH, { location_id: place }));
  });
});

describe('GET /api/v1/inventory/sync and /{id}', () => {
  test.skipIf(IS_SHORT)(
    'lists runs newest first by location and status for every role, within their locations (200)',
    async () => {
      const own = await openShop([1]);
      const [first, second] = own.shop.locationIds;
      await connectPos(db, own.shop, {}, second);
      const runs = [
        await sync(own.owner, first),
        await sync(own.owner, second ?? ''),
        await sync(own.owner, first),
      ];
      const [one, two, three] = runs.map(({ id }) => id);
      const list = async (client: Client, query = '') =>
        (await client.get<{ data: RunBody[]; pagination: object }>(`${PATH}?${query}`)).body;
      const viewer = await stage.signIn(await createMember(db, own.shop, 'viewer'));
      expect(await list(viewer)).toEqual({
        data: [...runs].reverse(),
        pagination: { page: 1, limit: 50, total: 3, has_more: false },
      });
      const ids = async (query: string) => (await list(own.owner, query)).data.map(({ id }) => id);
      expect(await ids(`location_id=${second}`)).toEqual([two]);
      expect(await ids('sort=created_at')).toEqual([one, two, three]);
      // Nothing is in stock at the second location.
      expect(await ids('status=failed')).toEqual([two]);
      expect(await ids('limit=1&page=2')).toEqual([two]);
      expect((await own.owner.get(`${PATH}/${one}`)).body).toEqual(runs[0]);
      const limited = await stage.signIn(await createMember(db, own.shop, 'manager', [second ?? '']));
      expect((await list(limited)).data.map(({ id }) => id)).toEqual([two]);
      expectAbsent(await limited.get(`${PATH}/${one}`));
      const file = await own.owner.get(`${PATH}?format=csv`);
      expect(file.text.split('\r\n')[0]?.split(',').sort()).toEqual(FIELDS);
    },
  );

  test.skipIf(IS_SHORT)(
    'lists as failing the latest sync of a connected location, until one succeeds or the POS is gone',
    async () => {
      const own = await openShop([1, 1]);
      const [first = '', second = ''] = own.shop.locationIds;
      const connection = await connectPos(db, own.shop, {}, second);
      await sync(own.owner, first);
      // Nothing is in stock at the second location.
      await sync(own.owner, second);
      const { id } = await sync(own.owner, second);
      type List = { data: RunBody[]; pagination: { total: number } };
      const failing = async (client: Client, query = '') => {
        const { body } = await client.get<List>(`${PATH}?failing=true&${query}`);
        expect(body.pagination.total).toBe(body.data.length);
        return body.data.map((run) => run.id);
      };
      expect(await failing(own.owner)).toEqual([id]);
      expect(await failing(own.owner, `location_id=${first}`)).toEqual([]);
      const limited = await stage.signIn(await createMember(db, own.shop, 'manager', [first]));
      expect(await failing(limited)).toEqual([]);
      const stock = [{ sku: skuOf(own.products[0]), quantity: 2 }];
      await configurePos(db, connection, { stock });
      const latest = await sync(own.owner, second);
      expect(await failing(own.owner)).toEqual([]);
      await sql`update sync_runs set status = 'failed' where id = ${latest.id}`;
      expect(await failing(own.owner)).toEqual([latest.id]);
      expect((await own.owner.delete(`/api/v1/entity/locations/${second}/pos`)).status).toBe(204);
      expect(await failing(own.owner)).toEqual([]);
    },
  );

  test.each([ABSENT_ID, ...MALFORMED_IDS])('rejects %s (404)', async (id) => {
    const { owner } = await openShop([]);
    expectAbsent(await owner.get(`${PATH}/${id}`));
  });

  test('rejects another business (404) and a missing token (401)', async () => {
    const own = await openShop([1]);
    const stranger = await openShop([]);
    const run = await sync(own.owner, own.place);
    expectAbsent(await stranger.owner.get(`${PATH}/${run.id}`));
    expectError(await stage.anybody.get(`${PATH}/${run.id}`), 'UNAUTHORIZED');
    expectError(await stage.anybody.get(PATH), 'UNAUTHORIZED');
  });
});
