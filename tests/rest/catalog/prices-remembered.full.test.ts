import { expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

interface Offered {
  wholesale_price: number;
  price_ladder: Array<{ min_amount: number; unit_price: number }>;
}

test('each change of a price shows at once on a page that was shown, for its buyer alone', async () => {
  const trade = await openTrade(stage, { prices: [2000] });
  const { seller, wholesaler, retailer, product } = trade;
  const { variantId: variant_id } = product;
  const shop = await createBusiness(db, 'retailer');
  await connect(db, shop, wholesaler);
  const other = await stage.signIn(await createMember(db, shop, 'owner'));
  const catalog = `/api/v1/market/suppliers/${wholesaler.id}/catalog`;
  /** What both buyers find, as a page that is new to the process and as one that it has shown. */
  const shown = async () => {
    const read = async (client: typeof other) => {
      const [one] = ok(await client.get<{ data: Offered[] }>(catalog)).data;
      return [one?.wholesale_price, ...(one?.price_ladder ?? []).map(({ unit_price }) => unit_price)];
    };
    const first = [await read(trade.buyer), await read(other)];
    expect([await read(trade.buyer), await read(other)]).toEqual(first);
    return first;
  };
  const variant = `/api/v1/products/${product.id}/variants/${variant_id}`;

  const lists: string[] = [];
  for (const buyer of [retailer, shop]) {
    const { id } = ok(await seller.post<{ id: string }>('/api/v1/price-lists', { name: `For ${buyer.id}` }));
    lists.push(`/api/v1/price-lists/${id}`);
    ok(await seller.patch(`/api/v1/customers/${buyer.id}`, { price_list_id: id }));
  }
  const [mine = '', theirs = ''] = lists;
  const set = async (list: string, rules: object[]) =>
    ok(await seller.put(`${list}/rules`, { rules: rules.map((rule) => ({ variant_id, ...rule })) }));
  await set(theirs, [{ min_amount: 1, unit_price: 19 }]);
  const same = [19, 19];
  expect(await shown()).toEqual([[20, 20], same]);

  await set(mine, [{ min_amount: 1, unit_price: 18 }]);
  expect(await shown()).toEqual([[18, 18], same]);
  await set(mine, [
    { min_amount: 1, unit_price: 17 },
    { min_amount: 5, unit_price: 16 },
  ]);
  expect(await shown()).toEqual([[17, 17, 16], same]);
  await set(mine, []);
  expect(await shown()).toEqual([[20, 20], same]);
  ok(await seller.patch(mine, { discount_bps: 1000 }));
  expect(await shown()).toEqual([[18, 18], same]);
  ok(await seller.patch(mine, { discount_bps: 2000 }));
  expect(await shown()).toEqual([[16, 16], same]);

  ok(await seller.patch(variant, { wholesale_price: 30 }));
  expect(await shown()).toEqual([[24, 24], same]);
  await set(mine, [{ min_amount: 6, unit_price: 21 }]);
  expect(await shown()).toEqual([[24, 24, 21], same]);
  ok(await seller.patch(variant, { case_size: 6 }));
  expect(await shown()).toEqual([[21, 24, 21], same]);
  ok(await seller.patch(variant, { case_size: 1 }));
  await set(mine, []);

  const ladder = (unit_price: number) => ({
    items: [{ variant_id, ladder: [{ min_amount: 1, unit_price }] }],
  });
  const { id } = ok(
    await seller.post<{ id: string }>('/api/v1/offers', {
      name: 'Drop',
      ends_at: inMs(3_600_000),
      buyers: [retailer.id],
      ...ladder(15),
    }),
  );
  expect(await shown()).toEqual([[15, 15], same]);
  ok(await seller.patch(`/api/v1/offers/${id}`, ladder(14)));
  expect(await shown()).toEqual([[14, 14], same]);
  ok(await seller.patch(`/api/v1/offers/${id}`, { buyers: [shop.id] }));
  expect(await shown()).toEqual([
    [24, 24],
    [14, 14],
  ]);
  ok(await seller.patch(`/api/v1/offers/${id}`, { buyers: [retailer.id] }));
  expect(await shown()).toEqual([[14, 14], same]);

  const end = Date.now() + 1000;
  ok(await seller.patch(`/api/v1/offers/${id}`, { ends_at: new Date(end).toISOString() }));
  await new Promise((resolve) => setTimeout(resolve, end - Date.now() + 50));
  expect(await shown()).toEqual([[24, 24], same]);
  ok(await seller.patch(mine, { active: false }));
  expect(await shown()).toEqual([[30, 30], same]);
});
