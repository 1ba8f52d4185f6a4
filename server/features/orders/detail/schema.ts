import { z } from 'zod';
import { Order } from '../resource';

/** An order as one of its parties reads it alone: lists, events and the other party have nothing of what is added here. */
export const OrderDetail = Order.extend({
  seller_notes: z.string().optional().meta({
    description: "The seller's notes, which only the seller sees; absent without any, and for the buyer",
  }),
}).meta({ id: 'OrderDetail' });

export type OrderDetailView = z.infer<typeof OrderDetail>;
