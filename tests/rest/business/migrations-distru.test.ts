import { expect, test } from 'vitest';
import { applied, connectVendor, countsOf, openSeller, partLines, preview } from '../../factories/migrations';
import { openWorld } from '../../factories/vendors';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();

test('takes customers with an open order, products, packages as lots, and open orders', async () => {
  const { shop, owner, place } = await openSeller(stage);
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
    expect([kind, countsOf(done, kind)], JSON.stringify(await partLines(owner, done, kind))).toEqual([
      kind,
      shown,
    ]);
  }
  const lots = await stage.sql`
    select l.package_tag, i.quantity from inventory_lots i join lots l on l.id = i.lot_id
    where i.entity_id = ${shop.id} order by i.quantity`;
  expect(lots).toEqual([
    { package_tag: null, quantity: 10 },
    { package_tag: '1A4060300000001', quantity: 40 },
  ]);
  const [order] = ok(await owner.get<{ data: unknown[] }>('/api/v1/orders?external_id=distru:SO-1')).data;
  expect(order).toMatchObject({ status: 'pending', total: 48 });
  expect(ok(await owner.get<{ data: unknown[] }>('/api/v1/invoices?opening=true')).data).toMatchObject([
    { number: 'INV-1', total: 50 },
  ]);
});
