import { expect, test } from 'vitest';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();

interface Place {
  delivery_days: string[];
  order_cutoff: string | null;
}

test('a location names its delivery days and cutoff, and market and quote offer the next dates', async () => {
  const { seller, buyer, wholesaler, retailer, product } = await openTrade(stage);
  const path = `/api/v1/entity/locations/${wholesaler.locationIds[0]}`;
  expect(ok(await seller.get<Place>(path))).toMatchObject({ delivery_days: [], order_cutoff: null });
  const dates = async () => {
    const suppliers = ok(
      await buyer.get<{ data: { next_delivery_dates: string[] }[] }>('/api/v1/market/suppliers'),
    );
    const items = [{ product_id: product.id, quantity: 1 }];
    const quote = async (client: typeof buyer, party: object) =>
      ok(await client.post<{ next_delivery_dates: string[] }>('/api/v1/orders/quote', { ...party, items }))
        .next_delivery_dates;
    const offered = suppliers.data[0]?.next_delivery_dates;
    expect(await quote(buyer, { wholesaler_id: wholesaler.id })).toEqual(offered);
    expect(await quote(seller, { retailer_id: retailer.id })).toEqual(offered);
    return offered;
  };
  expect(await dates()).toEqual([]);
  const named = { delivery_days: ['sun', 'mon', 'thu'], order_cutoff: '14:00' };
  expect(ok(await seller.patch<Place>(path, named))).toMatchObject({
    delivery_days: ['mon', 'thu', 'sun'],
    order_cutoff: '14:00',
  });
  const offered = (await dates()) ?? [];
  expect(offered).toHaveLength(5);
  expect(offered.map((date) => new Date(date).getUTCDay()).every((day) => [0, 1, 4].includes(day))).toBe(
    true,
  );
  expect(offered[0] && offered[0] > new Date().toISOString().slice(0, 10)).toBe(true);
  for (const delivery_days of [['mon', 'mon'], ['monday'], 'mon'])
    expectInvalid(
      await seller.patch(path, { delivery_days }),
      Array.isArray(delivery_days) && delivery_days.length === 1 ? 'delivery_days[0]' : 'delivery_days',
    );
  for (const order_cutoff of ['24:00', '9:00', '14:00:00'])
    expectInvalid(await seller.patch(path, { order_cutoff }), 'order_cutoff', 'invalid_format');
  expect(ok(await seller.patch<Place>(path, { delivery_days: [], order_cutoff: null }))).toMatchObject({
    delivery_days: [],
    order_cutoff: null,
  });
  expect(await dates()).toEqual([]);
});
