import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Cases, seller, trade } from './world';

const PATH = '/api/v1/offers';
const ABSENT = `${PATH}/${ABSENT_ID}`;
const READERS: Callers = ['', 'oamv', 'oamv'];
const ADMINS: Callers = ['', 'oa', 'oa'];
const items = [{ variant_id: trade.product.variantId }];
const body = (fields: object = {}) => ({
  name: 'Status',
  ends_at: '2099-01-01T00:00:00Z',
  audience: 'all',
  items,
  ...fields,
});
const many = Array.from({ length: 21 }, (_, n) => ({ min_amount: n + 1, unit_price: 1 }));
const full = [{ ...items[0], ladder: many }];
const made = async () => `${PATH}/${ok(await seller.post<{ id: string }>(PATH, body())).id}`;

export const OFFER_CASES: Cases = {
  [`GET ${PATH}`]: { may: READERS, client: seller, address: PATH, cases: { 200: () => seller.get(PATH) } },
  [`POST ${PATH}`]: {
    may: ADMINS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, body()),
      404: () => seller.post(PATH, body({ items: [{ variant_id: ABSENT_ID }] })),
      409: () => seller.post(PATH, body({ items: full })),
    },
  },
  [`GET ${PATH}/{id}`]: {
    may: READERS,
    client: seller,
    address: ABSENT,
    cases: { 200: async () => seller.get(await made()), 404: () => seller.get(ABSENT) },
  },
  [`PATCH ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: {
      200: async () => seller.patch(await made(), { name: 'Other' }),
      404: () => seller.patch(ABSENT, { name: 'Other' }),
      409: async () => seller.patch(await made(), { items: full }),
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: { 204: async () => seller.delete(await made()), 404: () => seller.delete(ABSENT) },
  },
};
