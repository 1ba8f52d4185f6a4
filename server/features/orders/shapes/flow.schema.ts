import { z } from 'zod';
import { ORDER_STATUSES, PACKING } from '../../../kernel/order-statuses';
import { SIDES, type TradeSide } from '../../../kernel/sides';

export const OrderStatus = z.enum(ORDER_STATUSES).meta({
  id: 'OrderStatus',
  description:
    'Where an order is in its flow: `pending` awaits the wholesaler; `accepted`; `preparing` is being picked and packed; `shipped`; `delivered`; or `cancelled`',
});
export type OrderStatus = z.infer<typeof OrderStatus>;

/** The two parties of an order, as it names them: its buyer and its seller. */
export type Side = 'retailer' | 'wholesaler';

/** Who placed an order. */
export const EnteredBy = z.enum(['buyer', 'seller']).meta({
  id: 'OrderEnteredBy',
  description: 'Who placed the order: its `buyer`, or its `seller` for it',
});
export type EnteredBy = z.infer<typeof EnteredBy>;

/** What an order is to one of its parties. */
export const ORDER_SIDES = SIDES;
export type OrderSide = TradeSide;
export const PARTY_OF: Record<OrderSide, Side> = { buying: 'retailer', selling: 'wholesaler' };

/** The filter of lists, counts and figures of orders. */
export const SideFilter = z.enum(ORDER_SIDES).meta({
  description:
    'Only orders that you placed (`buying`), or that were placed with you (`selling`); both when absent',
});
export const SideQuery = z.strictObject({ side: SideFilter.optional() });

/** Who may take each step of the flow (decisions 24 and 26); other steps are impossible. `state.ts` has their effects. */
export const STEPS = {
  pending: { accepted: ['wholesaler'], cancelled: ['retailer', 'wholesaler'] },
  accepted: { preparing: ['wholesaler'], cancelled: ['retailer', 'wholesaler'] },
  preparing: { shipped: ['wholesaler'], cancelled: ['wholesaler'] },
  shipped: { delivered: ['retailer', 'wholesaler'] },
  delivered: {},
  cancelled: {},
} as const satisfies Record<OrderStatus, Partial<Record<OrderStatus, readonly Side[]>>>;

/** Statuses to which a side may move an order from a status. */
export function nextStatuses(from: OrderStatus, side: Side): OrderStatus[] {
  const steps = Object.entries(STEPS[from]) as Array<[OrderStatus, readonly Side[]]>;
  return steps.filter(([, by]) => by.includes(side)).map(([to]) => to);
}

/** Whether a side may cancel while the seller is suspended, which can't: its buyer then cancels what it was preparing (decision 442). */
export const cancelsBesideSuspended = (from: OrderStatus, side: Side): boolean =>
  from === PACKING && side === 'retailer';

/** How many orders are in a status, and what happened to one that got there, in the document's and a notice's words. */
export const STATUS_TEXTS: Record<OrderStatus, { counted: string; moved?: string }> = {
  pending: { counted: 'Orders that await the wholesaler' },
  accepted: { counted: 'Orders accepted and not yet in preparation', moved: 'was accepted' },
  preparing: { counted: 'Orders being picked and packed', moved: 'is being prepared' },
  shipped: { counted: 'Orders on their way', moved: 'shipped' },
  delivered: { counted: 'Orders received by the retailer', moved: 'was delivered' },
  cancelled: { counted: 'Orders canceled', moved: 'was canceled' },
};

/** In which states a side may edit the lines, and whether it may only reduce them (decision 28). */
export const EDITING: Record<Side, { states: readonly OrderStatus[]; reduceOnly: boolean }> = {
  retailer: { states: ['pending'], reduceOnly: false },
  wholesaler: { states: ['pending', 'accepted'], reduceOnly: true },
};
