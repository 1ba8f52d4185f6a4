import { BUYERS, type EntityType, SELLERS } from '@/server/kernel/permissions';

/** Which party of the orders the reader's business is. */
export type OrderSide = 'retailer' | 'wholesaler';

const LATEST = 8;

/** The request for the latest orders with a partner; the page prefetches the same. */
export const partnerOrders = (partnerId: string, side: OrderSide) => ({
  limit: LATEST,
  sort: '-created_at' as const,
  ...(side === 'retailer' ? { wholesaler_id: partnerId } : { retailer_id: partnerId }),
});

/**
 * The reader's side in orders with a partner; null where these two never trade. Two wholesalers trade both ways: the sales
 * are shown.
 */
export function tradingSide(own: EntityType, partner: EntityType): OrderSide | null {
  if (SELLERS.includes(own) && BUYERS.includes(partner)) return 'wholesaler';
  return BUYERS.includes(own) && SELLERS.includes(partner) ? 'retailer' : null;
}
