import { expect, test } from 'vitest';
import { rejectSoldOut, suspect } from '../../../server/features/orders/placing/sold-out';
import { createStock, stockKeeper } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { openStage } from '../../setup/stage';

const stage = await openStage();

test('a read that fails for one buyer rejects no other buyer who asks at the same time', async () => {
  const { retailer, wholesaler, product } = await openTrade(stage, { quantity: 1 });
  const input = { items: [{ product_id: product.id, quantity: 2 }], shortage: 'reject' as const };
  const order = { sellerId: wholesaler.id, buyerId: retailer.id, enteredBy: 'buyer' as const, input };
  suspect(wholesaler.id, input);
  const ctx = stockKeeper(stage.db, retailer);
  const look = (more: object = {}) => rejectSoldOut(ctx, { ...order, input: { ...input, ...more } });
  // The second and the third wait for the first, and then share their reads.
  const outcomes = await Promise.allSettled([look(), look({ receiving_location_id: 'no id' }), look()]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'INSUFFICIENT_STOCK' } },
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'INSUFFICIENT_STOCK' } },
  ]);
});

test('calls that arrived before a look share it, whatever became of the stock since; a later call looks again', async () => {
  const { retailer, wholesaler, product } = await openTrade(stage, { quantity: 1 });
  const input = { items: [{ product_id: product.id, quantity: 2 }], shortage: 'reject' as const };
  const order = { sellerId: wholesaler.id, buyerId: retailer.id, enteredBy: 'buyer' as const, input };
  const ctx = stockKeeper(stage.db, retailer);
  const early = performance.now();
  suspect(wholesaler.id, input);
  await expect(rejectSoldOut(ctx, order, early)).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' });
  await createStock(stage.db, wholesaler, product.variantId, 5);
  await expect(rejectSoldOut(ctx, order, early)).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' });
  await rejectSoldOut(ctx, order);
});
