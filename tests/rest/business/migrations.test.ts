import { describe, expect, test } from 'vitest';
import type { MigrationView } from '../../../server/features/imports/migrations/schema';
import { createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember } from '../../factories/business';
import type { LinesBody } from '../../factories/imports';
import {
  addFile,
  applied,
  connectVendor,
  countsOf,
  leaflinkLists,
  MIGRATIONS,
  migrated,
  openLeaflink,
  preview,
} from '../../factories/migrations';
import { openWorld, requestsOf, setWorld } from '../../factories/vendors';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();

async function openSeller() {
  const shop = await createBusiness(stage.db, 'wholesaler', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(stage.db, shop, 'owner'));
  return { shop, owner, place: shop.locationIds[0] };
}
const linesOf = async (client: Client, migration: MigrationView, kind: string) => {
  const id = migration.kinds.find((one) => one.kind === kind)?.import_id;
  return ok(await client.get<LinesBody>(`/api/v1/imports/${id}/lines?limit=500`)).data;
};
/** Everything that a business has, which a preview leaves as it was. */
const stateOf = async (id: string) =>
  stage.sql`select (select count(*) from products where entity_id = ${id}) as products,
    (select count(*) from accounts where seller_id = ${id}) as customers, (select count(*) from events where entity_id = ${id}) as events,
    (select count(*) from inventory_movements where entity_id = ${id}) as movements,
    (select count(*) from orders where wholesaler_id = ${id}) as orders, (select count(*) from invoices where seller_id = ${id}) as invoices`;

describe('from LeafLink', () => {
  test('previews, maps, applies in order, and a second run of equal data changes nothing', async () => {
    const { shop, owner, place } = await openSeller();
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
    const stock = await linesOf(owner, mapped, 'inventory');
    expect(stock.find(({ external_id }) => external_id === '801')?.errors).toMatchObject([
      { code: 'fractional_quantity' },
    ]);
    expect(countsOf(mapped, 'orders')).toEqual({ create: 1, error: 1 });
    const orders = await linesOf(owner, mapped, 'orders');
    expect(orders.find(({ external_id }) => external_id === 'aaaa-2')?.errors).toMatchObject([
      { code: 'depends_on_failed' },
    ]);
    expect(await stateOf(shop.id)).toEqual(before);

    const done = await applied(owner, first.id);
    expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'completed', error: null });
    expect(countsOf(done, 'orders'), JSON.stringify(await linesOf(owner, done, 'orders'))).toEqual({
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
      expect([kind, create, update, adjust], JSON.stringify(await linesOf(owner, again, kind))).toEqual([
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
    const { owner, place } = await openSeller();
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
    const [line] = await linesOf(owner, again, 'customers');
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
    const { owner } = await openSeller();
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
    const lines = await linesOf(owner, mapped, 'products');
    expect(lines[0]).toMatchObject({
      outcome: 'create',
      after: { wholesale_price: 2, price: 4, case_size: 10 },
    });
    expect(lines[1]?.errors[0]).toMatchObject({ code: 'price_not_exact' });
  });

  test('goes on after 429, 500, a cut connection and a repeated page, and reads each row once', async () => {
    const { owner } = await openSeller();
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
    const { owner } = await openSeller();
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
    const [one, two] = [await openSeller(), await openSeller()];
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

describe('from Distru', () => {
  test('takes customers with an open order, products, packages as lots, and open orders', async () => {
    const { owner, place } = await openSeller();
    const company = (id: string, relationship: string) => ({
      ...{ id, name: `Company ${id}`, legal_business_name: `Company ${id} Inc.`, phone_number: '5105550144' },
      ...{
        default_email: 'c@example.test',
        licenses: [{ license_number: `D-${id}` }],
        outstanding_balance_threshold: '500000',
      },
      ...{
        relationship_type: { name: relationship },
        locations: [{ address: '12 Oak St, Oakland, CA 94607' }],
      },
    });
    const lists = {
      companies: [company('a', 'Current Customer'), company('b', 'Vendor'), company('c', 'Vendor')],
      products: [
        {
          ...{
            id: 'p1',
            name: 'Live Rosin',
            sku: 'LR-1',
            brand: { name: 'Emerald' },
            category: { name: 'Concentrates' },
          },
          ...{
            unit_price: '25.00',
            wholesale_unit_price: '24.00',
            msrp: '50.00',
            is_active: true,
            units_per_case: null,
          },
        },
      ],
      batches: [{ id: 'b1', batch_number: 'LR-01', product_id: 'p1', expiration_date: '2027-05-01' }],
      packages: [
        {
          ...{
            id: 'k1',
            compliance_label: '1A4060300000001',
            product_id: 'p1',
            batch_number: 'LR-01',
            product_unit_quantity: '40.000',
          },
          ...{ location: { id: 'l1', name: 'Vault A' }, status: 'active', lab_testing_state: 'TestPassed' },
        },
        {
          id: 'k2',
          compliance_label: 'X',
          product_id: 'p1',
          product_unit_quantity: '5',
          location: { id: 'l1' },
          status: 'finished',
        },
      ],
      inventory: [
        {
          product: { id: 'p1' },
          location: { id: 'l1', name: 'Vault A' },
          batch_number: 'LR-01',
          active: '50.000',
        },
      ],
      orders: [
        {
          ...{
            id: 'o1',
            order_number: 'SO-1',
            status: 'PENDING',
            company: { id: 'b' },
            total: '48.00',
            charges: [],
          },
          items: [{ product: { id: 'p1' }, quantity: '2', price: '24.00' }],
        },
        { id: 'o2', order_number: 'SO-2', status: 'CANCELED', company: { id: 'c' }, items: [], total: '0' },
      ],
      invoices: [
        {
          id: 'i1',
          invoice_number: 'INV-1',
          company: { id: 'a' },
          total: '90.00',
          amount_paid: '40.00',
          invoice_datetime: '2026-01-05T10:00:00Z',
          due_datetime: '2026-02-05T10:00:00Z',
        },
      ],
    };
    const connection = await connectVendor(owner, await openWorld({ lists, pageSize: 2 }), 'distru');
    const location_map = { 'Vault A': { location_id: place } };
    const first = await preview(owner, connection, { system: 'distru', location_map });
    expect(first, JSON.stringify(first.error)).toMatchObject({ status: 'ready' });
    expect(countsOf(first, 'customers')).toEqual({ create: 2 });
    expect(first.found?.relationships).toEqual([
      { name: 'Vendor', lines: 2, taken: false },
      { name: 'Current Customer', lines: 1, taken: true },
    ]);
    const done = await applied(owner, first.id);
    expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'completed' });
    for (const kind of ['products', 'batches', 'orders', 'opening_balances']) {
      const shown = kind === 'orders' ? { create: 1, closed: 1 } : { create: 1 };
      expect([kind, countsOf(done, kind)], JSON.stringify(await linesOf(owner, done, kind))).toEqual([
        kind,
        shown,
      ]);
    }
    const lots =
      await stage.sql`select l.package_tag, i.quantity from lot_items i join lots l on l.id = i.lot_id
      where l.entity_id = (select entity_id from integration_connections where id = ${connection}) order by i.quantity`.catch(
        () => null,
      );
    if (lots) expect(lots.map(({ quantity }) => quantity)).toEqual([10, 40]);
    const [order] = ok(await owner.get<{ data: unknown[] }>('/api/v1/orders?external_id=distru:SO-1')).data;
    expect(order).toMatchObject({ status: 'pending', total: 48 });
    expect(ok(await owner.get<{ data: unknown[] }>('/api/v1/invoices?opening=true')).data).toMatchObject([
      { number: 'INV-1', total: 50 },
    ]);
  });
});

describe('from files', () => {
  test("reads LeafLink's customers by the names of their columns, and again without a change", async () => {
    const { owner } = await openSeller();
    const file = `ID,Nickname,Business License Name,License Number,License Type,Ext Acct ID,Address,City,State,Zipcode,Phone,Email,Payment Term,Tier,Delinquent,Archived,Notes
184220,Green Door,"Green Door Wellness, LLC",C10-0000123-LIC,Adult-Use Retail,GD-001,"12 Oak St
Unit B",Oakland,California,94607,(510) 555-0144,buyer@example.test,Net 30,Gold,False,False,"Call first
then deliver"
184221,Blue Fern,Blue Fern Inc.,C10-0000124-LIC,Medicinal Retail,BF-002,4 Elm,San Jose,CA,95112-1234,,,COD,,True,False,
184222,Old Leaf,Old Leaf Inc.,C10-0000125-LIC,Medicinal Retail,OL-003,5 Elm,San Jose,CA,95112,,,COD,,False,True,
`;
    const run = async () => {
      const body = { system: 'leaflink', source: 'files', kinds: ['customers'] };
      const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, body));
      const added = await addFile(owner, id, 'customers', 'customers.csv', file);
      expect(added.status, added.text).toBe(201);
      ok(await owner.post(`${MIGRATIONS}/${id}/read`));
      return migrated(owner, id);
    };
    const first = await run();
    expect(first, JSON.stringify(first.error)).toMatchObject({ status: 'ready' });
    expect(countsOf(first, 'customers'), JSON.stringify(await linesOf(owner, first, 'customers'))).toEqual({
      create: 2,
      closed: 1,
    });
    expect(first.kinds[0]?.not_carried).toMatchObject({ Tier: 1, Notes: 1 });
    await applied(owner, first.id);
    const [customer] = ok(
      await owner.get<{ data: unknown[] }>('/api/v1/customers?external_id=leaflink:184220'),
    ).data;
    expect(customer).toMatchObject({
      ...{ name: 'Green Door', legal_name: 'Green Door Wellness, LLC', terms_days: 30, type: 'retailer' },
      ...{
        external_ids: { leaflink: '184220', quickbooks: 'GD-001' },
        address: { street: '12 Oak St Unit B', state: 'CA' },
      },
    });
    expect(countsOf(await run(), 'customers')).toEqual({ unchanged: 2, closed: 1 });
  });

  test("takes JSON as an API responds with, QuickBooks' open invoices, and orders with several rows", async () => {
    const { owner } = await openSeller();
    const kinds = ['customers', 'opening_balances'];
    const { id } = ok(
      await owner.post<MigrationView>(MIGRATIONS, {
        system: 'leaflink',
        source: 'files',
        kinds: ['customers', 'products'],
      }),
    );
    const { customers = [], products = [] } = leaflinkLists();
    ok(await addFile(owner, id, 'customers', 'customers.json', JSON.stringify({ results: customers })));
    ok(
      await addFile(
        owner,
        id,
        'products',
        'products.csv',
        'ID,Name,SKU,Category,Wholesale Price,Retail Price\n9,Kush,K-9,Flower,$10.00,$20.00\n',
      ),
    );
    ok(await owner.post(`${MIGRATIONS}/${id}/read`));
    const read = await migrated(owner, id);
    expect(countsOf(read, 'customers')).toEqual({ create: 2, error: 1, closed: 1 });
    expect(countsOf(read, 'products'), JSON.stringify(await linesOf(owner, read, 'products'))).toEqual({
      create: 1,
    });
    expect(products.length).toBeGreaterThan(0);
    expect((await applied(owner, id)).status).toBe('completed');
    const books = ok(
      await owner.post<MigrationView>(MIGRATIONS, { system: 'quickbooks', source: 'files', kinds }),
    );
    const file = 'Customer,Num,Date,Due Date,Open Balance\nShop 1,1001,01/05/2026,02/05/2026,"1,250.50"\n';
    ok(await addFile(owner, books.id, 'opening_balances', 'open.csv', file));
    ok(await owner.post(`${MIGRATIONS}/${books.id}/read`));
    const owed = await migrated(owner, books.id);
    expect(countsOf(owed, 'opening_balances'), JSON.stringify(owed)).toEqual({ create: 1 });
    expect((await applied(owner, books.id)).status).toBe('completed');
    expect(ok(await owner.get<{ data: unknown[] }>('/api/v1/invoices?opening=true')).data).toMatchObject([
      { number: '1001', total: 1250.5 },
    ]);
  });

  test('rejects what it has no API for, a kind that it does not bring, and a second run at a time', async () => {
    const { owner } = await openSeller();
    expectInvalid(
      await owner.post(MIGRATIONS, { system: 'quickbooks', source: 'api' }),
      'source',
      'unknown_value',
    );
    expectInvalid(
      await owner.post(MIGRATIONS, { system: 'leaflink', source: 'api' }),
      'connection_id',
      'required',
    );
    const unknown = { system: 'leaflink', source: 'files', settings: { everything: true } };
    expectInvalid(await owner.post(MIGRATIONS, unknown), 'settings.everything', 'unknown_key');
    const [one, two] = [1, 2].map(() => ({ system: 'apex', source: 'files', kinds: ['products'] }));
    const first = ok(await owner.post<MigrationView>(MIGRATIONS, one));
    const second = ok(await owner.post<MigrationView>(MIGRATIONS, two));
    expectInvalid(
      await addFile(owner, first.id, 'customers', 'x.csv', 'a,b\n1,2\n'),
      'kind',
      'unknown_value',
    );
    expectInvalid(
      await addFile(owner, first.id, 'products', 'x.json', '[{"id": 1}]'),
      'file',
      'invalid_file',
    );
    await stage.sql`update migrations set status = 'reading', lease_until = now() + interval '1 hour' where id = ${first.id}`;
    expect(expectError(await owner.post(`${MIGRATIONS}/${second.id}/read`), 'CONFLICT')).toMatchObject({
      reason: 'migration_active',
    });
    await stage.sql`update migrations set status = 'draft' where id = ${first.id}`;
    expect((await owner.delete(`${MIGRATIONS}/${first.id}`)).status).toBe(204);
    expectAbsent(await owner.get(`${MIGRATIONS}/${first.id}`));
  });
});

test('is of the whole business: limited members and keys read and change nothing (403 whole_business), others find nothing (404)', async () => {
  const { shop, owner, place } = await openSeller();
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
  const { owner: other } = await openSeller();
  expectAbsent(await other.get(`${MIGRATIONS}/${id}`));
  expectAbsent(await other.patch(`${MIGRATIONS}/${id}`, { settings: {} }));
  expectAbsent(await other.post(`${MIGRATIONS}/${id}/read`));
  expectAbsent(await other.delete(`${MIGRATIONS}/${id}`));
});
