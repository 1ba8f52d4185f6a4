import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Cases, read, seller, stage } from './world';

const PATH = '/api/v1/backorders';

/** A pair of its own, whose stock no other case takes. */
const short = await openTrade(stage, { quantity: 1 });
ok(
  await short.buyer.post('/api/v1/orders', {
    wholesaler_id: short.wholesaler.id,
    items: [{ product_id: short.product.id, quantity: 2 }],
    shortage: 'backorder',
  }),
);
const [open] = ok(await short.seller.get<{ data: { id: string }[] }>(PATH)).data;

export const BACKORDER_CASES: Cases = {
  [`GET ${PATH}`]: read(seller, PATH),
  [`GET ${PATH}/{id}`]: read(short.seller, `${PATH}/${open?.id}`, `${PATH}/${ABSENT_ID}`),
};
