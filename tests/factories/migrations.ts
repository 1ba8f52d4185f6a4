import type { MigrationView } from '../../server/features/imports/migrations/schema';
import { type Client, ok } from '../setup/client';
import { form } from '../setup/form';
import type { Stage } from '../setup/stage';
import { createBusiness, createMember } from './business';
import type { LinesBody } from './imports';
import { openWorld } from './vendors';

export const MIGRATIONS = '/api/v1/migrations';

/** A wholesaler with two locations, and its owner. */
export async function openSeller({ db, signIn }: Pick<Stage, 'db' | 'signIn'>) {
  const shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  return { shop, owner: await signIn(await createMember(db, shop, 'owner')), place: shop.locationIds[0] };
}

/** The lines of a kind. */
export async function partLines(client: Client, { kinds }: MigrationView, kind: string) {
  const id = kinds.find((one) => one.kind === kind)?.import_id;
  return ok(await client.get<LinesBody>(`/api/v1/imports/${id}/lines?limit=500`)).data;
}

/** A migration once its work is done. */
export async function migrated(client: Client, id: string, patienceMs = 300_000): Promise<MigrationView> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const body = ok(await client.get<MigrationView>(`${MIGRATIONS}/${id}`));
    if (body.status !== 'reading' && body.status !== 'applying') return body;
    if (Date.now() > deadline) throw new Error(`The migration does not end: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Connects with a vendor. @returns the connection's id */
export async function connectVendor(client: Client, token: string, system = 'leaflink'): Promise<string> {
  const body = { system, credentials: { token } };
  return ok(await client.post<{ id: string }>('/api/v1/integrations', body)).id;
}

/** Begins a migration by an API and waits for its preview. */
export async function preview(
  client: Client,
  connection_id: string,
  fields: object = {},
): Promise<MigrationView> {
  const body = { system: 'leaflink', source: 'api', connection_id, ...fields };
  const { id } = ok(await client.post<MigrationView>(MIGRATIONS, body));
  ok(await client.post(`${MIGRATIONS}/${id}/read`));
  return migrated(client, id);
}

/** Applies it and waits for the end. */
export async function applied(client: Client, id: string): Promise<MigrationView> {
  ok(await client.post(`${MIGRATIONS}/${id}/apply`));
  return migrated(client, id);
}

/** Adds the file of a kind. */
export const addFile = (client: Client, id: string, kind: string, fileName: string, content: string) =>
  client.send<MigrationView>(
    'POST',
    `${MIGRATIONS}/${id}/files`,
    form([
      { name: 'kind', content: kind },
      { name: 'file', fileName, type: 'text/csv', content },
    ]),
  );

/** What lines of a kind come to, without the outcomes that none has. */
export function countsOf({ kinds }: MigrationView, kind: string): Record<string, number> {
  const counts: Record<string, number> = kinds.find((one) => one.kind === kind)?.counts ?? {};
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

type Row = Record<string, unknown>;

/** What a small business has at LeafLink: customers, goods, stock, an open order and one that isn't paid. */
export function leaflinkLists(): Record<string, Row[]> {
  const customer = (id: number, more: Row = {}) => ({
    ...{
      id,
      nickname: `Shop ${id}`,
      business_license_name: `Shop ${id} LLC`,
      license_number: `C10-${id}-LIC`,
    },
    ...{ address: `${id} Oak St`, unit_number: '', city: 'Oakland', state: 'California', zipcode: '94607' },
    ...{ email: `shop${id}@example.test`, phone: '(510) 555-0144', partner: 9000 + id, tier: 'Gold' },
    ...more,
  });
  const product = (id: number, more: Row = {}) => ({
    ...{ id, name: `Blue Dream ${id}`, sku: `BD-${id}`, category: 1, sub_category: 11, brand: 5 },
    wholesale_price: { amount: '20.00', currency: 'USD' },
    retail_price: { amount: '40.00', currency: 'USD' },
    ...{
      unit_of_measure: 'Gram',
      unit_denomination: { value: 3.5 },
      unit_multiplier: 1,
      listing_state: 'Available',
    },
    ...{
      description: '<p>Sweet &amp; piney</p>',
      strain_classification: 'sativa-hybrid',
      minimum_order: '2.0',
    },
    ...more,
  });
  const line = (product: number, quantity: number, more: Row = {}) => ({
    ...{ id: product * 10, product, quantity: `${quantity}.00`, ordered_unit_price: { amount: '20.00' } },
    ...more,
  });
  return {
    companies: [{ id: 1, slug: 'mine', name: 'Mine' }],
    'product-categories': [{ id: 1, name: 'Flower' }],
    'product-subcategories': [{ id: 11, name: 'Packaged Eighths' }],
    brands: [{ id: 5, name: 'Emerald' }],
    facilities: [{ id: 70, name: 'Main Warehouse' }],
    customers: [
      customer(1, { price_schedule: 3, payment_term: 7, ext_acct_id: 'QB-1', external_id: 'ERP-1' }),
      customer(2, { discount_percent: '5.00', delinquent: true }),
      customer(3, { license_number: '' }),
      customer(4, { archived: true }),
    ],
    products: [
      product(1, { prices: { 9001: { amount: '18.00' } } }),
      product(2, { prices: { 9001: { amount: '20.00' } }, listing_state: 'Archived' }),
      product(3, { name: 'Gummies', category: 1 }),
      product(4, { name: 'Gummies mango', parent: 3, sku: 'GM-M' }),
      product(5, { sku: '' }),
    ],
    'product-batches': [
      {
        ...{
          id: 500,
          product: 1,
          production_batch_number: 'BD-2026-014',
          batch_date: '2026-01-05',
          total_thc: '24.5',
        },
        ...{ cannabinoid_unit: '%', expiration_date: '2027-01-05', harvest_date: '2025-11-01' },
      },
    ],
    'inventory-items': [
      { id: 800, product: 1, facility: 70, batch: 500, quantity: '100.0000', reserved_qty: '12.0' },
      { id: 801, product: 2, facility: 70, batch: null, quantity: '10.5000' },
      { id: 802, product: 4, facility: 70, batch: null, quantity: '30.0000' },
    ],
    'orders-received': [
      {
        ...{
          number: 'aaaa-1',
          short_id: 'LL0001',
          status: 'Accepted',
          customer: { id: 1 },
          total: { amount: '200.00' },
        },
        ...{
          line_items: [line(1, 10)],
          ship_date: '2099-12-01',
          notes: 'Ring twice',
          internal_notes: 'VIP',
          payment_term: 'Net 7',
        },
      },
      {
        ...{
          number: 'aaaa-2',
          short_id: 'LL0002',
          status: 'Submitted',
          customer: { id: 3 },
          total: { amount: '40.00' },
        },
        line_items: [line(1, 2)],
      },
      {
        ...{
          number: 'aaaa-3',
          short_id: 'LL0003',
          status: 'Shipped',
          customer: { id: 2 },
          total: { amount: '500.00' },
        },
        ...{ payment_balance: { amount: '120.50' }, ship_date: '2026-01-02', payment_due_date: '2026-02-01' },
      },
    ],
  };
}

export const openLeaflink = (lists: Record<string, Row[]> = leaflinkLists()) => openWorld({ lists });
