// Pages import this file.
/** Statuses of an order, in the order of its flow. */
export const ORDER_STATUSES = [
  'pending',
  'accepted',
  'preparing',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const before = (end: OrderStatus): readonly OrderStatus[] =>
  ORDER_STATUSES.slice(0, ORDER_STATUSES.indexOf(end));

/** Its goods are reserved, and in the seller's stock. */
export const UNSHIPPED = before('shipped');
/** What its seller has accepted and still has to ship. */
export const TO_SHIP = UNSHIPPED.slice(1);
/** Goods are packed in it, and weighed where they are sold by weight. */
export const PACKING = 'preparing' satisfies OrderStatus;
/** What is not over. */
export const OPEN_STATUSES = before('delivered');
/** All that an order passes which isn't canceled. */
export const ORDER_WAY = before('cancelled');

/** A value for each status, in the order of the flow. */
export const byStatus = <T>(made: (status: OrderStatus) => T): Record<OrderStatus, T> =>
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, made(status)])) as Record<OrderStatus, T>;
