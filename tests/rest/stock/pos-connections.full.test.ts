import { describe, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../simulator/server';
import { madeUpShelves, Shop } from '../../../simulator/shop';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import {
  connectHttp,
  connectPos,
  type MappingBody,
  mapPos,
  type PosBody,
  posPath,
  sync,
} from '../../factories/pos';
import type { Client } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openSquare } from '../../setup/square';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage({ WEBHOOK_ALLOW_LOOPBACK: '1' });
const { db, sql } = stage;
const MAPPINGS = '/api/v1/inventory/pos/mappings';
const UNMATCHED = '/api/v1/inventory/pos/unmatched';
const SECRET = 'a-token-that-nobody-sees';

interface Shopkeeper {
  shop: Business;
  owner: Client;
  place: string;
}

async function open(): Promise<Shopkeeper> {
  const shop = await createBusiness(db, 'retailer', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  return { shop, owner, place: shop.locationIds[0] };
}

async function register(items = 3, options: object = {}) {
  const simulator = await startSimulator({ shop: new Shop(madeUpShelves(items, 1), 1), ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}

const http = (base_url: string, config: object = {}) => ({
  provider: 'http',
  config: { base_url, location_id: 'shop-1', ...config },
});

describe('/api/v1/entity/locations/{id}/pos', () => {
  test('returns the connection from POST (201) and GET, and shows its credentials nowhere in plain text', async () => {
    const { owner, place, shop } = await open();
    const { url } = await register(1, { token: SECRET });
    expectAbsent(await owner.get(posPath(place)));
    const answer = await owner.post<PosBody>(posPath(place), {
      ...http(url),
      credentials: { token: SECRET },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      location_id: place,
      provider: 'http',
      simulator: false,
      config: { base_url: url, location_id: 'shop-1', room_type: 'sales_floor', page_size: 200 },
      auth: 'bearer',
      last_sync: null,
      next_sync_at: null,
      failures: 0,
      unmatched_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const run = await sync(owner, place, 'incremental');
    expect(run).toMatchObject({ status: 'completed', unmatched_count: 1 });
    const viewer = await stage.signIn(await createMember(db, shop, 'viewer'));
    expect((await viewer.get<PosBody>(posPath(place))).body).toEqual({
      ...answer.body,
      unmatched_count: 1,
      last_sync: {
        id: run.id,
        status: 'completed',
        failed: run.failed,
        created_at: run.created_at,
        finished_at: run.finished_at,
      },
    });
    const rows = await sql`
      select to_jsonb(c)::text as text from pos_connections c union all select to_jsonb(a)::text from audit_log a
      union all select to_jsonb(e)::text from events e union all select to_jsonb(r)::text from sync_runs r`;
    expect(rows.length).toBeGreaterThan(2);
    for (const { text } of rows) expect(text).not.toContain(SECRET);
    expect(stage.server.stdout.join('\n')).not.toContain(SECRET);
    const audit = await sql`select action, after from audit_log where object_id = ${place}`;
    expect(audit).toMatchObject([{ action: 'pos.connected', after: { provider: 'http', auth: 'bearer' } }]);
  });

  test('rejects all but one of 20 parallel connections (409), and accepts a new one after DELETE', async () => {
    const { owner, place } = await open();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => owner.post(posPath(place), { provider: 'simulator' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'pos_connected' });
    }
    expect((await owner.delete(posPath(place))).status).toBe(204);
    expectAbsent(await owner.get(posPath(place)));
    expectAbsent(await owner.delete(posPath(place)));
    expect((await owner.post(posPath(place), { provider: 'simulator' })).status).toBe(201);
  });

  test("keeps stock and runs on DELETE; the next connection doesn't zero what it doesn't list", async () => {
    const { owner, place, shop } = await open();
    const product = await createProduct(db, shop);
    const { url } = await register(2);
    await connectHttp(owner, place, { url });
    await mapPos(owner, place, { sku: 'SIM-0001', variant_id: product.variantId });
    const run = await sync(owner, place);
    expect(run).toMatchObject({ status: 'completed', created: 1 });
    expect((await owner.delete(posPath(place))).status).toBe(204);
    expect((await owner.get(`/api/v1/inventory/sync/${run.id}`)).body).toEqual(run);
    await connectHttp(owner, place, { url });
    expect(await sync(owner, place)).toMatchObject({ status: 'failed', updated: 0 });
    const [row] = await sql`select quantity from inventory_items where location_id = ${place}`;
    expect(row?.quantity).toBeGreaterThan(0);
  });

  test('rejects PATCH and DELETE during a sync (409)', async () => {
    const { owner, place, shop } = await open();
    await connectPos(db, shop, {});
    const { body } = await owner.post<{ id: string }>('/api/v1/inventory/sync', { location_id: place });
    const refusal = { reason: 'sync_active', run_id: body.id };
    expect(expectError(await owner.delete(posPath(place)), 'CONFLICT')).toEqual(refusal);
    const change = { config: { page_size: 7 } };
    expect(expectError(await owner.patch(posPath(place), change), 'CONFLICT')).toEqual(refusal);
  });

  test('changes only the fields sent by PATCH, and reads everything in the next sync', async () => {
    const { owner, place } = await open();
    const { url } = await register();
    const before = await connectHttp(owner, place, { url, token: SECRET });
    await sync(owner, place, 'incremental');
    const answer = await owner.patch<PosBody>(posPath(place), { config: { page_size: 2 } });
    expect(answer.status).toBe(200);
    expect(answer.body.config).toEqual({ ...before.config, page_size: 2 });
    expect(answer.body.auth).toBe('bearer');
    expect(await sync(owner, place, 'incremental')).toMatchObject({ processed: 3 });
    const basic = { credentials: { username: 'till', password: 'x' } };
    expect((await owner.patch<PosBody>(posPath(place), basic)).body.auth).toBe('basic');
    expect((await owner.patch<PosBody>(posPath(place), { credentials: {} })).body.auth).toBe('none');
    expectInvalid(await owner.patch(posPath(place), {}), '', 'empty_patch');
    expectInvalid(await owner.patch(posPath(place), { provider: 'square' }), 'provider', 'unknown_key');
  });

  test('sends its credentials to no other server than that which they were given for (400)', async () => {
    const { owner, place } = await open();
    const { url } = await register();
    await connectHttp(owner, place, { url, token: SECRET });
    const elsewhere = { config: { base_url: 'http://127.0.0.1:9/other' } };
    expectInvalid(await owner.patch(posPath(place), elsewhere), 'credentials', 'required');
    expect((await owner.get<PosBody>(posPath(place))).body.config).toMatchObject({ base_url: url });
    const moved = { config: { base_url: `${url}/path` } };
    expect((await owner.patch<PosBody>(posPath(place), moved)).body.auth).toBe('bearer');
    const both = { ...elsewhere, credentials: { token: 'another' } };
    expect((await owner.patch(posPath(place), both)).status).toBe(200);
    expect((await owner.patch(posPath(place), { credentials: {} })).status).toBe(200);
    // Nothing is stored that could go elsewhere.
    expect((await owner.patch(posPath(place), { config: { base_url: url } })).status).toBe(200);
  });

  test.each([
    [{}, 'provider'],
    [{ provider: 'cash' }, 'provider'],
    [{ provider: 'http' }, 'config.base_url'],
    [{ provider: 'http', config: { base_url: 'https://pos.example.com' } }, 'config.location_id'],
    [http('ftp://pos.example.com'), 'config.base_url'],
    [http('https://user:secret@pos.example.com'), 'config.base_url'],
    [http('https://10.1.2.3'), 'config.base_url'],
    [http('http://169.254.169.254/latest'), 'config.base_url'],
    [http('https://1.1.1.1/?a=b'), 'config.base_url'],
    [http('https://1.1.1.1', { page_size: 501 }), 'config.page_size'],
    [http('https://1.1.1.1', { room_type: 'attic' }), 'config.room_type'],
    [http('https://1.1.1.1', { outage: true }), 'config.outage'],
    [http('https://1.1.1.1', { no_such: 1 }), 'config.no_such'],
    [{ ...http('https://1.1.1.1'), credentials: { token: 'two words' } }, 'credentials.token'],
    [{ ...http('https://1.1.1.1'), credentials: { username: 'x' } }, 'credentials.password'],
    [
      { ...http('https://1.1.1.1'), credentials: { token: 'x', username: 'x', password: 'x' } },
      'credentials.username',
    ],
    [{ provider: 'square', config: { location_id: 'L1' } }, 'credentials.token'],
    [{ provider: 'simulator', config: { base_url: 'https://1.1.1.1' } }, 'config.base_url'],
    [{ provider: 'simulator', credentials: { token: 'x' } }, 'credentials.token'],
  ])('rejects %j (400) at %s', async (body, path) => {
    const { owner, place } = await open();
    expectInvalid(await owner.post(posPath(place), body), path);
  });

  test('rejects a foreign location and one out of reach (404), and a manager (403)', async () => {
    const own = await open();
    const other = await open();
    await connectPos(db, other.shop);
    for (const id of [other.place, ABSENT_ID]) {
      expectAbsent(await own.owner.get(posPath(id)));
      expectAbsent(await own.owner.post(posPath(id), { provider: 'simulator' }));
      expectAbsent(await own.owner.patch(posPath(id), { config: { page_size: 1 } }));
      expectAbsent(await own.owner.delete(posPath(id)));
      expectAbsent(await own.owner.post(`${posPath(id)}/test`));
    }
    await connectPos(db, own.shop);
    const [, second] = own.shop.locationIds;
    const limited = await stage.signIn(await createMember(db, own.shop, 'admin', [second ?? '']));
    expectAbsent(await limited.get(posPath(own.place)));
    expectAbsent(await limited.delete(posPath(own.place)));
    const manager = await stage.signIn(await createMember(db, own.shop, 'manager'));
    expect(expectError(await manager.delete(posPath(own.place)), 'FORBIDDEN')).toEqual({
      reason: 'permission_required',
      permission: 'update:locations',
    });
  });

  test('tests the connection, and returns its locations or the problem', async () => {
    const { owner, place } = await open();
    const simulator = await register(1, { token: SECRET });
    const ask = async () => (await owner.post(`${posPath(place)}/test`)).body;
    const locations = [{ id: 'shop-1', name: 'Simulated shop' }];
    await connectHttp(owner, place, { url: simulator.url, token: SECRET });
    expect(await ask()).toEqual({ ok: true, code: null, message: expect.any(String), locations });
    await owner.patch(posPath(place), { config: { location_id: 'elsewhere' } });
    expect(await ask()).toMatchObject({ ok: false, code: 'unknown_location', locations });
    await owner.patch(posPath(place), { credentials: { token: 'wrong' } });
    expect(await ask()).toMatchObject({ ok: false, code: 'pos_unauthorized', locations: [] });
    await simulator.close();
    expect(await ask()).toMatchObject({ ok: false, code: 'pos_unavailable' });
    expect(JSON.stringify(await ask())).not.toContain('wrong');
  });

  test('connects, tests and syncs Square', async () => {
    const { owner, place, shop } = await open();
    const product = await createProduct(db, shop);
    const square = await openSquare();
    onTestFinished(() => square.close());
    square.variations.push({ id: 'V1', sku: product.variants[0]?.sku ?? '' }, { id: 'V2', sku: 'OTHER' });
    const calculatedAt = new Date().toISOString();
    for (const id of ['V1', 'V2']) {
      square.counts.push({ id, state: 'IN_STOCK', locationId: 'L1', quantity: '8', calculatedAt });
    }
    const config = { base_url: square.url, location_id: 'L1', room_type: 'vault' };
    const body = { provider: 'square', config, credentials: { token: square.token } };
    expect((await owner.post(posPath(place), body)).status).toBe(201);
    expect((await owner.post(`${posPath(place)}/test`)).body).toMatchObject({ ok: true });
    const run = await sync(owner, place);
    expect(run).toMatchObject({ status: 'completed', processed: 2, created: 1, updated: 1 });
    expect(run.unmatched).toEqual([{ external_id: 'V2', sku: 'OTHER', name: expect.any(String) }]);
  });
});

describe('unmatched items and mappings', () => {
  test('are collected by a sync; a mapping by id or SKU imports them in the next one', async () => {
    const { owner, place, shop } = await open();
    const { url } = await register(3);
    await connectHttp(owner, place, { url, room_type: 'vault' });
    const first = await sync(owner, place, 'incremental');
    expect(first).toMatchObject({ status: 'completed', processed: 3, failed: 3, unmatched_count: 3 });
    expect(first.unmatched.map(({ sku }) => sku)).toEqual(['SIM-0001', 'SIM-0002', 'SIM-0003']);
    const list = async () =>
      (await owner.get<{ data: object[] }>(`${UNMATCHED}?location_id=${place}`)).body.data;
    expect(await list()).toHaveLength(3);
    expect((await list())[0]).toEqual({
      location_id: place,
      external_id: expect.stringMatching(/^item-/),
      sku: expect.stringMatching(/^SIM-/),
      name: expect.any(String),
      quantity: expect.any(Number),
      seen_at: expect.any(String),
    });
    const [one, two] = [await createProduct(db, shop), await createProduct(db, shop)];
    const mapping = await mapPos(owner, place, { external_id: 'item-0001', variant_id: one.variantId });
    expect(mapping).toMatchObject({
      location_id: place,
      external_id: 'item-0001',
      sku: null,
      variant: { id: one.variantId, product_id: one.id, product_name: one.name },
    });
    await mapPos(owner, place, { sku: 'SIM-0002', variant_id: two.variantId });
    expect(await list()).toHaveLength(1);
    expect(await sync(owner, place, 'incremental')).toMatchObject({
      processed: 3,
      created: 2,
      unmatched_count: 1,
    });
    expect(await sync(owner, place, 'incremental')).toMatchObject({ processed: 0 });
    const mappings = (await owner.get<{ data: MappingBody[] }>(MAPPINGS)).body;
    expect(mappings).toMatchObject({ pagination: { total: 2 } });
    expect(mappings.data[0]).toEqual(mapping);
    expect((await owner.delete(`${MAPPINGS}/${mapping.id}`)).status).toBe(204);
    expectAbsent(await owner.delete(`${MAPPINGS}/${mapping.id}`));
    expect(await sync(owner, place, 'incremental')).toMatchObject({ processed: 3, unmatched_count: 2 });
  });

  test('follow a changed mapping to the new variant', async () => {
    const { owner, place, shop } = await open();
    await connectPos(db, shop);
    const [one, two] = [await createProduct(db, shop), await createProduct(db, shop)];
    await mapPos(owner, place, { sku: 'X', variant_id: one.variantId });
    await mapPos(owner, place, { sku: 'X', variant_id: two.variantId });
    const { body } = await owner.get<{ data: MappingBody[] }>(`${MAPPINGS}?location_id=${place}`);
    expect(body.data.map(({ variant }) => variant.id)).toEqual([two.variantId]);
  });

  test('reject invalid, absent and conflicting input (400, 404, 409)', async () => {
    const { owner, place, shop } = await open();
    const product = await createProduct(db, shop);
    const body = { location_id: place, variant_id: product.variantId };
    expect(expectError(await owner.post(MAPPINGS, { ...body, sku: 'X' }), 'CONFLICT')).toEqual({
      reason: 'pos_not_connected',
    });
    await connectPos(db, shop);
    expectInvalid(await owner.post(MAPPINGS, body), 'external_id');
    expectInvalid(await owner.post(MAPPINGS, { ...body, sku: 'X', external_id: 'Y' }), 'external_id');
    expectInvalid(await owner.post(MAPPINGS, { ...body, sku: '' }), 'sku');
    const stranger = await open();
    const foreign = await createProduct(db, stranger.shop);
    expectAbsent(await owner.post(MAPPINGS, { ...body, sku: 'X', variant_id: foreign.variantId }));
    expectAbsent(await owner.post(MAPPINGS, { ...body, sku: 'X', location_id: stranger.place }));
    const mapping = await mapPos(owner, place, { sku: 'X', variant_id: product.variantId });
    expectAbsent(await stranger.owner.delete(`${MAPPINGS}/${mapping.id}`));
  });
});
