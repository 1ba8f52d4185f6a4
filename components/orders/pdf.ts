import type { Order } from './types';

/** Orders that one PDF may hold. */
export const MOST_PRINTED = 50;

/** The address of one PDF with a document of each order. */
export function pdfOf(kind: 'packing-slip' | 'invoice' | 'manifest', orders: readonly Pick<Order, 'id'>[]) {
  const [first, ...others] = orders.map(({ id }) => id);
  const also = others.length > 0 ? `&also=${others.join(',')}` : '';
  return `/api/v1/orders/${first}/document/pdf?kind=${kind}${also}`;
}
