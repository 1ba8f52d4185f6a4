import { describe, expect, test } from 'vitest';
import type { MigrationView } from '../../../server/features/imports/migrations/schema';
import { createKey, withKey } from '../../factories/api-key';
import { createMember } from '../../factories/business';
import {
  applied,
  connectVendor,
  countsOf,
  leaflinkLists,
  MIGRATIONS,
  migrated,
  openLeaflink,
  openSeller,
  partLines,
  preview,
} from '../../factories/migrations';
import { requestsOf, setWorld } from '../../factories/vendors';
import { ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();

/** Everything that a business has, which a preview leaves as it was. */
const stateOf = async (id: string) =>
  stage.sql`select (select count(*) from products where entity_id = ${id}) as products,
    (select count(*) from accounts where seller_id = ${id}) as customers, (select count(*) from events where entity_id = ${id}) as events,
    (select count(*) from inventory_movements where entity_id = ${id}) as movements,
    (select count(*) from orders where wholesaler_id = ${id}) as orders, (select count(*) from invoices where seller_id = ${id}) as invoices`;

describe('from LeafLink', () => {
  test('previews, maps, applies in order, and a second run of equal data changes nothing', {
    timeout: 300_000,
  }, async () => {
    const { shop, owner, place } = await openSeller(stage);
    const token = await openLeaflink();
    const connection = await connectVendor(owner, token);
    const before = await stateOf(shop.id);
    const first = await preview(owner, connection);
    expect(first, JSON.stringify(first.error)).toMatchObject({ status: 'ready', error: null });
    expect(await stateOf(shop.id)).toEqual(before);
    expect(countsOf(first, 'customers')).toEqual({ create: 2, error: 1, closed: 1 });
    expect(countsOf(first, 'products')).toEqual({ create: 4, unchanged: 1 });
    expect(countsOf(first, 'batches')).toEqual({ create: 1 });
    expect(countsOf(first, 'inventory')).toEqual({ error: 3 });
    expect(first.found).toMatchObject({ locations: [{ name: 'Main Warehouse', lines: 3 }] });
    expect(first.kinds[0]?.not_carried).toMatchObject({ tier: 4 });
    expect(first.kinds[1]?.not_carried).toMatchObject({ minimum_order: 5 });
    const location_map = { 70: { location_id: place, room_type: 'vault' } };
    ok(await owner.patch(`${MIGRATIONS}/${first.id}`, { location_map }));
    const mapped = await migrated(owner, first.id);
    expect(countsOf(mapped, 'inventory')).toEqual({ create: 2, error: 1 });
    const stock = await partLines(owner, mapped, 'inventory');
    expect(stock.find(({ external_id }) => external_id === '801')?.errors).toMatchObject([
      { code: 'fractional_quantity' },
    ]);
    expect(countsOf(mapped, 'orders')).toEqual({ create: 1, error: 1 });
    const orders = await partLines(owner, mapped, 'orders');
    expect(orders.find(({ external_id }) => external_id === 'aaaa-2')?.errors).toMatchObject([
      { code: 'depends_on_failed' },
    ]);
    expect(await stateOf(shop.id)).toEqual(before);

    const done = await applied(owner, first.id);
    expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'completed', error: null });
    expect(countsOf(done, 'orders'), JSON.stringify(await partLines(owner, done, 'orders'))).toEqual({
      create: 1,
      error: 1,
    });
    const customer = ok(
      await owner.get<{ data: Array<Record<string, unknown>> }>('/api/v1/customers?external_id=leaflink:1'),
    ).data[0];
    expect(customer).toMatchObject({
      ...{ name: 'Shop 1', legal_name: 'Shop 1 LLC', license_number: 'C10-1-LIC', terms_days: 7 },
      external_ids: { erp: 'ERP-1', leaflink: '1', quickbooks: 'QB-1' },
    });
    const products = ok(
      await owner.get<{ data: Array<Record<string, unknown>> }>('/api/v1/products?limit=100'),
    ).data;
    expect(products.map(({ name }) => name).sort()).toContain('Gummies');
    const lists = ok(await owner.get<{ data: Array<Record<string, unknown>> }>('/api/v1/price-lists')).data;
    expect(
      lists.map(({ name, discount_bps, rule_count, customers_count }) => [
        name,
        discount_bps,
        rule_count,
        customers_count,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['LeafLink 3', 0, 1, 1],
        ['LeafLink 5 %', 500, 0, 1],
      ]),
    );
    const [order] = ok(
      await owner.get<{ data: Array<Record<string, unknown>> }>('/api/v1/orders?external_id=leaflink:aaaa-1'),
    ).data;
    expect(order).toMatchObject({
      status: 'accepted',
      total: 200,
      notes: 'Ring twice',
      entered_by: 'seller',
    });
    const [item] =
      await stage.sql`select quantity, reserved_quantity from inventory_items i join product_variants v on v.id = i.variant_id
      where i.entity_id = ${shop.id} and v.sku = 'BD-1' and i.quantity > 0`;
    expect(item).toEqual({ quantity: 100, reserved_quantity: 10 });
    const invoices = ok(
      await owner.get<{ data: Array<Record<string, unknown>> }>('/api/v1/invoices?opening=true'),
    ).data;
    expect(invoices).toMatchObject([{ number: 'LL0003', total: 120.5, due_on: '2026-02-01' }]);

    const after = await stateOf(shop.id);
    const again = await preview(owner, connection, { location_map });
    for (const kind of [
      'customers',
      'products',
      'batches',
      'price_lists',
      'inventory',
      'orders',
      'opening_balances',
    ]) {
      const { create, update, adjust } = countsOf(again, kind);
      expect([kind, create, update, adjust], JSON.stringify(await partLines(owner, again, kind))).toEqual([
        kind,
        undefined,
        undefined,
        undefined,
      ]);
    }
    const twice = await applied(owner, again.id);
    expect(twice.status).toBe('completed');
    const [[now], [was]] = [await stateOf(shop.id), after];
    // The event of the migration itself.
    expect({ ...now, events: Number(now?.events) - 1 }).toEqual({ ...was, events: Number(was?.events) });
  });

  test('what was changed here stays, what was deleted here stays deleted, and what left the source is named', async () => {
    const { owner, place } = await openSeller(stage);
    const lists = leaflinkLists();
    const token = await openLeaflink(lists);
    const connection = await connectVendor(owner, token);
    const fields = { kinds: ['customers', 'products'], location_map: { 70: { location_id: place } } };
    await applied(owner, (await preview(owner, connection, fields)).id);
    const [customer] = ok(
      await owner.get<{ data: { id: string }[] }>('/api/v1/customers?external_id=leaflink:1'),
    ).data;
    ok(await owner.patch(`/api/v1/customers/${customer?.id}`, { contact: { phone: '(510) 555-0199' } }));
    const [product] = ok(await owner.get<{ data: { id: string }[] }>('/api/v1/products?search=BD-2')).data;
    if (product) await owner.delete(`/api/v1/products/${product.id}`);
    const [one, ...others] = lists.customers ?? [];
    await setWorld(token, {
      lists: {
        ...lists,
        customers: [{ ...one, phone: '(510) 555-0000', nickname: 'Renamed' }, ...others.slice(1)],
      },
    });
    const again = await preview(owner, connection, fields);
    const [line] = await partLines(owner, again, 'customers');
    expect(line).toMatchObject({ outcome: 'update', after: { name: 'Renamed' } });
    expect(line?.note).toContain('kept_local');
    expect(again.kinds[0]).toMatchObject({
      missing_count: 1,
      missing: [{ external_id: '2', name: 'Shop 2' }],
    });
    await applied(owner, again.id);
    expect(ok(await owner.get(`/api/v1/customers/${customer?.id}`))).toMatchObject({
      ...{ name: 'Renamed', contact: { phone: '(510) 555-0199' } },
    });
    expect(
      ok(await owner.get<{ data: unknown[] }>('/api/v1/customers?external_id=leaflink:2')).data,
    ).toHaveLength(1);
  });

  test('asks what prices of cases are for (409 case_prices_required), and divides exactly', async () => {
    const { owner } = await openSeller(stage);
    const lists = leaflinkLists();
    const products = (lists.products ?? []).slice(0, 2).map((row, at) => ({
      ...row,
      ...{ unit_multiplier: at === 0 ? 10 : 3, sell_in_unit_of_measure: 'Case' },
    }));
    const connection = await connectVendor(owner, await openLeaflink({ ...lists, products }));
    const first = await preview(owner, connection, { kinds: ['products'] });
    expect(first.found?.case_prices).toMatchObject({
      proposed: 'per_case',
      products: [{ sku: 'BD-1', per_case: '2.00' }, {}],
    });
    expect(expectError(await owner.post(`${MIGRATIONS}/${first.id}/apply`), 'CONFLICT')).toMatchObject({
      reason: 'case_prices_required',
    });
    ok(await owner.patch(`${MIGRATIONS}/${first.id}`, { settings: { case_prices: 'per_case' } }));
    const mapped = await migrated(owner, first.id);
    const lines = await partLines(owner, mapped, 'products');
    expect(lines[0]).toMatchObject({
      outcome: 'create',
      after: { wholesale_price: 2, price: 4, case_size: 10 },
    });
    expect(lines[1]?.errors[0]).toMatchObject({ code: 'price_not_exact' });
  });

  test('goes on after 429, 500, a cut connection and a repeated page, and reads each row once', async () => {
    const { owner } = await openSeller(stage);
    const lists = leaflinkLists();
    const [row] = lists.customers ?? [];
    const customers = Array.from({ length: 250 }, (_, at) => ({
      ...row,
      id: at + 1,
      license_number: `LIC-${at + 1}`,
      price_schedule: null,
    }));
    const token = await openLeaflink({ ...lists, customers });
    const connection = await connectVendor(owner, token);
    const faults = [
      { path: 'customers', kind: '429' as const },
      { path: 'customers', kind: '500' as const },
      { path: 'customers', kind: 'cut' as const, after: 1 },
      { path: 'customers', kind: 'repeat' as const, after: 2 },
      { path: 'orders-received', kind: 'garbage' as const },
    ];
    await setWorld(token, { lists: { ...lists, customers }, faults });
    const first = await preview(owner, connection, { kinds: ['customers'] });
    expect(first, JSON.stringify(first.error)).toMatchObject({ status: 'ready' });
    expect(countsOf(first, 'customers')).toEqual({ create: 250 });
    const asked = (await requestsOf(token)).filter(({ path }) => path.includes('customers'));
    const pauses = asked.slice(1).map(({ at }, i) => at - (asked[i]?.at ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(200);
  });

  test.each([
    ['401', 'vendor_unauthorized'],
    ['302', 'vendor_protocol'],
    ['elsewhere', 'vendor_protocol'],
    ['shape', 'vendor_protocol'],
  ] as const)('ends with a reason after %s, and the connection says so', async (kind, code) => {
    const { owner } = await openSeller(stage);
    const token = await openLeaflink();
    const connection = await connectVendor(owner, token);
    await setWorld(token, { lists: leaflinkLists(), faults: [{ path: 'customers', kind, times: 99 }] });
    const { id } = ok(
      await owner.post<MigrationView>(MIGRATIONS, {
        system: 'leaflink',
        source: 'api',
        connection_id: connection,
        kinds: ['customers'],
      }),
    );
    ok(await owner.post(`${MIGRATIONS}/${id}/read`));
    const failed = await migrated(owner, id, 90_000);
    expect(failed).toMatchObject({ status: 'failed', error: { code } });
    expect(ok(await owner.get(`/api/v1/integrations/${connection}`))).toMatchObject({
      status: 'failing',
      last_error: { code },
    });
    await setWorld(token, { lists: leaflinkLists() });
    ok(await owner.post(`${MIGRATIONS}/${id}/read`));
    expect(await migrated(owner, id)).toMatchObject({ status: 'ready' });
  });

  test('of two businesses with equal ids each gets its own', async () => {
    const [one, two] = [await openSeller(stage), await openSeller(stage)];
    for (const { owner } of [one, two]) {
      const connection = await connectVendor(owner, await openLeaflink());
      const done = await applied(
        owner,
        (await preview(owner, connection, { kinds: ['customers', 'products'] })).id,
      );
      expect(countsOf(done, 'customers')).toMatchObject({ create: 2 });
      expect(countsOf(done, 'products')).toMatchObject({ create: 4 });
    }
    const rows =
      await stage.sql`select object_id from migration_items where source_id = '1' and kind = 'customers'
      and entity_id in (${one.shop.id}, ${two.shop.id})`;
    expect(new Set(rows.map(({ object_id }) => object_id)).size).toBe(2);
  });
});

test('is of the whole business: limited members and keys read and change nothing (403 whole_business), others find nothing (404)', async () => {
  const { shop, owner, place } = await openSeller(stage);
  const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, { system: 'apex', source: 'files' }));
  const { secret } = await createKey(owner, {
    permissions: ['read:integrations', 'update:integrations'],
    location_ids: [place],
  });
  const limited = await stage.signIn(await createMember(stage.db, shop, 'admin', [place]));
  for (const client of [limited, withKey(stage.server.url, secret)]) {
    const answers = [
      await client.get(MIGRATIONS),
      await client.get(`${MIGRATIONS}/${id}`),
      await client.post(MIGRATIONS, { system: 'apex', source: 'files' }),
      await client.patch(`${MIGRATIONS}/${id}`, { settings: {} }),
      await client.post(`${MIGRATIONS}/${id}/read`),
      await client.post(`${MIGRATIONS}/${id}/apply`),
      await client.delete(`${MIGRATIONS}/${id}`),
    ];
    for (const answer of answers)
      expect(expectError(answer, 'FORBIDDEN')).toMatchObject({ reason: 'whole_business' });
  }
  const { owner: other } = await openSeller(stage);
  expectAbsent(await other.get(`${MIGRATIONS}/${id}`));
  expectAbsent(await other.patch(`${MIGRATIONS}/${id}`, { settings: {} }));
  expectAbsent(await other.post(`${MIGRATIONS}/${id}/read`));
  expectAbsent(await other.delete(`${MIGRATIONS}/${id}`));
});
