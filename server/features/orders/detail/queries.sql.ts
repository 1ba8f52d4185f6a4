import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { orders, sellerNotes } from '../tables';

/** What a seller noted for itself about an order that it got. */
export const notesOf = statement(
  [[ID, ID]],
  (orderId: string, sellerId: string) => sql<{ notes: string }>`
    select n.notes from ${sellerNotes} n join ${orders} o on o.id = n.order_id
    where n.order_id = ${orderId} and o.wholesaler_id = ${sellerId}`,
);
