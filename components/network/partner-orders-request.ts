/** Which party of the orders the reader's business is. */
export type OrderSide = 'retailer' | 'wholesaler';

const LATEST = 8;

/** The request for the latest orders with a partner; the page prefetches the same. */
export const partnerOrders = (partnerId: string, side: OrderSide) => ({
  limit: LATEST,
  sort: '-created_at' as const,
  ...(side === 'retailer' ? { wholesaler_id: partnerId } : { retailer_id: partnerId }),
});

/** The reader's side in orders with a partner; null where these two never trade: retailers order from wholesalers only. */
export function tradingSide(own: string, partner: string): OrderSide | null {
  if (own === 'retailer' && partner === 'wholesaler') return 'retailer';
  return own === 'wholesaler' && partner === 'retailer' ? 'wholesaler' : null;
}
