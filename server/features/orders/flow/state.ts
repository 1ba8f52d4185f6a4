import type { EventType } from '../../../kernel/events';
import { type OrderStatus, type Side, STEPS } from '../shapes/flow.schema';

type OrderEvent = Extract<EventType, `order.${string}` | 'transfer.completed'>;

/** One step of the flow: who may take it, what must hold, what happens to stock, which events are emitted. */
export interface Step {
  by: readonly Side[];
  requires?: readonly ('licenses' | 'coa' | 'lots')[];
  stock?: 'release' | 'ship' | 'receive';
  emits: readonly OrderEvent[];
}

/** Every step that an order can take (decisions 24, 26, 27 and 31); other steps are impossible. */
export const FLOW: Record<OrderStatus, Partial<Record<OrderStatus, Step>>> = {
  pending: {
    accepted: { by: STEPS.pending.accepted, requires: ['licenses'], emits: ['order.updated'] },
    cancelled: { by: STEPS.pending.cancelled, stock: 'release', emits: ['order.updated'] },
  },
  accepted: {
    preparing: { by: STEPS.accepted.preparing, emits: ['order.updated'] },
    cancelled: { by: STEPS.accepted.cancelled, stock: 'release', emits: ['order.updated'] },
  },
  preparing: {
    shipped: {
      by: STEPS.preparing.shipped,
      requires: ['licenses', 'lots', 'coa'],
      stock: 'ship',
      emits: ['order.updated', 'order.shipped'],
    },
    cancelled: { by: STEPS.preparing.cancelled, stock: 'release', emits: ['order.updated'] },
  },
  shipped: {
    delivered: {
      by: STEPS.shipped.delivered,
      stock: 'receive',
      emits: ['order.updated', 'order.delivered', 'transfer.completed'],
    },
  },
  delivered: {},
  cancelled: {},
};

/** True when a status is only ever reached by the other side: requesting it is 403 in any state. */
export function isOtherSidesMove(to: OrderStatus, side: Side): boolean {
  const steps = Object.values(FLOW).flatMap((targets) => targets[to] ?? []);
  return steps.length > 0 && !steps.some((step) => step.by.includes(side));
}
