import type { World } from '../vendors/server';

export const TOKENS = { leaflink: 'leaflink-sandbox-key', distru: 'distru-sandbox-key' };

type Row = Record<string, unknown>;
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A small seller at LeafLink: customers, goods, a batch, stock and an open order. */
const LEAFLINK: Record<string, Row[]> = {
  companies: [{ id: 1, slug: 'sandbox', name: 'Sandbox seller' }],
  'product-categories': [{ id: 1, name: 'Flower' }],
  'product-subcategories': [{ id: 11, name: 'Packaged Eighths' }],
  brands: [{ id: 5, name: 'Emerald' }],
  facilities: [{ id: 70, name: 'Main Warehouse' }],
  customers: ids(3).map((id) => ({
    ...{ id, nickname: `LeafLink shop ${id}`, business_license_name: `LeafLink shop ${id} LLC` },
    ...{ license_number: `C10-000090${id}-LIC`, email: `shop${id}@example.test`, phone: '(510) 555-0144' },
    ...{
      address: `${id} Oak St`,
      city: 'Oakland',
      state: 'California',
      zipcode: '94607',
      partner: 9000 + id,
    },
  })),
  products: ids(5).map((id) => ({
    ...{ id, name: `LeafLink eighth ${id}`, sku: `LL-${id}`, category: 1, sub_category: 11, brand: 5 },
    wholesale_price: { amount: `${18 + id}.00`, currency: 'USD' },
    retail_price: { amount: `${36 + id}.00`, currency: 'USD' },
    ...{ unit_of_measure: 'Gram', unit_denomination: { value: 3.5 }, unit_multiplier: 1 },
    ...{ listing_state: 'Available', strain_classification: 'indica' },
  })),
  'product-batches': [
    {
      ...{ id: 500, product: 1, production_batch_number: 'LL-2026-014', batch_date: '2026-01-05' },
      ...{ total_thc: '24.5', cannabinoid_unit: '%', expiration_date: '2027-12-05' },
    },
  ],
  'inventory-items': ids(5).map((id) => ({
    ...{ id: 800 + id, product: id, facility: 70, batch: id === 1 ? 500 : null, quantity: `${id * 20}.0000` },
  })),
  'orders-received': [
    {
      ...{ number: 'll-1', short_id: 'LL1', status: 'Submitted', customer: { id: 1 } },
      ...{ total: { amount: '38.00' }, ship_date: '2026-12-20' },
      line_items: [{ id: 1, product: 1, quantity: '2.00', ordered_unit_price: { amount: '19.00' } }],
    },
  ],
};

/** The same at Distru, as third parties describe its fields. */
const DISTRU: Record<string, Row[]> = {
  companies: ids(2).map((id) => ({
    ...{ id: `c${id}`, name: `Distru shop ${id}`, legal_business_name: `Distru shop ${id} LLC` },
    ...{ default_email: `distru${id}@example.test`, relationship_type: { name: 'Current Customer' } },
    licenses: [{ license_number: `C10-000080${id}-LIC` }],
    locations: [{ address: { street: `${id} Pine St`, city: 'Eureka', state: 'CA', zip: '95501' } }],
  })),
  products: ids(3).map((id) => ({
    ...{ id: `p${id}`, name: `Distru jar ${id}`, sku: `DI-${id}`, category: 'Flower', is_active: true },
    ...{ unit_type: 'Gram', unit_net_weight: '3.5', unit_price: `${30 + id}.00`, units_per_case: '1' },
    wholesale_unit_price: `${15 + id}.00`,
  })),
  batches: [{ id: 'b1', batch_number: 'DI-2026-1', product_id: 'p1' }],
  packages: [],
  inventory: ids(3).map((id) => ({
    product_id: `p${id}`,
    location: { name: 'Warehouse' },
    active: `${id * 10}`,
  })),
  orders: [],
  invoices: [],
};

export const WORLDS: Record<keyof typeof TOKENS, World> = {
  leaflink: { lists: LEAFLINK },
  distru: { lists: DISTRU },
};
