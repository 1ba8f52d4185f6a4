import { connectPos } from '../../factories/pos';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, ALL, type Case, MANAGERS, product, read, seller, stage, wholesaler } from './world';

const LOCATIONS = '/api/v1/entity/locations';
const MAPPINGS = '/api/v1/inventory/pos/mappings';
const simulator = { provider: 'simulator' };
const address = { street: 'x', city: 'x', state: 'CA', zip: '9' };

/** A separate location for a case, with a POS by default. */
async function newPlace(connected = true): Promise<string> {
  const { body } = await seller.post<{ id: string }>(LOCATIONS, { name: 'x', address });
  if (connected) await connectPos(stage.db, wholesaler, {}, body.id);
  return body.id;
}
const during = async (use: (place: string) => ReturnType<Client['get']>) => {
  const place = await newPlace();
  await seller.post('/api/v1/inventory/sync', { location_id: place });
  return use(place);
};
const pos = (place: string, tail = '') => `${LOCATIONS}/${place}/pos${tail}`;
const mapping = (location_id: string) => ({ location_id, sku: 'REGISTER', variant_id: product.variantId });
const mapped = async () => {
  const { body } = await seller.post<{ id: string }>(MAPPINGS, mapping(await newPlace()));
  return body.id;
};

export const POS: Record<string, Case> = {
  'GET /api/v1/entity/locations/{id}/pos': {
    may: ALL,
    client: seller,
    address: pos(ABSENT_ID),
    cases: {
      200: async () => seller.get(pos(await newPlace())),
      404: async () => seller.get(pos(await newPlace(false))),
    },
  },
  'POST /api/v1/entity/locations/{id}/pos': {
    may: ADMINS,
    client: seller,
    address: pos(ABSENT_ID),
    cases: {
      201: async () => seller.post(pos(await newPlace(false)), simulator),
      404: () => seller.post(pos(ABSENT_ID), simulator),
      409: async () => seller.post(pos(await newPlace()), simulator),
    },
  },
  'PATCH /api/v1/entity/locations/{id}/pos': {
    may: ADMINS,
    client: seller,
    address: pos(ABSENT_ID),
    cases: {
      200: async () => seller.patch(pos(await newPlace()), { config: { page_size: 10 } }),
      404: () => seller.patch(pos(ABSENT_ID), { config: {} }),
      409: () => during((place) => seller.patch(pos(place), { config: { page_size: 10 } })),
    },
  },
  'DELETE /api/v1/entity/locations/{id}/pos': {
    may: ADMINS,
    client: seller,
    address: pos(ABSENT_ID),
    cases: {
      204: async () => seller.delete(pos(await newPlace())),
      404: () => seller.delete(pos(ABSENT_ID)),
      409: () => during((place) => seller.delete(pos(place))),
    },
  },
  'POST /api/v1/entity/locations/{id}/pos/test': {
    may: ADMINS,
    client: seller,
    address: pos(ABSENT_ID, '/test'),
    cases: {
      200: async () => seller.post(pos(await newPlace(), '/test')),
      404: () => seller.post(pos(ABSENT_ID, '/test')),
    },
  },
  'GET /api/v1/inventory/pos/unmatched': read(seller, '/api/v1/inventory/pos/unmatched'),
  'GET /api/v1/inventory/pos/mappings': read(seller, MAPPINGS),
  'GET /api/v1/inventory/pos/mappings/{id}': {
    may: ALL,
    client: seller,
    address: `${MAPPINGS}/${ABSENT_ID}`,
    cases: {
      200: async () => seller.get(`${MAPPINGS}/${await mapped()}`),
      404: () => seller.get(`${MAPPINGS}/${ABSENT_ID}`),
    },
  },
  'POST /api/v1/inventory/pos/mappings': {
    may: MANAGERS,
    client: seller,
    address: MAPPINGS,
    cases: {
      201: async () => seller.post(MAPPINGS, mapping(await newPlace())),
      404: () => seller.post(MAPPINGS, mapping(ABSENT_ID)),
      409: async () => seller.post(MAPPINGS, mapping(await newPlace(false))),
    },
  },
  'DELETE /api/v1/inventory/pos/mappings/{id}': {
    may: MANAGERS,
    client: seller,
    address: `${MAPPINGS}/${ABSENT_ID}`,
    cases: {
      204: async () => seller.delete(`${MAPPINGS}/${await mapped()}`),
      404: () => seller.delete(`${MAPPINGS}/${ABSENT_ID}`),
    },
  },
};
