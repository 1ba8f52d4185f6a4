import {
  cancelsBesideSuspended,
  EDITING,
  nextStatuses,
  type OrderStatus,
  type Side,
} from '@/server/features/orders/shapes/flow.schema';
import { ORDER_STATUSES } from '@/server/kernel/order-statuses';

/** What one side of an order may do in each state. */
export type SideRules = {
  side: Side;
  next: Record<OrderStatus, readonly OrderStatus[]>;
  editableIn: readonly OrderStatus[];
  /** May lower a quantity or remove a line, not raise or add. */
  reduceOnly: boolean;
  /** The seller is suspended, and its buyer sees the order. */
  besideSuspended: boolean;
};

/**
 * The rules of a side. For server components, which pass the result on: the schemas behind it are not for the browser to
 * carry.
 * @param besideSuspended whether the seller is suspended
 */
export function sideRulesOf(side: Side, besideSuspended = false): SideRules {
  const next: Partial<SideRules['next']> = {};
  for (const status of ORDER_STATUSES) {
    const cancels = besideSuspended && cancelsBesideSuspended(status, side);
    next[status] = [...nextStatuses(status, side), ...(cancels ? (['cancelled'] as const) : [])];
  }
  const { states, reduceOnly } = EDITING[side];
  return { side, next: next as SideRules['next'], editableIn: states, reduceOnly, besideSuspended };
}
