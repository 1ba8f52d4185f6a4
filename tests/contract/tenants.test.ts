import { expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { batchCoaParts, coaParts } from '../factories/coa';
import { PIXEL } from '../factories/images';
import type { Client } from '../setup/client';
import { ABSENT_ID, expectAbsent } from '../setup/expect';
import { form } from '../setup/form';
import { sampleOf } from '../setup/full';

import {
  admins,
  BODIES,
  FOREIGN,
  foreign,
  foreignDriver,
  foreignImport,
  foreignIntegration,
  foreignKey,
  foreignLot,
  foreignMigration,
  foreignOrder,
  foreignPayment,
  foreignRecall,
  foreignReceipt,
  foreignShipped,
  foreignVehicle,
  OWN,
  own,
} from './tenants/world';

/** A link is a secret, no object's id; what is named by an external id of the caller's is made where it isn't there. */
const withIds = OPERATIONS.filter(
  ({ pathParams, access, upserts }) => pathParams.length > 0 && access !== 'public' && !upserts,
);
/** `inventory`, or where objects of another kind lie below it, `inventory/sync`. */
const sliceOf = (path: string) => {
  if (path.startsWith('/auth/'))
    return (path.startsWith('/auth/oauth/') ? path.split('/').slice(2, 4) : path.split('/').slice(2, 3)).join(
      '/',
    );
  const nested = path.split('/').slice(3, 5).join('/');
  return nested in FOREIGN ? nested : (path.split('/')[3] ?? '');
};
const fill = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing');

/** What is uploaded that is no picture. */
const FILES: Record<string, Parameters<typeof form>[0]> = {
  '/api/v1/migrations/{id}/files': [
    { name: 'kind', content: 'products' },
    { name: 'file', fileName: 'a.csv', type: 'text/csv', content: 'a,b\n1,2\n' },
  ],
};

test.each(withIds.map(({ method, path }) => ({ method, path })))(
  'responds to a foreign tenant exactly as to an absent id (404): $method $path',
  async ({ method, path }) => {
    const ids = FOREIGN[sliceOf(path)];
    if (!ids) throw new Error(`${path} names objects for which this test has no foreign ones`);
    expect(fill(path, ids)).not.toContain('missing');
    const upload = method === 'POST' && /\/(coa|files|images)$/.test(path);
    const certificate = path.startsWith('/api/v1/batches/') ? batchCoaParts() : coaParts();
    const parts = path.endsWith('/coa')
      ? certificate
      : (FILES[path] ?? [{ name: 'file', fileName: 'a.png', content: PIXEL }]);
    const options = upload ? form(parts) : { body: BODIES[`${method} ${path}`] };
    const address = [fill(path, ids)];
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    if (names.length > 1 && !names.includes('n')) address.push(fill(path, { ...ids, ...OWN[sliceOf(path)] }));
    const headersOf = async (client: Client, target: string) => {
      const answer = await client.send(method, target, options);
      expectAbsent(answer);
      const { 'x-request-id': _, date: __, ...headers } = answer.headers;
      return headers;
    };
    const absent = fill(path, Object.fromEntries(names.map((name) => [name, ABSENT_ID])));
    const traders = /\/(market|carts|suppliers|pay-runs)\//.test(path) ? [own.buyer] : sampleOf(admins);
    const allowed =
      /^\/api\/v1\/(accounting|bank|claims|credit-notes|customers|integrations|invoices\/\{id\}\/(credits|send)|listings|menus|migrations|offers|order-requests|payments|price-lists|disputes\/\{id\}\/decline|remittances\/\{id\}\/(record|decline)|tax-rules)\b/.test(
        path,
      )
        ? [own.seller]
        : traders;
    for (const client of allowed) {
      const expected = await headersOf(client, absent);
      for (const target of address) expect(await headersOf(client, target)).toEqual(expected);
    }
  },
);

test('changes nothing of the foreign business', async () => {
  expect((await foreign.buyer.get(`/api/v1/orders/${foreignOrder.id}`)).body).toEqual(foreignOrder);
  const path = `/api/v1/inventory/${foreign.stockId}`;
  expect((await foreign.seller.get(path)).body).toMatchObject({ reserved_quantity: 1 });
  // Its own order and its own sync have moved it; an adjustment would have come from the API.
  const { body } = await foreign.seller.get<{ data: Array<{ source: { type: string } }> }>(
    `${path}/movements`,
  );
  expect(body.data.map(({ source }) => source.type).filter((type) => type === 'api')).toEqual([]);
});

test('shows nothing of a foreign business in any list, whatever the query', async () => {
  const queries = [
    '/api/v1/batches?limit=500',
    '/api/v1/batches?batch_id=FOREIGN',
    '/api/v1/lots?limit=500',
    '/api/v1/recalls?limit=500',
    `/api/v1/recalls?batch=${foreignLot.batch}`,
    '/api/v1/inventory?limit=500',
    `/api/v1/inventory?product_id=${foreign.product.id}`,
    `/api/v1/inventory?location_id=${foreign.wholesaler.locationIds[0]}`,
    '/api/v1/inventory/counts?limit=500',
    '/api/v1/invoices?limit=500',
    `/api/v1/invoices?order_id=${foreignShipped.id}`,
    `/api/v1/invoices?customer_id=${foreign.retailer.id}`,
    '/api/v1/credit-notes?limit=500',
    `/api/v1/credit-notes?invoice_id=${foreignShipped.invoice?.id}`,
    '/api/v1/inventory/levels?limit=500',
    '/api/v1/inventory/snapshot?limit=500',
    '/api/v1/inventory/snapshot/comparison?limit=500',
    '/api/v1/inventory/sync?limit=500',
    `/api/v1/inventory/sync?location_id=${foreign.wholesaler.locationIds[0]}`,
    '/api/v1/inventory/pos/unmatched?limit=500',
    `/api/v1/inventory/pos/mappings?location_id=${foreign.wholesaler.locationIds[0]}`,
    '/api/v1/products?limit=500',
    `/api/v1/products?entity_id=${foreign.wholesaler.id}`,
    '/api/v1/orders?limit=500',
    '/api/v1/orders/summaries?limit=500',
    '/api/v1/payments?limit=500',
    '/api/v1/payments?search=FOREIGN',
    `/api/v1/orders?retailer_id=${foreign.retailer.id}`,
    `/api/v1/orders?wholesaler_id=${foreign.wholesaler.id}`,
    '/api/v1/drivers',
    '/api/v1/vehicles',
    '/api/v1/returns?limit=500',
    `/api/v1/returns?order_id=${foreignShipped.id}`,
    '/api/v1/entity',
    '/api/v1/entity/licenses',
    '/api/v1/entity/locations',
    '/api/v1/entity/team',
    '/api/v1/entity/connections',
    '/api/v1/overview',
    '/api/v1/reports/stock',
    '/api/v1/reports/sales',
    '/api/v1/reports/sales/trend',
    '/api/v1/reports/sell-through',
    '/api/v1/reports/batch-ages',
    `/api/v1/reports/products?ids=${foreign.product.id}`,
    '/api/v1/inventory/transfers?limit=500',
    '/api/v1/imports?limit=500',
    '/api/v1/integrations?limit=500',
    '/api/v1/compliance/jobs?limit=500',
    '/api/v1/compliance/jobs?subject=FOREIGN-TAG',
    '/api/v1/compliance/transfers?limit=500',
    '/api/v1/compliance/packages?limit=500',
    '/api/v1/bank/accounts?limit=500',
    '/api/v1/bank/statements?limit=500',
    '/api/v1/bank/lines?limit=500',
    '/api/v1/pay-runs?limit=500',
    '/api/v1/migrations?limit=100',
    '/api/v1/webhooks',
    '/api/v1/api-keys',
    '/api/v1/events?limit=500',
    '/api/v1/audit?limit=500',
    `/api/v1/audit?object_id=${foreignOrder.id}`,
    '/api/v1/usage/requests?limit=500',
    '/api/v1/notifications?limit=500',
    '/api/v1/report-schedules?limit=500',
    '/api/v1/views?limit=500',
  ];
  const secrets = [
    ...[foreign.retailer.id, foreign.wholesaler.id, foreign.product.id, foreign.stockId, foreignOrder.id],
    ...[foreign.seller.tokens?.user.id ?? '', foreign.seller.tokens?.user.email ?? ''],
    ...[
      foreignDriver.id,
      foreignVehicle.id,
      foreignReceipt.id,
      foreignImport.id,
      foreignIntegration,
      foreignMigration.id,
      foreignKey.prefix,
      foreignLot.id,
      foreignLot.batch,
      foreignRecall.id,
      foreign.retailer.locationIds[0],
      foreign.wholesaler.locationIds[0],
      foreignOrder.order_number,
      foreignPayment.id,
    ],
  ];
  for (const client of admins) {
    for (const query of queries) {
      const { status, text, body } = await client.get<{ data?: unknown[]; pagination?: { total: number } }>(
        query,
      );
      // Keys pay nothing, and retailers get no money by a bank.
      if (status === 403 && /^\/api\/v1\/(bank|pay-runs)/.test(query)) continue;
      expect(status).toBe(200);
      // The calls of the test before are in the list of requests, with the ids they tried.
      const shown = query.includes('/usage/') ? text.replaceAll(/"path":"[^"]*"/g, '') : text;
      for (const secret of secrets) expect(shown, query).not.toContain(secret);
      // Nor do sums; those of a few lists grow meanwhile.
      if (/\/(?:usage|events|notifications)\b/.test(query) || !body.data || !body.pagination) continue;
      expect(body.pagination.total, query).toBe(body.data.length);
    }
  }
});
