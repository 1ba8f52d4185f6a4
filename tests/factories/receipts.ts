import type { z } from 'zod';
import type { Receipt } from '../../server/features/orders/receipts/resource';
import type { Return } from '../../server/features/orders/receipts/returns.resource';
import { ok } from '../setup/client';
import { createLot } from './lots';
import { type ItemBody, type OrderBody, placeOrderIn, type Trade } from './trade';

export type ReceiptBody = z.infer<typeof Receipt>;
export type ReturnBody = z.infer<typeof Return>;

/** A shipped order of units of two lots, `SOON` and `LATE`, and of some without. */
export async function shipLots(trade: Trade, { soon = 0, late = 0, loose = 0 }): Promise<OrderBody> {
  if (soon) await createLot(trade.seller, trade.stockId, 'SOON', soon, { expires_on: '2099-01-01' });
  if (late) await createLot(trade.seller, trade.stockId, 'LATE', late, { expires_on: '2099-06-01' });
  return placeOrderIn(trade, 'shipped', soon + late + loose);
}

/** A line of a receipt for the order's first line. */
export const lineOf = (order: OrderBody, fields: Record<string, unknown>) => ({
  item_id: order.items[0]?.id ?? '',
  ...fields,
});

/** Files a receipt with one line, that of the order's first. */
export const file = (
  { buyer }: Pick<Trade, 'buyer'>,
  order: OrderBody,
  fields: Record<string, unknown>,
  notes?: string,
) =>
  buyer.post<ReceiptBody>(`/api/v1/orders/${order.id}/receipts`, { lines: [lineOf(order, fields)], notes });

export const correct = (
  { buyer }: Pick<Trade, 'buyer'>,
  receipt: ReceiptBody,
  fields: Record<string, unknown>,
) =>
  buyer.patch<ReceiptBody>(`/api/v1/orders/${receipt.order_id}/receipts/${receipt.id}`, {
    lines: [{ item_id: receipt.lines[0]?.item_id, ...fields }],
  });

export const returnOf = async (
  { seller }: Pick<Trade, 'seller'>,
  receipt: ReceiptBody,
): Promise<ReturnBody> => ok(await seller.get<ReturnBody>(`/api/v1/returns/${receipt.return_ids[0]}`));

/** What the retailer has of the trade's product. */
export const bought = async ({ buyer, product }: Trade): Promise<ItemBody[]> =>
  ok(await buyer.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${product.id}`)).data;

export const lotsIn = (lots: ReadonlyArray<{ batch_id: string; quantity?: number }>) =>
  Object.fromEntries(lots.map(({ batch_id, quantity }) => [batch_id, quantity]));
