import {
  EDITING,
  nextStatuses,
  ORDER_STATUSES,
  type OrderStatus,
  type Side,
} from '@/server/features/orders/flow/schema';
import type { EntityType } from '@/server/kernel/permissions';

/** What one side of an order may do in each state. */
export type SideRules = {
  side: Side;
  next: Record<OrderStatus, readonly OrderStatus[]>;
  editableIn: readonly OrderStatus[];
  /** May lower a quantity or remove a line, not raise or add. */
  reduceOnly: boolean;
};

/**
 * The rules of a business's side; null for one that has no orders. For server components, which pass the result on:
 * the schemas behind it are not for the browser to carry.
 */
export function sideRulesOf(type: EntityType): SideRules | null {
  if (type === 'cultivator') return null;
  const next: Partial<SideRules['next']> = {};
  for (const status of ORDER_STATUSES) next[status] = nextStatuses(status, type);
  const { states, reduceOnly } = EDITING[type];
  return { side: type, next: next as SideRules['next'], editableIn: states, reduceOnly };
}
