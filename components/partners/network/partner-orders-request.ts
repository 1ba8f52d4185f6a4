/** Which party of the orders the reader's business is. */
export type OrderSide = 'retailer' | 'wholesaler';

const LATEST = 8;

/** The request for the latest orders with a partner; the page prefetches the same. */
export const partnerOrders = (partnerId: string, side: OrderSide) => ({
  limit: LATEST,
  sort: '-created_at' as const,
  ...(side === 'retailer' ? { wholesaler_id: partnerId } : { retailer_id: partnerId }),
});

const sideOf = (side: OrderSide) => (side === 'retailer' ? ('buying' as const) : ('selling' as const));

/** The request for the trade with a partner on one side. */
export const partnerTotals = (partnerId: string, side: OrderSide) => ({ id: partnerId, side: sideOf(side) });

/** The same for the partners of a page: another order of them is no other request. */
export const trendsRequest = (partnerIds: readonly string[], side: OrderSide) => ({
  ids: [...partnerIds].sort().join(','),
  side: sideOf(side),
});

const MIX = 6;

/** The request for the products that most of the trade with a partner was in. */
export const productMix = (partnerId: string, side: OrderSide) => ({
  by: 'product' as const,
  range: 'last_90_days' as const,
  partner_id: partnerId,
  side: sideOf(side),
  limit: MIX,
});
