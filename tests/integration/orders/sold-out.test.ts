import { expect, test } from 'vitest';
import { rejectSoldOut, suspect } from '../../../server/features/orders/sold-out';
import type { Actor } from '../../../server/kernel/actor';
import type { ReadContext } from '../../../server/operation/context';
import { createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { openStage } from '../../setup/stage';

const stage = await openStage();

test('a read that fails for one buyer rejects no other buyer who asks at the same time', async () => {
  const { retailer, wholesaler, product } = await openTrade(stage, { quantity: 1 });
  const order = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 2 }] };
  suspect(order);
  const ctx = {
    db: stage.db,
    actor: { entity: { id: retailer.id, type: 'retailer' } } as Actor,
  } as ReadContext;
  const look = (more: object = {}) => rejectSoldOut(ctx, { ...order, ...more });
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
  const order = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 2 }] };
  const ctx = {
    db: stage.db,
    actor: { entity: { id: retailer.id, type: 'retailer' } } as Actor,
  } as ReadContext;
  const early = performance.now();
  suspect(order);
  await expect(rejectSoldOut(ctx, order, early)).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' });
  await createStock(stage.db, wholesaler, product.variantId, 5);
  await expect(rejectSoldOut(ctx, order, early)).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' });
  await rejectSoldOut(ctx, order);
});
