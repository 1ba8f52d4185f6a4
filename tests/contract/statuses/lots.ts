import { coaParts, uploadCoa } from '../../factories/coa';
import { type BatchBody, createLot } from '../../factories/lots';
import { pdf } from '../../factories/pdf';
import { ABSENT_ID } from '../../setup/expect';
import { ALL, buyer, type Cases, MANAGERS, pending, product, read, readOf, seller, stockId } from './world';

let numbers = 0;
const number = () => `STATUS-${++numbers}`;
const newBatch = async () =>
  (await seller.post<BatchBody>('/api/v1/batches', { product_id: product.id, batch_id: number() })).body;
const heldBatch = async () => {
  const { id } = await newBatch();
  await seller.post(`/api/v1/batches/${id}/hold`, { reason: 'x' });
  return id;
};
const known = await newBatch();
const lot = await createLot(seller, stockId, number(), 1);
const absent = `/api/v1/batches/${ABSENT_ID}`;
await uploadCoa(seller, product.id, coaParts(pdf(), { batch_id: known.batch_id }));
const lotsPath = async () => {
  const order = await pending();
  return `/api/v1/orders/${order.id}/items/${order.items[0]?.id}/lots`;
};

export const LOTS: Cases = {
  'GET /api/v1/batches': read(seller, '/api/v1/batches'),
  'GET /api/v1/batches/products': read(seller, '/api/v1/batches/products'),
  'POST /api/v1/batches': {
    may: MANAGERS,
    client: seller,
    address: '/api/v1/batches',
    cases: {
      201: () => seller.post('/api/v1/batches', { product_id: product.id, batch_id: number() }),
      404: () => seller.post('/api/v1/batches', { product_id: ABSENT_ID, batch_id: number() }),
      409: () => seller.post('/api/v1/batches', { product_id: product.id, batch_id: known.batch_id }),
    },
  },
  'GET /api/v1/batches/{id}': readOf(seller, known.id),
  'GET /api/v1/batches/{id}/coa': readOf(seller, known.id),
  'PATCH /api/v1/batches/{id}': {
    may: MANAGERS,
    client: seller,
    address: absent,
    cases: {
      200: () => seller.patch(`/api/v1/batches/${known.id}`, { test_status: 'passed' }),
      404: () => seller.patch(absent, { test_status: 'passed' }),
      409: async () => {
        await seller.patch(`/api/v1/batches/${known.id}`, { external_ids: { y: 'taken' } });
        const { id } = await newBatch();
        return seller.patch(`/api/v1/batches/${id}`, { external_ids: { y: 'taken' } });
      },
    },
  },
  'POST /api/v1/batches/{id}/hold': {
    may: MANAGERS,
    client: seller,
    address: `${absent}/hold`,
    cases: {
      200: async () => seller.post(`/api/v1/batches/${(await newBatch()).id}/hold`, { reason: 'x' }),
      404: () => seller.post(`${absent}/hold`, { reason: 'x' }),
      409: async () => seller.post(`/api/v1/batches/${await heldBatch()}/hold`, { reason: 'x' }),
    },
  },
  'POST /api/v1/batches/{id}/release': {
    may: MANAGERS,
    client: seller,
    address: `${absent}/release`,
    cases: {
      200: async () => seller.post(`/api/v1/batches/${await heldBatch()}/release`),
      404: () => seller.post(`${absent}/release`),
      409: () => seller.post(`/api/v1/batches/${known.id}/release`),
    },
  },
  'GET /api/v1/batches/{id}/trace': readOf(seller, known.id),
  'GET /api/v1/lots': read(seller, '/api/v1/lots'),
  'POST /api/v1/lots': {
    may: MANAGERS,
    client: seller,
    address: '/api/v1/lots',
    cases: {
      201: () => seller.post('/api/v1/lots', { batch: known.id, package_tag: number() }),
      404: () => seller.post('/api/v1/lots', { batch: ABSENT_ID }),
      409: () => seller.post('/api/v1/lots', { batch: lot.batch, variant_id: product.variantId }),
    },
  },
  'GET /api/v1/lots/{id}': readOf(seller, lot.id),
  'PATCH /api/v1/lots/{id}': {
    may: MANAGERS,
    client: seller,
    address: `/api/v1/lots/${ABSENT_ID}`,
    cases: {
      200: () => seller.patch(`/api/v1/lots/${lot.id}`, { external_ids: { x: '1' } }),
      404: () => seller.patch(`/api/v1/lots/${ABSENT_ID}`, { external_ids: { x: '1' } }),
      409: async () => {
        await seller.patch(`/api/v1/lots/${lot.id}`, { external_ids: { y: 'taken' } });
        const other = await createLot(seller, stockId, number(), 1);
        return seller.patch(`/api/v1/lots/${other.id}`, { external_ids: { y: 'taken' } });
      },
    },
  },
  'GET /api/v1/orders/{id}/items/{item_id}/lots': {
    may: ALL,
    client: seller,
    address: `/api/v1/orders/${ABSENT_ID}/items/${ABSENT_ID}/lots`,
    cases: {
      200: async () => seller.get(await lotsPath()),
      403: async () => buyer.get(await lotsPath()),
      404: () => seller.get(`/api/v1/orders/${ABSENT_ID}/items/${ABSENT_ID}/lots`),
    },
  },
  'PUT /api/v1/orders/{id}/items/{item_id}/lots': {
    may: MANAGERS,
    client: seller,
    address: `/api/v1/orders/${ABSENT_ID}/items/${ABSENT_ID}/lots`,
    cases: {
      200: async () => seller.put(await lotsPath(), { lots: [] }),
      403: async () => buyer.put(await lotsPath(), { lots: [] }),
      404: () => seller.put(`/api/v1/orders/${ABSENT_ID}/items/${ABSENT_ID}/lots`, { lots: [] }),
      409: async () => {
        const path = await lotsPath();
        await seller.post(`${path.split('/items/')[0]}/cancel`);
        return seller.put(path, { lots: [] });
      },
    },
  },
};
