import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Cases, MANAGERS, read, seller, stage } from './world';

const PATH = '/api/v1/backorders';

/** A pair of its own, whose stock no other case takes. */
const short = await openTrade(stage, { quantity: 0 });
/** Orders the last unit and one that isn't there. */
async function another(): Promise<{ id: string }> {
  await createStock(stage.db, short.wholesaler, short.product.variantId, 1);
  const placed = ok(
    await short.buyer.post<{ id: string }>('/api/v1/orders', {
      wholesaler_id: short.wholesaler.id,
      items: [{ product_id: short.product.id, quantity: 3 }],
      shortage: 'backorder',
    }),
  );
  const { data } = ok(await short.seller.get<{ data: [{ id: string }] }>(`${PATH}?order_id=${placed.id}`));
  return data[0];
}
const open = await another();
const items = [{ variant_id: short.product.variantId, quantity: 1 }];

export const BACKORDER_CASES: Cases = {
  [`GET ${PATH}`]: read(seller, PATH),
  [`POST ${PATH}`]: {
    may: MANAGERS,
    client: short.buyer,
    address: PATH,
    cases: {
      201: () => short.buyer.post(PATH, { wholesaler_id: short.wholesaler.id, items }),
      403: () => short.buyer.post(PATH, { retailer_id: short.wholesaler.id, items }),
      404: () => short.buyer.post(PATH, { wholesaler_id: ABSENT_ID, items }),
      409: async () => {
        const { variantId } = await createProduct(stage.db, short.wholesaler, { active: false });
        const inactive = [{ variant_id: variantId, quantity: 1 }];
        return short.buyer.post(PATH, { wholesaler_id: short.wholesaler.id, items: inactive });
      },
    },
  },
  [`GET ${PATH}/{id}`]: read(short.seller, `${PATH}/${open.id}`, `${PATH}/${ABSENT_ID}`),
  [`POST ${PATH}/fill`]: {
    may: MANAGERS,
    client: short.seller,
    address: `${PATH}/fill`,
    cases: {
      201: async () => {
        const { id } = await another();
        await createStock(stage.db, short.wholesaler, short.product.variantId, 1);
        return short.seller.post(`${PATH}/fill`, { ids: [id] });
      },
      403: () => short.buyer.post(`${PATH}/fill`, { ids: [open.id] }),
      404: () => short.seller.post(`${PATH}/fill`, { ids: [ABSENT_ID] }),
      409: () => short.seller.post(`${PATH}/fill`, { ids: [open.id] }),
    },
  },
  [`POST ${PATH}/{id}/expect`]: {
    may: MANAGERS,
    client: short.seller,
    address: `${PATH}/${ABSENT_ID}/expect`,
    cases: {
      200: () => short.seller.post(`${PATH}/${open.id}/expect`, { expected_on: '2026-12-20' }),
      403: () => short.buyer.post(`${PATH}/${open.id}/expect`, { expected_on: '2026-12-20' }),
      404: () => short.seller.post(`${PATH}/${ABSENT_ID}/expect`, { expected_on: '2026-12-20' }),
      409: async () => {
        const { id } = await another();
        await short.buyer.post(`${PATH}/${id}/cancel`);
        return short.seller.post(`${PATH}/${id}/expect`, { expected_on: '2026-12-20' });
      },
    },
  },
  [`POST ${PATH}/{id}/cancel`]: {
    may: MANAGERS,
    client: short.buyer,
    address: `${PATH}/${ABSENT_ID}/cancel`,
    cases: {
      200: async () => short.buyer.post(`${PATH}/${(await another()).id}/cancel`),
      404: () => short.buyer.post(`${PATH}/${ABSENT_ID}/cancel`),
      409: async () => {
        const { id } = await another();
        await short.buyer.post(`${PATH}/${id}/cancel`);
        return short.buyer.post(`${PATH}/${id}/cancel`);
      },
    },
  },
};
