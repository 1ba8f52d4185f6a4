import { expect, test } from 'vitest';
import { createStock } from '../../factories/catalog';
import { givePriceList, makeOffer } from '../../factories/prices';
import { type OrderBody, openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

interface Line {
  variant_id: string;
  quantity: number;
  unit_price: number;
  total: number;
  price_ladder?: unknown;
}
interface Quote {
  lines: Line[];
  subtotal: number;
  tax: number;
  total: number;
}
interface Offered {
  variant_id: string;
  wholesale_price: number;
  price_ladder: Array<{ min_amount: number; unit_price: number }>;
}

const random = (below: number) => Math.floor(Math.random() * below);
const breaks = () =>
  [...new Set(Array.from({ length: random(4) }, () => 1 + random(30)))].map(
    (at) => [at, 100 + random(3000)] as const,
  );

test('catalog, cart, quote and order have the same prices for random lists, offers and amounts', async () => {
  for (let run = 0; run < 6; run += 1) {
    const prices = Array.from({ length: 5 }, () => 100 + random(3000));
    const trade = await openTrade(stage, { prices });
    const { wholesaler, retailer, buyer } = trade;
    const ids = trade.product.variants.map(({ id }) => id);
    for (const id of ids.slice(1)) await createStock(db, wholesaler, id, 1000);
    const of = () => Object.fromEntries(ids.map((id) => [id, breaks()]));
    const pair = { seller: wholesaler, buyer: retailer };
    if (run > 0) await givePriceList(db, pair, of(), random(2) * random(5000));
    for (let n = 0; n < run % 3; n += 1) await makeOffer(db, pair, of());
    const { data } = ok(
      await buyer.get<{ data: Offered[] }>(`/api/v1/market/suppliers/${wholesaler.id}/catalogue`),
    );
    const ladders = new Map(data.map(({ variant_id, price_ladder }) => [variant_id, price_ladder]));
    for (const sort of ['wholesale_price', '-wholesale_price']) {
      const sorted = ok(
        await buyer.get<{ data: Offered[] }>(
          `/api/v1/market/suppliers/${wholesaler.id}/catalogue?sort=${sort}`,
        ),
      ).data.map(({ wholesale_price }) => wholesale_price);
      expect(sorted).toHaveLength(ids.length);
      const up = sorted.toSorted((a, b) => a - b);
      expect(sorted).toEqual(sort.startsWith('-') ? up.toReversed() : up);
    }
    const { variants } = ok(
      await buyer.get<{ variants: Array<{ id: string; price_ladder: object }> }>(
        `/api/v1/products/${trade.product.id}`,
      ),
    );
    for (const one of variants) expect(one.price_ladder).toEqual(ladders.get(one.id));
    const quantities = new Map(ids.map((id) => [id, 1 + random(35)]));
    const expected = ids.map((id) => {
      const quantity = quantities.get(id) ?? 0;
      const unit = ladders.get(id)?.findLast(({ min_amount }) => min_amount <= quantity)?.unit_price ?? 0;
      return { variant_id: id, quantity, unit_price: unit, total: (Math.round(unit * 100) * quantity) / 100 };
    });
    const subtotal = expected.reduce((sum, { total }) => sum + Math.round(total * 100), 0) / 100;
    const lines = expected.map(({ variant_id, quantity }) => ({ variant_id, quantity }));
    const items = lines.map((line) => ({ product_id: trade.product.id, ...line }));
    const body = { wholesaler_id: wholesaler.id, items };
    const cart = ok(await buyer.put<{ lines: Line[] }>(`/api/v1/carts/${wholesaler.id}`, { lines }));
    const quote = ok(await buyer.post<Quote>('/api/v1/orders/quote', body));
    const order = ok(await buyer.post<OrderBody>('/api/v1/orders', body));
    const named = (found: readonly Line[]) =>
      ids.map((id) => {
        const line = found.find(({ variant_id }) => variant_id === id);
        return line && { variant_id: id, quantity: line.quantity, unit_price: line.unit_price };
      });
    const wanted = expected.map(({ total: _, ...line }) => line);
    expect(named(cart.lines)).toEqual(wanted);
    for (const line of cart.lines) expect(line.price_ladder).toEqual(ladders.get(line.variant_id));
    expect(named(order.items as unknown as Line[])).toEqual(wanted);
    expect(order.subtotal).toBe(subtotal);
    expect(named(quote.lines)).toEqual(wanted);
    for (const line of quote.lines) expect(line.price_ladder).toEqual(ladders.get(line.variant_id));
    expect([quote.subtotal, quote.total]).toEqual([order.subtotal, order.total]);
  }
});
