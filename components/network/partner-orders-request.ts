/** Which party of the orders the reader's business is. */
export type OrderSide = 'retailer' | 'wholesaler';

const LATEST = 8;

/** The request for the latest orders with a partner; the page prefetches the same. */
export const partnerOrders = (partnerId: string, side: OrderSide) => ({
  limit: LATEST,
  sort: '-created_at' as const,
  ...(side === 'retailer' ? { wholesaler_id: partnerId } : { retailer_id: partnerId }),
});

/** The request for the trade with a partner on one side. */
export const partnerTotals = (partnerId: string, side: OrderSide) => ({
  id: partnerId,
  side: side === 'retailer' ? ('buying' as const) : ('selling' as const),
});
