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

/** Events of any step, of shipping and of delivering. */
export const STEP_EVENTS = ['order.updated'] as const;
const SHIPPING_EVENTS = [...STEP_EVENTS, 'order.shipped'] as const;
export const DELIVERY_EVENTS = [...STEP_EVENTS, 'order.delivered', 'transfer.completed'] as const;
export const FLOW_EVENTS = [...new Set([...SHIPPING_EVENTS, ...DELIVERY_EVENTS])];

/** Every step that an order can take (decisions 24, 26, 27 and 31); other steps are impossible. */
export const FLOW: Record<OrderStatus, Partial<Record<OrderStatus, Step>>> = {
  pending: {
    accepted: { by: STEPS.pending.accepted, requires: ['licenses'], emits: STEP_EVENTS },
    cancelled: { by: STEPS.pending.cancelled, stock: 'release', emits: STEP_EVENTS },
  },
  accepted: {
    preparing: { by: STEPS.accepted.preparing, emits: STEP_EVENTS },
    cancelled: { by: STEPS.accepted.cancelled, stock: 'release', emits: STEP_EVENTS },
  },
  preparing: {
    shipped: {
      by: STEPS.preparing.shipped,
      requires: ['licenses', 'lots', 'coa'],
      stock: 'ship',
      emits: SHIPPING_EVENTS,
    },
    cancelled: { by: STEPS.preparing.cancelled, stock: 'release', emits: STEP_EVENTS },
  },
  shipped: {
    delivered: {
      by: STEPS.shipped.delivered,
      stock: 'receive',
      emits: DELIVERY_EVENTS,
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
