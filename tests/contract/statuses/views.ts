import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ALL, type Cases, read, seller } from './world';

const VIEWS = '/api/v1/views';
const ABSENT_VIEW = `${VIEWS}/${ABSENT_ID}`;
let names = 0;
const view = () => ({ list: 'orders', name: `View ${++names}`, query: 'status=pending' });
const saved = async () => ok(await seller.post<{ id: string; name: string }>(VIEWS, view()));

export const VIEW_CASES: Cases = {
  'GET /api/v1/search': read(seller, '/api/v1/search?q=harbor'),
  [`GET ${VIEWS}`]: read(seller, VIEWS),
  [`POST ${VIEWS}`]: {
    may: ALL,
    client: seller,
    address: VIEWS,
    cases: {
      201: () => seller.post(VIEWS, view()),
      409: async () => seller.post(VIEWS, { ...view(), name: (await saved()).name.toUpperCase() }),
    },
  },
  [`GET ${VIEWS}/{id}`]: read(seller, `${VIEWS}/${(await saved()).id}`, ABSENT_VIEW),
  [`PATCH ${VIEWS}/{id}`]: {
    may: ALL,
    client: seller,
    address: ABSENT_VIEW,
    cases: {
      200: async () => seller.patch(`${VIEWS}/${(await saved()).id}`, { query: '' }),
      404: () => seller.patch(ABSENT_VIEW, { query: '' }),
      409: async () => seller.patch(`${VIEWS}/${(await saved()).id}`, { name: (await saved()).name }),
    },
  },
  [`DELETE ${VIEWS}/{id}`]: {
    may: ALL,
    client: seller,
    address: ABSENT_VIEW,
    cases: {
      204: async () => seller.delete(`${VIEWS}/${(await saved()).id}`),
      404: () => seller.delete(ABSENT_VIEW),
    },
  },
};
