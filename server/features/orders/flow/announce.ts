import type { z } from 'zod';
import type { OrderView } from '../queries';
import type { SharedOrder } from '../resource';

/** An order, and what its parties don't say: whether its buyer isn't on board. */
export interface Addressed {
  order: Pick<OrderView, 'wholesaler' | 'retailer'>;
  unclaimed: boolean;
}

/** The parties that get an order's events (decision 63): nothing goes to a business that isn't on board (decision 518). */
export const recipientsOf = ({ order: { wholesaler, retailer }, unclaimed }: Addressed) =>
  unclaimed ? [wholesaler] : [wholesaler, retailer];

/** What events say of an order: each party has external ids of its own, which the other never sees (decision 451). */
export const sharedPart = ({ external_ids: _, ...order }: OrderView): z.infer<typeof SharedOrder> => order;
