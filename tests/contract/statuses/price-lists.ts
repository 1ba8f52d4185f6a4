import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Cases, seller, stage, takenSku, trade } from './world';

const PATH = '/api/v1/price-lists';
const ABSENT = `${PATH}/${ABSENT_ID}`;
const READERS: Callers = ['', 'oamv', 'oamv'];
const ADMINS: Callers = ['', 'oa', 'oa'];
const rule = (min_amount: number) => ({ sku: takenSku, min_amount, unit_price: 1 });
let names = 0;
const made = async () => {
  const name = `Status ${++names}`;
  const { id } = ok(await seller.post<{ id: string }>(PATH, { name }));
  return { name, path: `${PATH}/${id}`, id };
};

export const PRICE_LIST_CASES: Cases = {
  [`GET ${PATH}`]: { may: READERS, client: seller, address: PATH, cases: { 200: () => seller.get(PATH) } },
  [`POST ${PATH}`]: {
    may: ADMINS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, { name: `Status ${++names}` }),
      409: async () => seller.post(PATH, { name: (await made()).name }),
    },
  },
  [`GET ${PATH}/{id}`]: {
    may: READERS,
    client: seller,
    address: ABSENT,
    cases: { 200: async () => seller.get((await made()).path), 404: () => seller.get(ABSENT) },
  },
  [`PATCH ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: {
      200: async () => seller.patch((await made()).path, { active: false }),
      404: () => seller.patch(ABSENT, { active: false }),
      409: async () => seller.patch((await made()).path, { name: (await made()).name }),
    },
  },
  [`POST ${PATH}/items`]: {
    may: ADMINS,
    client: seller,
    address: `${PATH}/items`,
    cases: { 200: () => seller.post(`${PATH}/items`, { skus: [takenSku] }) },
  },
  [`GET ${PATH}/{id}/rules`]: {
    may: READERS,
    client: seller,
    address: `${ABSENT}/rules`,
    cases: {
      200: async () => seller.get(`${(await made()).path}/rules`),
      404: () => seller.get(`${ABSENT}/rules`),
    },
  },
  [`PUT ${PATH}/{id}/rules`]: {
    may: ADMINS,
    client: seller,
    address: `${ABSENT}/rules`,
    cases: {
      200: async () => seller.put(`${(await made()).path}/rules`, { rules: [rule(1)] }),
      404: () => seller.put(`${ABSENT}/rules`, { rules: [] }),
      409: async () =>
        seller.put(`${(await made()).path}/rules`, {
          rules: Array.from({ length: 5_001 }, (_, n) => rule(n + 1)),
        }),
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: {
      204: async () => seller.delete((await made()).path),
      404: () => seller.delete(ABSENT),
      409: async () => {
        const { id, path } = await made();
        await stage.sql`update accounts set price_list_id = ${id} where seller_id = ${trade.wholesaler.id}
          and buyer_id = ${trade.retailer.id}`;
        return seller.delete(path);
      },
    },
  },
};
