import { expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { createKey } from '../factories/api-key';
import { createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { checkCsv, uploadCsv } from '../factories/imports';
import { createLot, type LotBody } from '../factories/lots';
import { connectPos, mapPos, posPath, sync } from '../factories/pos';
import { openTrade } from '../factories/trade';
import { addEndpoint, sendTest } from '../factories/webhook';
import { ok } from '../setup/client';
import { ABSENT_ID, expectAbsent, expectError } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db } = stage;
const { wholesaler, seller: owner, product } = await openTrade(stage, { wholesaler: { locationCount: 2 } });
const [here, there] = wholesaler.locationIds as unknown as [string, string];
const limited = await stage.signIn(await createMember(db, wholesaler, 'admin', [here]));

/** Everything that a location may have, each in the location that the member doesn't see. */
const only = await createProduct(db, wholesaler, { name: 'Only there' });
const item = await createStock(db, wholesaler, only.variantId, 7, { locationId: there });
const both = await createStock(db, wholesaler, product.variantId, 30, { locationId: there });
const lot = await createLot(owner, item, 'THERE', 5);
await connectPos(db, wholesaler, { stock: [{ sku: 'NO-SUCH', quantity: 3 }] }, there);
const mapping = await mapPos(owner, there, { external_id: 'register-1', variant_id: only.variantId });
const run = await sync(owner, there, 'incremental');
const line = (inventory_id: string, to_location_id: string, to_room_type = 'sales_floor') => ({
  lines: [{ inventory_id, to_location_id, to_room_type, quantity: 1 }],
});
const TRANSFERS = '/api/v1/inventory/transfers';
const transfer = ok(await owner.post<{ id: string }>(TRANSFERS, line(both, there)));
const COUNTS = '/api/v1/inventory/counts';
const room = { location_id: there, room_type: 'vault' };
const count = ok(await owner.post<{ id: string }>(COUNTS, room));
const csv = `sku,quantity\n${only.variants[0]?.sku},1\n`;
const imported = await checkCsv(owner, 'count', csv, { location_id: there });
const endpoint = await addEndpoint(owner, { location_ids: [there] });
const delivery = await sendTest(owner, endpoint.id);
const key = await createKey(owner, { location_ids: [there] });

const OBJECTS: Record<string, Record<string, string>> = {
  '/api/v1/inventory/{id}': { id: item },
  '/api/v1/inventory/counts/{id}': { id: count.id },
  '/api/v1/inventory/transfers/{id}': { id: transfer.id },
  '/api/v1/inventory/sync/{id}': { id: run.id },
  '/api/v1/inventory/pos/mappings/{id}': { id: mapping.id },
  '/api/v1/entity/locations/{id}/pos': { id: there },
  '/api/v1/imports/{id}': { id: imported.id },
  '/api/v1/webhooks/{id}': { id: endpoint.id, delivery_id: delivery.id },
  '/api/v1/webhooks/deliveries/{id}': { id: delivery.id },
  '/api/v1/api-keys/{id}': { id: key.id },
};
const BODIES: Record<string, object> = {
  'PATCH /api/v1/inventory/{id}': { quantity_change: 1, reason_code: 'AUDIT' },
  'PATCH /api/v1/inventory/counts/{id}': { status: 'cancelled' },
  'PUT /api/v1/inventory/counts/{id}/lines': { inventory_id: item, counted: 1 },
  'POST /api/v1/inventory/counts/{id}/entries': {
    entries: [{ entry_id: ABSENT_ID, inventory_id: item, counted: 1, counted_at: new Date().toISOString() }],
  },
  'POST /api/v1/entity/locations/{id}/pos': { provider: 'simulator' },
  'PATCH /api/v1/entity/locations/{id}/pos': { config: { page_size: 1 } },
  'PATCH /api/v1/imports/{id}': { room_type: 'vault' },
  'PATCH /api/v1/webhooks/{id}': { description: 'Mine now' },
  'POST /api/v1/webhooks/{id}/replay': { after: 0 },
  'POST /api/v1/webhooks/{id}/replay-failed': { since: '2026-01-01T00:00:00Z' },
  'PATCH /api/v1/api-keys/{id}': { name: 'Mine now' },
};
const startOf = (path: string) =>
  Object.keys(OBJECTS).find((start) => path === start || path.startsWith(`${start}/`));
const withObjects = OPERATIONS.filter(({ path }) => startOf(path));

test.each(withObjects.map(({ method, path }) => ({ method, path })))(
  "responds to an object of a location outside the member's exactly as to an absent id (404): $method $path",
  async ({ method, path }) => {
    const fill = (id: (name: string) => string | undefined) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => id(name) ?? 'missing');
    const target = fill((name) => OBJECTS[startOf(path) ?? '']?.[name]);
    expect(target).not.toContain('missing');
    const options = { body: BODIES[`${method} ${path}`] };
    const response = await limited.send(method, target, options);
    expectAbsent(response);
    expect(response.text).toBe(
      (
        await limited.send(
          method,
          fill(() => ABSENT_ID),
          options,
        )
      ).text,
    );
  },
);

test('takes no id of another location in a body or a query (404, or 403 where limits are granted)', async () => {
  const adjustment = { id: item, quantity_change: 1, reason_code: 'AUDIT' };
  const own = await createStock(db, wholesaler, only.variantId, 1, { locationId: here });
  const lotBody = { product_id: only.id, batch_id: 'MINE', variant_id: only.variantId, quantity: 1 };
  const calls = [
    limited.post('/api/v1/inventory/bulk-update', { updates: [adjustment] }),
    limited.post(TRANSFERS, line(item, here)),
    limited.post(TRANSFERS, line(own, there)),
    limited.post(COUNTS, room),
    limited.post('/api/v1/inventory/sync', { location_id: there }),
    limited.post('/api/v1/inventory/pos/mappings', {
      ...room,
      external_id: 'x',
      variant_id: only.variantId,
      room_type: undefined,
    }),
    limited.post('/api/v1/lots', { ...lotBody, location_id: there }),
    uploadCsv(limited, 'count', csv, { location_id: there }),
    limited.get(`/api/v1/inventory/snapshot?location_id=${there}`),
    limited.get(`/api/v1/inventory/snapshot/comparison?location_id=${there}`),
    limited.patch(`/api/v1/inventory/${own}`, { ...adjustment, id: undefined, lot_id: ABSENT_ID }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
  const price = await limited.put(`/api/v1/inventory/prices/${only.variantId}`, { price: 1 });
  expect(price.status).toBe(403);
  const unlisted = await checkCsv(limited, 'count', `location,${csv.replace('\n', '\nPlace 2,')}`);
  expect(unlisted.counts).toMatchObject({ error: 1 });
});

/** What names every location, whatever a member is limited to; the audit log has a test of its own. */
const OPEN = ['audit', 'entity', 'entity/locations', 'entity/team', 'usage/requests'].map(
  (path) => `/api/v1/${path}`,
);
/** What must be asked. */
const REQUIRED: Record<string, string> = {
  '/api/v1/partners/totals': `side=selling&ids=${ABSENT_ID}`,
  '/api/v1/reports/products': `ids=${only.id}`,
  '/api/v1/compliance/reasons': `location_id=${there}`,
  '/api/v1/search': 'q=place',
};
/** Markets and carts are a buyer's. */
const lists = OPERATIONS.filter(
  ({ method, path, pathParams }) =>
    method === 'GET' && path.startsWith('/api/v1/') && pathParams.length === 0 && !OPEN.includes(path),
);

test.each(lists.map(({ path }) => path).filter((path) => !/^\/api\/v1\/(?:market\/|carts\b)/.test(path)))(
  'lists nothing of a location outside the member’s, whatever the query: %s',
  async (path) => {
    const secrets = [
      there,
      item,
      both,
      count.id,
      transfer.id,
      run.id,
      mapping.id,
      imported.id,
      endpoint.id,
      key.id,
    ];
    const operation = lists.find((one) => one.path === path);
    const filters = [
      REQUIRED[path] ?? '',
      ...(operation && 'location_id' in operation.input.shape ? [`location_id=${there}`] : []),
    ];
    for (const filter of filters) {
      const response = await limited.get<{ data?: unknown[]; pagination?: { total: number } }>(
        `${path}?${filter}`,
      );
      const { status, text, body } = response;
      const isFiltered = filter.startsWith('location_id');
      if (status === 404 && isFiltered) continue;
      // Money and the whole business are closed to limited members.
      if (status === 403) {
        expect(['outside_your_locations', 'permission_required', 'whole_business'], path).toContain(
          expectError(response, 'FORBIDDEN').reason,
        );
        continue;
      }
      expect(status, text).toBe(200);
      const shown = isFiltered ? text.replaceAll(`"location_id":"${there}"`, '') : text;
      for (const secret of secrets) expect(shown, path).not.toContain(secret);
      // The directory lists every business of the platform, those of other tests among them.
      if (path !== '/api/v1/entities' && body.pagination && body.data) {
        expect(body.pagination.total, path).toBe(body.data.length);
      }
      if (isFiltered) expect(body.data, path).toEqual([]);
    }
  },
);

test("adds up only stock of the member's locations", async () => {
  const read = async <T>(path: string) => ok(await limited.get<T>(path));
  const listed = await read<{ data: Array<{ quantity: number }> }>('/api/v1/inventory?limit=500');
  const units = listed.data.reduce((sum, { quantity }) => sum + quantity, 0);
  const overview = await read<{ inventory: { units: number } }>('/api/v1/overview');
  const report = await read<{ total: { units: number } }>('/api/v1/reports/stock');
  expect([overview.inventory.units, report.total.units]).toEqual([units, units]);
  const ofLot = await read<LotBody>(`/api/v1/lots/${lot.id}`);
  expect(ofLot).toMatchObject({ quantity: 0, holdings: [] });
  expect(await read(`/api/v1/batches/${lot.batch}`)).toMatchObject({ quantity: 0 });
  const trace = await read<{ data: Array<{ location_id: string | null }> }>(
    `/api/v1/batches/${lot.batch}/trace`,
  );
  expect(trace.data.filter(({ location_id }) => location_id === there)).toEqual([]);
});

test('shows no audit row of stock and units at the location', async () => {
  const { data } = ok(
    await limited.get<{ data: Array<{ object: { id: string } }> }>('/api/v1/audit?limit=500'),
  );
  const shown = data.map(({ object }) => object.id);
  for (const id of [item, both, lot.id, count.id, transfer.id, mapping.id, imported.id]) {
    expect(shown).not.toContain(id);
  }
});

test('changes nothing of the location', async () => {
  expect(ok(await owner.get(`/api/v1/inventory/${item}`))).toMatchObject({ quantity: 7 });
  expect(ok(await owner.get(`${COUNTS}/${count.id}`))).toMatchObject({ status: 'counting', counted: 0 });
  expect(ok(await owner.get(posPath(there)))).toMatchObject({ provider: 'simulator' });
  expect(ok(await owner.get(`/api/v1/imports/${imported.id}`))).toMatchObject({ status: 'ready' });
});
