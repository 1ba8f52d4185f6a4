import type { SideRules } from './side-rules';
import type { Order } from './types';

/** The name of the other business of an order, for the side that looks at it. */
export const partnerOf = (
  {
    retailer,
    wholesaler,
  }: { retailer: Pick<Order['retailer'], 'name'>; wholesaler: Pick<Order['wholesaler'], 'name'> },
  side: SideRules['side'],
): string => (side === 'retailer' ? wholesaler.name : retailer.name);
