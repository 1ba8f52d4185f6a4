import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, type TestProduct } from '../../factories/catalog';
import { applyImport, checkCsv, linesOf } from '../../factories/imports';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const CUSTOMERS = '/api/v1/customers';
const PRODUCTS = '/api/v1/products';
const LICENSES = '/api/v1/entity/licenses';
const OUTSIDE = { reason: 'outside_your_locations' };

let shop: Business;
let owner: Client;
let limited: Client;
let key: Client;
let product: TestProduct;
beforeAll(async () => {
  shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  limited = await stage.signIn(await createMember(db, shop, 'admin', [shop.locationIds[0]]));
  const permissions = [
    'update:customers',
    'create:customers',
    'update:products',
    'update:terms',
    'update:prices',
  ];
  const scopes = [...permissions, 'update:entity', 'create:products', 'read:products', 'read:customers'];
  const { secret } = await createKey(owner, { permissions: scopes, location_ids: [shop.locationIds[0]] });
  key = withKey(stage.server.url, secret);
  product = await createProduct(db, shop);
});
const outside = (answer: Parameters<typeof expectError>[0]) =>
  expect(expectError(answer, 'FORBIDDEN')).toMatchObject(OUTSIDE);
const both = () => [limited, key];

let count = 0;
const newCustomer = (fields: object = {}) => ({
  type: 'retailer',
  name: `Corner ${++count}`,
  license_number: `WHOLE-${count}`,
  address: { street: '1 Main St', city: 'Oakland', state: 'CA', zip: '94607' },
  ...fields,
});
const addCustomer = async (fields: object = {}) =>
  ok(await owner.post<{ id: string }>(CUSTOMERS, newCustomer(fields))).id;

describe('what a customer is granted', () => {
  test.each([
    ['terms_days', 14],
    ['credit_limit', 5000],
    ['credit_check', 'placing'],
    ['on_hold', true],
    ['minimum_order', 100],
  ])('is not set by a member or key limited to locations (403): %s', async (name, value) => {
    const id = await addCustomer();
    for (const client of both()) {
      outside(await client.patch(`${CUSTOMERS}/${id}`, { [name]: value }));
      outside(await client.post(CUSTOMERS, newCustomer({ [name]: value })));
    }
    ok(await owner.patch(`${CUSTOMERS}/${id}`, { [name]: value }));
    // Sent back unchanged, it is no change.
    for (const client of both())
      ok(await client.patch(`${CUSTOMERS}/${id}`, { [name]: value, nickname: 'x' }));
  });

  test('is neither a price list nor an exemption (403)', async () => {
    const id = await addCustomer();
    const list = ok(await owner.post<{ id: string }>('/api/v1/price-lists', { name: 'Friends' })).id;
    const rule = { name: 'City tax', basis: 'percent', rate: 5 };
    const taxed = ok(await owner.post<{ id: string }>('/api/v1/tax-rules', rule)).id;
    for (const client of both()) {
      outside(await client.patch(`${CUSTOMERS}/${id}`, { price_list_id: list }));
      outside(await client.patch(`${CUSTOMERS}/${id}`, { exempt_tax_ids: [taxed] }));
    }
  });

  test('leaves profile, notes, contacts and follow-ups of a customer to them', async () => {
    const created = ok(await limited.post<{ id: string }>(CUSTOMERS, newCustomer())).id;
    const contacts = [{ name: 'Ana', role: 'buyer', email: 'ana@corner.test' }];
    ok(
      await limited.patch(`${CUSTOMERS}/${created}`, {
        nickname: 'C',
        internal_notes: 'Call first',
        name: 'Corner',
      }),
    );
    expect((await limited.patch(`${CUSTOMERS}/${created}`, { contacts })).status).not.toBe(403);
    const due = { due_on: '2030-01-01', note: 'Call' };
    expect((await limited.post(`${CUSTOMERS}/${created}/follow-ups`, due)).status).not.toBe(403);
    outside(await limited.delete(`${CUSTOMERS}/${created}`));
  });
});

describe('products', () => {
  test('keep whether they are sold, and their prices, from members and keys limited to locations (403)', async () => {
    const at = `${PRODUCTS}/${product.id}`;
    const variant = `${at}/variants/${product.variantId}`;
    for (const client of both()) {
      for (const patch of [{ active: false }, { visibility: 'offered' }])
        outside(await client.patch(at, patch));
      for (const patch of [
        { price: 1 },
        { wholesale_price: 1 },
        { case_size: 6 },
        { low_stock_threshold: 9 },
      ]) {
        outside(await client.patch(variant, patch));
        outside(await client.patch(at, { variants: [{ id: product.variantId, ...patch }] }));
      }
      ok(await client.patch(at, { description: 'Sweet', active: true, images: [] }));
      ok(await client.patch(variant, { name: 'Eighth' }));
    }
    outside(await limited.delete(variant));
    outside(await limited.delete(at));
  });

  test('are created by them with their first prices, as are variants', async () => {
    const variants = [{ name: '1 g', sku: 'WHOLE-1', price: 10, wholesale_price: 5, case_size: 2 }];
    const fields = { name: 'Whole', category: 'flower', active: false, variants };
    const made = ok(await limited.post<{ id: string }>(PRODUCTS, fields));
    const sku = { name: '2 g', sku: 'WHOLE-2', price: 20 };
    ok(await limited.post(`${PRODUCTS}/${made.id}/variants`, sku));
    ok(await limited.patch(`${PRODUCTS}/${made.id}`, { variants: [{ ...sku, sku: 'WHOLE-3' }] }));
  });
});

test('a license without a location is not added, changed, moved or deleted by them (403), one of their location is', async () => {
  const [own] = ok(await owner.get<{ data: { id: string }[] }>(LICENSES)).data;
  for (const client of both()) {
    outside(await client.post(LICENSES, { number: 'ALL-1' }));
    for (const patch of [
      { status: 'suspended' },
      { expires_on: '2020-01-01' },
      { location_id: shop.locationIds[0] },
    ])
      outside(await client.patch(`${LICENSES}/${own?.id}`, patch));
    outside(await client.delete(`${LICENSES}/${own?.id}`));
    const body = { number: `HERE-${++count}`, location_id: shop.locationIds[0] };
    const here = ok(await client.post<{ id: string }>(LICENSES, body));
    outside(await client.patch(`${LICENSES}/${here.id}`, { location_id: null }));
    ok(await client.patch(`${LICENSES}/${here.id}`, { expires_on: '2031-01-31' }));
    expect((await client.delete(`${LICENSES}/${here.id}`)).status).toBe(204);
  }
});

test('connections are asked for and accepted by them, not ended, and sellers keep what they may enter (403)', async () => {
  const [farm, other] = [await createBusiness(db, 'cultivator'), await createBusiness(db, 'cultivator')];
  const asked = await limited.post('/api/v1/entity/connections/request', { entity_id: farm.id });
  expect(asked.status).toBe(201);
  const pending = await connect(db, other, shop, 'pending');
  ok(await limited.post(`/api/v1/entity/connections/${pending}/accept`));
  outside(await limited.patch(`/api/v1/entity/connections/${pending}`, { seller_orders: false }));
  outside(await limited.delete(`/api/v1/entity/connections/${pending}`));
});

describe('in a file', () => {
  const columns = (client: Client, kind: 'products' | 'customers' | 'opening_balances', csv: string) =>
    checkCsv(client, kind, csv);

  test('prices and visibility of products that exist are the errors of their lines, new ones are taken', async () => {
    const { sku } = ok(
      await owner.get<{ variants: { sku: string; name: string }[]; name: string }>(
        `${PRODUCTS}/${product.id}`,
      ),
    ).variants[0] ?? { sku: '' };
    const { name } = ok(await owner.get<{ name: string }>(`${PRODUCTS}/${product.id}`));
    const csv = `name,sku,price,wholesale_price,category\n${name},${sku},3,2,\nFresh,WHOLE-FILE,3,2,flower\n`;
    const checked = await columns(limited, 'products', csv);
    const lines = await linesOf(limited, checked.id);
    expect(lines.map(({ outcome }) => outcome)).toEqual(['error', 'create']);
    expect(lines[0]?.errors.map(({ field, code }) => [field, code])).toEqual([
      ['price', 'forbidden'],
      ['wholesale_price', 'forbidden'],
    ]);
    await applyImport(limited, checked.id);
    const after = ok(await owner.get<{ variants: { price: number }[] }>(`${PRODUCTS}/${product.id}`));
    expect(after.variants[0]?.price).not.toBe(3);
  });

  test('terms and opening balances are the errors of their lines', async () => {
    const name = `Corner ${count + 1}`;
    await addCustomer();
    const terms = `type,name,license_number,street,city,state,zip,terms_days\nretailer,New,WHOLE-F,1 Main,Oakland,CA,94607,10\n`;
    const checked = await columns(limited, 'customers', terms);
    const [line] = await linesOf(limited, checked.id);
    expect([line?.outcome, line?.errors[0]?.field, line?.errors[0]?.code]).toEqual([
      'error',
      'terms_days',
      'forbidden',
    ]);
    const owed = `customer,number,issued_on,due_on,amount\n${name},A-1,2026-01-01,2026-02-01,100\n`;
    const balances = await columns(limited, 'opening_balances', owed);
    const [balance] = await linesOf(limited, balances.id);
    expect([balance?.outcome, balance?.errors[0]?.code]).toEqual(['error', 'forbidden']);
  });
});
