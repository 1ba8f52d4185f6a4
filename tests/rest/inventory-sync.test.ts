import { describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember } from '../factories/business';
import { createProduct, createStock, type TestProduct } from '../factories/catalog';
import { configurePos, connectPos, type PosOptions, type RunBody, sync, untilEnded } from '../factories/pos';
import { type ItemBody, openTrade, placeOrder } from '../factories/trade';
import type { Client } from '../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../setup/expect';
import { expectStockAddsUp } from '../setup/invariants';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/sync';

interface Shop {
  shop: Business;
  owner: Client;
  place: string;
  connectionId: string;
  products: TestProduct[];
  /** The rows of the products in the vault, in their order. */
  items: string[];
}

/** A shop whose first location is connected, with these quantities in its vault. */
async function openShop(quantities: readonly number[], options: PosOptions = {}): Promise<Shop> {
  const shop = await createBusiness(db, 'retailer', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const products: TestProduct[] = [];
  const items: string[] = [];
  for (const quantity of quantities) {
    const product = await createProduct(db, shop);
    products.push(product);
    items.push(await createStock(db, shop, product.variantId, quantity));
  }
  const connectionId = await connectPos(db, shop, options);
  return { shop, owner, place: shop.locationIds[0], connectionId, products, items };
}

const skuOf = (product: TestProduct | undefined) => product?.variants[0]?.sku ?? '';
const itemOf = async ({ owner }: Shop, id = '') =>
  (await owner.get<ItemBody>(`/api/v1/inventory/${id}`)).body;
const quantitiesOf = async (shop: Shop) =>
  Promise.all(shop.items.map(async (id) => (await itemOf(shop, id)).quantity));
const eventsOf = ({ shop }: Shop) => sql<{ type: string; data: Record<string, unknown> }[]>`
  select type, data from events where entity_id = ${shop.id} order by created_at, id`;
const FIELDS = [
  ...['id', 'location_id', 'sync_type', 'status', 'processed', 'total', 'created', 'updated', 'failed'],
  ...['errors', 'created_at', 'finished_at'],
].sort();

describe('POST /api/v1/inventory/sync', () => {
  test('202 with the run, queued; it runs and completes', async () => {
    const own = await openShop([5]);
    const answer = await own.owner.post<RunBody>(PATH, { location_id: own.place });
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body).sort()).toEqual(FIELDS);
    expect(answer.body).toEqual({
      id: expect.any(String),
      location_id: own.place,
      sync_type: 'incremental',
      status: 'queued',
      ...{ processed: 0, total: 0, created: 0, updated: 0, failed: 0, errors: [] },
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

  test('full sets what the point of sale reports, with its cost, and opens rows of our own catalogue', async () => {
    const own = await openShop([10, 4, 7]);
    const [first, second, third] = own.products.map(skuOf);
    const unstocked = await createProduct(db, own.shop);
    await configurePos(db, own.connectionId, {
      stock: [
        { sku: first ?? '', quantity: 3, unit_cost_cents: 1234 },
        { sku: second ?? '', quantity: 4 },
        { sku: third ?? '', quantity: 20 },
        { sku: third ?? '', quantity: 2, room: 'sales_floor' },
        { sku: skuOf(unstocked), quantity: 6, unit_cost_cents: 50 },
      ],
      page_size: 2,
    });
    const before = await itemOf(own, own.items[1]);
    const run = await sync(own.owner, own.place);
    expect(run).toMatchObject({
      status: 'completed',
      sync_type: 'full',
      ...{ processed: 5, total: 5, created: 2, updated: 4, failed: 0, errors: [] },
    });
    expect(await quantitiesOf(own)).toEqual([3, 4, 20]);
    expect((await itemOf(own, own.items[0])).unit_cost).toBe(12.34);
    const after = await itemOf(own, own.items[1]);
    expect(after.last_sync > before.last_sync).toBe(true);
    expect({ ...after, last_sync: before.last_sync }).toEqual(before);
    const { body } = await own.owner.get<{ data: ItemBody[] }>(
      `/api/v1/inventory?product_id=${unstocked.id}`,
    );
    expect(body.data).toMatchObject([
      { room_type: 'vault', location_id: own.place, quantity: 6, unit_cost: 0.5 },
    ]);
    await expectStockAddsUp(sql);
  });

  test('each changed quantity is in the ledger as AUDIT of the run, and an event; the run’s end is one too', async () => {
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
    expect(events[0]?.data).toEqual({ ...item, delta: -4, reason_code: 'AUDIT', previous_quantity: 12 });
    expect(events[2]?.data).toEqual(run);
    const audit = await sql`select action, after from audit_log where object_id = ${run.id}`;
    expect(audit).toEqual([
      { action: 'inventory.sync_requested', after: { location_id: own.place, sync_type: 'full' } },
    ]);
  });

  test('full zeroes what an earlier completed run had listed, and nothing else', async () => {
    const own = await openShop([10, 20, 30]);
    const [first, second, third] = own.products.map(skuOf);
    const list = (...skus: Array<string | undefined>) =>
      configurePos(db, own.connectionId, { stock: skus.map((sku) => ({ sku: sku ?? '', quantity: 9 })) });
    await list(first);
    await sync(own.owner, own.place);
    expect(await quantitiesOf(own)).toEqual([9, 20, 30]);
    await list(second);
    expect(await sync(own.owner, own.place)).toMatchObject({ processed: 1, total: 1, updated: 2 });
    expect(await quantitiesOf(own)).toEqual([0, 9, 30]);
    await list(first, third);
    await sync(own.owner, own.place, 'incremental');
    expect(await quantitiesOf(own)).toEqual([9, 9, 9]);
    await list(first);
    expect(await sync(own.owner, own.place)).toMatchObject({ updated: 2 });
    expect(await quantitiesOf(own)).toEqual([9, 0, 0]);
    await expectStockAddsUp(sql);
  });

  test('a full run that lists nothing, or nothing known, fails and changes nothing; an incremental one completes', async () => {
    const own = await openShop([10]);
    await configurePos(db, own.connectionId, { stock: [{ sku: skuOf(own.products[0]), quantity: 9 }] });
    await sync(own.owner, own.place);
    await configurePos(db, own.connectionId, { stock: [] });
    const failed = await sync(own.owner, own.place);
    expect(failed).toMatchObject({ status: 'failed', processed: 0, updated: 0, failed: 0 });
    expect(failed.errors).toEqual([{ sku: null, code: 'nothing_listed', message: expect.any(String) }]);
    expect(failed.finished_at).toMatch(/Z$/);
    expect((await eventsOf(own)).at(-1)).toMatchObject({ type: 'inventory.sync.completed', data: failed });
    expect(await sync(own.owner, own.place, 'incremental')).toMatchObject({ status: 'completed', total: 0 });
    await configurePos(db, own.connectionId, { stock: [{ sku: 'NO-SUCH', quantity: 9 }] });
    const unknown = await sync(own.owner, own.place);
    expect(unknown).toMatchObject({ status: 'failed', processed: 1, failed: 1 });
    expect(unknown.errors.map(({ code }) => code)).toEqual(['nothing_listed', 'unknown_sku']);
    expect(await quantitiesOf(own)).toEqual([9]);
  });

  test('what a failed run listed is not zeroed by the next', async () => {
    const own = await openShop([10, 20]);
    const [first, second] = own.products.map(skuOf);
    await configurePos(db, own.connectionId, { stock: [{ sku: second ?? '', quantity: 5 }] });
    const done = await sync(own.owner, own.place);
    // As if it had failed after its last page.
    await sql`update pos_listings set confirmed = false where run_id = ${done.id}`;
    await configurePos(db, own.connectionId, { stock: [{ sku: first ?? '', quantity: 5 }] });
    await sync(own.owner, own.place);
    expect(await quantitiesOf(own)).toEqual([5, 5]);
  });

  test('per item: counts below what is reserved, unknown, ambiguous, impossible and repeated ones are errors', async () => {
    const trade = await openTrade(stage, { quantity: 10 });
    await placeOrder(trade, 6);
    const sku = skuOf(trade.product);
    const others = await Promise.all([1, 2, 3].map(() => createProduct(db, trade.wholesaler)));
    const [fine, twice, impossible] = others.map(skuOf);
    const place = trade.wholesaler.locationIds[0];
    const connectionId = await connectPos(db, trade.wholesaler, {
      stock: [
        { sku, quantity: 5 },
        { sku: 'NO-SUCH', quantity: 1 },
        { sku: fine ?? '', quantity: 3 },
        { sku: twice ?? '', quantity: 1 },
        { sku: twice ?? '', quantity: 2 },
        { sku: impossible ?? '', quantity: -1 },
        { sku: impossible ?? '', quantity: 1.5 },
        { sku: impossible ?? '', quantity: 2_000_000_001 },
        { sku: impossible ?? '', quantity: 1, unit_cost_cents: -1 },
      ],
    });
    const run = await sync(trade.seller, place);
    expect(run).toMatchObject({ status: 'completed', processed: 9, created: 2, updated: 2, failed: 7 });
    expect(run.errors.map((error) => [error.sku, error.code]).sort()).toEqual(
      [
        [sku, 'below_reserved'],
        ['NO-SUCH', 'unknown_sku'],
        [twice, 'listed_twice'],
        [impossible, 'invalid_count'],
        [impossible, 'invalid_count'],
        [impossible, 'invalid_count'],
        [impossible, 'invalid_cost'],
      ].sort(),
    );
    for (const error of run.errors) expect(error.message).toMatch(/\.$/);
    const { body } = await trade.seller.get(`/api/v1/inventory/${trade.stockId}`);
    expect(body).toMatchObject({ quantity: 10, reserved_quantity: 6 });
    await configurePos(db, connectionId, { stock: [{ sku, quantity: 6 }] });
    expect(await sync(trade.seller, place)).toMatchObject({ updated: 3, failed: 0 });
    await expectStockAddsUp(sql);

    // Goods of two suppliers who use the same SKU.
    const shop = await openShop([1]);
    const stranger = await createBusiness(db, 'wholesaler');
    const same = await createProduct(db, stranger);
    await sql`update product_variants set sku = ${skuOf(shop.products[0])} where id = ${same.variantId}`;
    await createStock(db, shop.shop, same.variantId, 2);
    await configurePos(db, shop.connectionId, {
      stock: [{ sku: skuOf(shop.products[0]), quantity: 50 }],
    });
    const ambiguous = await sync(shop.owner, shop.place, 'incremental');
    expect(ambiguous.errors.map(({ code }) => code)).toEqual(['ambiguous_sku']);
    expect(await quantitiesOf(shop)).toEqual([1]);
  });

  test('a full run that would zero what is reserved leaves it, and says so', async () => {
    const trade = await openTrade(stage, { quantity: 10 });
    const other = await createProduct(db, trade.wholesaler);
    await createStock(db, trade.wholesaler, other.variantId, 1);
    const place = trade.wholesaler.locationIds[0];
    const connectionId = await connectPos(db, trade.wholesaler, {
      stock: [{ sku: skuOf(trade.product), quantity: 10 }],
    });
    await sync(trade.seller, place);
    await placeOrder(trade, 2);
    await configurePos(db, connectionId, { stock: [{ sku: skuOf(other), quantity: 1 }] });
    const run = await sync(trade.seller, place);
    expect(run).toMatchObject({ status: 'completed', failed: 1, updated: 0 });
    expect(run.errors).toMatchObject([{ sku: skuOf(trade.product), code: 'below_reserved' }]);
    expect((await trade.seller.get(`/api/v1/inventory/${trade.stockId}`)).body).toMatchObject({
      quantity: 10,
    });
  });

  test('more than 100 errors are counted, and 100 kept', async () => {
    const stock = Array.from({ length: 150 }, (_, i) => ({ sku: `NO-${i}`, quantity: 1 }));
    const own = await openShop([1], { stock, page_size: 40 });
    const run = await sync(own.owner, own.place, 'incremental');
    expect(run).toMatchObject({ processed: 150, failed: 150 });
    expect(run.errors).toHaveLength(100);
  });

  test('stock of a supplier’s goods is found by its SKU', async () => {
    const own = await openShop([1]);
    const supplier = await createBusiness(db, 'wholesaler');
    const product = await createProduct(db, supplier);
    const id = await createStock(db, own.shop, product.variantId, 3);
    await configurePos(db, own.connectionId, { stock: [{ sku: skuOf(product), quantity: 2 }] });
    expect(await sync(own.owner, own.place)).toMatchObject({ updated: 1, failed: 0 });
    expect((await itemOf(own, id)).quantity).toBe(2);
  });

  test('the simulator knows the stock: a full run reports every row, an incremental one what was traded', async () => {
    const own = await openShop(Array.from({ length: 120 }, (_, i) => i));
    const before = await quantitiesOf(own);
    const full = await sync(own.owner, own.place);
    expect(full).toMatchObject({ status: 'completed', processed: 120, total: 120, created: 0, failed: 0 });
    const after = await quantitiesOf(own);
    const changed = after.filter((quantity, i) => quantity !== before[i]).length;
    expect(full.updated).toBe(changed);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(40);
    const next = await sync(own.owner, own.place, 'incremental');
    expect(next).toMatchObject({ status: 'completed', failed: 0 });
    expect(next.processed).toBe(next.updated);
    expect(next.processed).toBeLessThan(40);
    expect(await quantitiesOf(own)).not.toEqual(after);
    await expectStockAddsUp(sql);
  });

  test('50 at once: one is 202, the others 409 with the run that is active; afterwards it may be asked again', async () => {
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
  });

  test('while a point of sale cannot be reached the run goes on trying; it completes when it answers again', async () => {
    const own = await openShop([3], { outage: true });
    const { body } = await own.owner.post<RunBody>(PATH, { location_id: own.place, sync_type: 'full' });
    await expect
      .poll(async () => (await own.owner.get<RunBody>(`${PATH}/${body.id}`)).body.status, { timeout: 10_000 })
      .toBe('running');
    await configurePos(db, own.connectionId, {
      stock: [{ sku: skuOf(own.products[0]), quantity: 2 }],
    });
    expect(await untilEnded(own.owner, body.id)).toMatchObject({ status: 'completed', updated: 1 });
  });

  test('a run whose every try failed ends as failed, with its reason and its event', async () => {
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

  test('a location that is deleted before its run begins takes nothing in', async () => {
    const own = await openShop([]);
    const product = await createProduct(db, own.shop);
    await configurePos(db, own.connectionId, { stock: [{ sku: skuOf(product), quantity: 2 }] });
    const { body } = await own.owner.post<RunBody>(PATH, { location_id: own.place });
    expect(body).toMatchObject({ status: 'queued' });
    expect((await own.owner.delete(`/api/v1/entity/locations/${own.place}`)).status).toBe(204);
    // Nobody sees what was of the location any more.
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

  test('409 without a point of sale', async () => {
    const own = await openShop([]);
    const answer = await own.owner.post(PATH, { location_id: own.shop.locationIds[1] });
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'pos_not_connected' });
    expect(await sql`select 1 from sync_runs where entity_id = ${own.shop.id}`).toHaveLength(0);
  });

  test('400, 401, 403 and 404', async () => {
    const own = await openShop([]);
    const { owner, place, shop } = own;
    expectInvalid(await owner.post(PATH), 'location_id', 'required');
    expectInvalid(await owner.post(PATH, { location_id: 'x' }), 'location_id');
    expectInvalid(await owner.post(PATH, { location_id: place, sync_type: 'partial' }), 'sync_type');
    expectInvalid(await owner.post(PATH, { location_id: place, sync_type: null }), 'sync_type');
    expectInvalid(await owner.post(PATH, { location_id: place, force: true }), 'force', 'unknown_key');
    expectError(await stage.anybody.post(PATH, { location_id: place }), 'UNAUTHORIZED');
    const viewer = await stage.signIn(await createMember(db, shop, 'viewer'));
    expect(expectError(await viewer.post(PATH, { location_id: place }), 'FORBIDDEN')).toEqual({
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
  test('200: runs newest first, by location and status, for every role; those of other locations are hidden', async () => {
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
      pagination: { page: 1, limit: 50, total: 3 },
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
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])('404 for %s', async (id) => {
    const { owner } = await openShop([]);
    expectAbsent(await owner.get(`${PATH}/${id}`));
  });

  test('404 for another business, 401 without a token', async () => {
    const own = await openShop([1]);
    const stranger = await openShop([]);
    const run = await sync(own.owner, own.place);
    expectAbsent(await stranger.owner.get(`${PATH}/${run.id}`));
    expectError(await stage.anybody.get(`${PATH}/${run.id}`), 'UNAUTHORIZED');
    expectError(await stage.anybody.get(PATH), 'UNAUTHORIZED');
  });
});
