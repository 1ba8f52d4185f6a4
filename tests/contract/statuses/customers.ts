import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Cases, newLocation, seller, trade } from './world';

const PATH = '/api/v1/customers';
const ABSENT = `${PATH}/${ABSENT_ID}`;
const claimed = `${PATH}/${trade.retailer.id}`;
const READERS: Callers = ['', 'oamv', 'oamv'];
const MANAGERS: Callers = ['', 'oam', 'oam'];
let licenses = 0;
const body = () => ({
  type: 'retailer',
  name: 'Status shop',
  license_number: `STATUS-${++licenses}`,
  address: newLocation.address,
});
const added = async () =>
  ok(await seller.post<{ id: string; license_number: string; locations: { id: string }[] }>(PATH, body()));
const place = async () => {
  const { id, locations } = await added();
  return `${PATH}/${id}/locations/${locations[0]?.id}`;
};

export const CUSTOMER_CASES: Cases = {
  [`GET ${PATH}`]: { may: READERS, client: seller, address: PATH, cases: { 200: () => seller.get(PATH) } },
  [`POST ${PATH}`]: {
    may: MANAGERS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, body()),
      404: () => seller.post(PATH, { ...body(), exempt_tax_ids: [ABSENT_ID] }),
      409: async () => seller.post(PATH, { ...body(), license_number: (await added()).license_number }),
    },
  },
  [`GET ${PATH}/{id}`]: {
    may: READERS,
    client: seller,
    address: ABSENT,
    cases: { 200: () => seller.get(claimed), 404: () => seller.get(ABSENT) },
  },
  [`PATCH ${PATH}/{id}`]: {
    may: MANAGERS,
    client: seller,
    address: ABSENT,
    cases: {
      200: () => seller.patch(claimed, { nickname: 'x' }),
      404: () => seller.patch(ABSENT, { nickname: 'x' }),
      409: () => seller.patch(claimed, { name: 'x' }),
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: MANAGERS,
    client: seller,
    address: ABSENT,
    cases: {
      204: async () => seller.delete(`${PATH}/${(await added()).id}`),
      404: () => seller.delete(ABSENT),
      409: () => seller.delete(claimed),
    },
  },
  [`POST ${PATH}/{id}/locations`]: {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT}/locations`,
    cases: {
      201: async () => seller.post(`${PATH}/${(await added()).id}/locations`, newLocation),
      404: () => seller.post(`${ABSENT}/locations`, newLocation),
      409: () => seller.post(`${claimed}/locations`, newLocation),
    },
  },
  [`PATCH ${PATH}/{id}/locations/{location_id}`]: {
    may: MANAGERS,
    client: seller,
    address: `${ABSENT}/locations/${ABSENT_ID}`,
    cases: {
      200: async () => seller.patch(await place(), { name: 'x' }),
      404: () => seller.patch(`${ABSENT}/locations/${ABSENT_ID}`, { name: 'x' }),
      409: () => seller.patch(`${claimed}/locations/${ABSENT_ID}`, { name: 'x' }),
    },
  },
};
