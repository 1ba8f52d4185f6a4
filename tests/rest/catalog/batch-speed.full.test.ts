import { expect, test } from 'vitest';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { seller } = await openTrade(stage);

interface Results {
  results: Array<{ status: string }>;
}

test.each(['A', 'B'])(
  '500 products take three calls and at most 5 s, to make, to send again and to change',
  async (run) => {
    const entries = (price: number) =>
      Array.from({ length: 500 }, (_, i) => ({
        ...{ system: 'erp', value: `${run}-${i}`, name: `Product ${run}-${i}`, category: 'flower' },
        ...{ brand: 'Sierra', description: 'Indoor, hand-trimmed. '.repeat(10) },
        variants: ['1 g', '3.5 g'].map((name, n) => ({ name, sku: `${run}-${i}-${n}`, price })),
      }));
    for (const [status, price] of [
      ['created', 10],
      ['unchanged', 10],
      ['changed', 11],
    ] as const) {
      const items = entries(price);
      const began = performance.now();
      for (const from of [0, 200, 400]) {
        const call = { items: items.slice(from, from + 200) };
        const { results } = ok(await seller.post<Results>('/api/v1/products/batch', call));
        expect(new Set(results.map((one) => one.status))).toEqual(new Set([status]));
      }
      const ms = performance.now() - began;
      expect(ms, `${status}: ${ms} ms`).toBeLessThan(5_000);
    }
  },
);
