import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Callers, type Cases, MANAGERS, pending, product, seller, sku, takenSku } from './world';

let names = 0;
const flower = { name: 'Upsert', category: 'flower' };
const address = { street: 'x', city: 'x', state: 'CA', zip: '9' };
const shop = (license: string) => ({
  ...{ type: 'retailer', name: 'x', license_number: license, address },
});
const by = (kind: string, value = `V-${++names}`) => `/api/v1/${kind}/by/status/${value}`;
const stale = { headers: { 'if-match': '"never"' } };
const CUSTOMERS: Callers = ['', 'oam', 'oam'];
const variant = () => ({ name: 'x', sku: sku(), price: 1 });
const customer = async () => {
  const path = by('customers');
  const license = `UPSERT-${names}`;
  const { id } = ok(await seller.put<{ id: string }>(path, shop(license)));
  return { path, license, id };
};

export const UPSERT_CASES: Cases = {
  'PUT /api/v1/products/by/{system}/{value}': {
    may: ADMINS,
    client: seller,
    address: by('products'),
    cases: {
      200: async () => {
        const path = by('products');
        await seller.put(path, flower);
        return seller.put(path, { name: 'Other' });
      },
      201: () => seller.put(by('products'), flower),
      409: () => seller.put(by('products'), { ...flower, variants: [{ ...variant(), sku: takenSku }] }),
      412: () => seller.put(by('products'), flower, stale),
    },
  },
  'POST /api/v1/products/batch': {
    may: ADMINS,
    client: seller,
    address: '/api/v1/products/batch',
    cases: {
      200: () =>
        seller.post('/api/v1/products/batch', { items: [{ system: 'status', value: 'B', ...flower }] }),
      409: () =>
        seller.post('/api/v1/products/batch', {
          items: [{ system: 'status', value: 'T', ...flower, variants: [{ ...variant(), sku: takenSku }] }],
          atomic: true,
        }),
      412: () =>
        seller.post('/api/v1/products/batch', {
          items: [{ system: 'status', value: 'M', ...flower, if_match: '"never"' }],
          atomic: true,
        }),
    },
  },
  'PUT /api/v1/variants/by/{system}/{value}': {
    may: ADMINS,
    client: seller,
    address: by('variants'),
    cases: {
      200: async () => {
        const path = by('variants');
        await seller.put(path, { ...variant(), product_id: product.id });
        return seller.put(path, { price: 2 });
      },
      201: () => seller.put(by('variants'), { ...variant(), product_id: product.id }),
      404: () => seller.put(by('variants'), { ...variant(), product_id: ABSENT_ID }),
      409: () => seller.put(by('variants'), { ...variant(), sku: takenSku, product_id: product.id }),
      412: () => seller.put(by('variants'), { ...variant(), product_id: product.id }, stale),
    },
  },
  'POST /api/v1/variants/batch': {
    may: ADMINS,
    client: seller,
    address: '/api/v1/variants/batch',
    cases: {
      200: () =>
        seller.post('/api/v1/variants/batch', {
          items: [{ system: 'status', value: `VB-${++names}`, ...variant(), product_id: product.id }],
        }),
      404: () =>
        seller.post('/api/v1/variants/batch', {
          items: [{ system: 'status', value: 'N', ...variant(), product_id: ABSENT_ID }],
          atomic: true,
        }),
      409: () =>
        seller.post('/api/v1/variants/batch', {
          items: [{ system: 'status', value: 'T', ...variant(), sku: takenSku, product_id: product.id }],
          atomic: true,
        }),
      412: () =>
        seller.post('/api/v1/variants/batch', {
          items: [{ system: 'status', value: 'M', ...variant(), if_match: '"never"' }],
          atomic: true,
        }),
    },
  },
  'PUT /api/v1/customers/by/{system}/{value}': {
    may: CUSTOMERS,
    client: seller,
    address: by('customers'),
    cases: {
      200: async () => seller.put((await customer()).path, { nickname: 'x' }),
      201: () => seller.put(by('customers'), shop(`UPSERT-${++names}-NEW`)),
      404: async () => seller.put((await customer()).path, { price_list_id: ABSENT_ID }),
      409: async () => seller.put(by('customers'), shop((await customer()).license)),
      412: async () => seller.put((await customer()).path, { nickname: 'x' }, stale),
    },
  },
  'POST /api/v1/customers/batch': {
    may: CUSTOMERS,
    client: seller,
    address: '/api/v1/customers/batch',
    cases: {
      200: () =>
        seller.post('/api/v1/customers/batch', {
          items: [{ system: 'status', value: `CB-${++names}`, ...shop(`UPSERT-${names}-B`) }],
        }),
      404: () =>
        seller.post('/api/v1/customers/batch', {
          items: [
            {
              system: 'status',
              value: `CN-${++names}`,
              ...shop(`UPSERT-${names}-N`),
              price_list_id: ABSENT_ID,
            },
          ],
          atomic: true,
        }),
      409: async () =>
        seller.post('/api/v1/customers/batch', {
          items: [{ system: 'status', value: `CT-${++names}`, ...shop((await customer()).license) }],
          atomic: true,
        }),
      412: () =>
        seller.post('/api/v1/customers/batch', {
          items: [{ system: 'status', value: 'CM', ...shop('UPSERT-M'), if_match: '"never"' }],
          atomic: true,
        }),
    },
  },
  'POST /api/v1/orders/status/batch': {
    may: MANAGERS,
    client: seller,
    address: '/api/v1/orders/status/batch',
    cases: {
      200: async () =>
        seller.post('/api/v1/orders/status/batch', {
          steps: [{ order_id: (await pending()).id, status: 'accepted' }],
        }),
    },
  },
};
