import { ok } from '../setup/client';
import type { ProductBody, Trade } from './trade';

export interface Weighed {
  productId: string;
  variantId: string;
  /** Of its row in the vault of the seller's first location. */
  stockId: string;
}

let count = 0;

/** A product that the seller of a trade sells by weight; so many steps of it are in the vault. */
export async function createWeighed(
  { seller }: Pick<Trade, 'seller'>,
  { unit, step, price, steps = 0 }: { unit: string; step: number; price: number; steps?: number },
): Promise<Weighed> {
  const sku = `BULK-${++count}`;
  const variant = { name: `Bulk ${unit}`, sku, price, sold_by: 'weight', unit, step };
  const product = ok(
    await seller.post<ProductBody>('/api/v1/products', {
      name: `Bulk ${count}`,
      category: 'flower',
      variants: [variant],
    }),
  );
  const { data } = ok(await seller.get<{ data: Array<{ id: string }> }>(`/api/v1/inventory?sku=${sku}`));
  const stockId = data[0]?.id ?? '';
  if (steps > 0) {
    ok(await seller.patch(`/api/v1/inventory/${stockId}`, { quantity_change: steps, reason_code: 'AUDIT' }));
  }
  return { productId: product.id, variantId: product.variants[0]?.id ?? '', stockId };
}
