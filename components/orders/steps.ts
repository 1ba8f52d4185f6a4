import { Check, CircleCheck, type LucideIcon, Package, Truck } from 'lucide-react';
import type { SideRules } from './side-rules';
import type { OrderStatus } from './types';

type ForwardStatus = 'accepted' | 'preparing' | 'shipped' | 'delivered';
export type ForwardStep = {
  to: ForwardStatus;
  label: string;
  /** Its button for several orders: "Accept 5 orders". */
  bulk: (orders: string) => string;
  done: string;
  icon: LucideIcon;
};

/** Each step forward: what its button says, and what is said when it is done. */
const FORWARD: Record<ForwardStatus, Omit<ForwardStep, 'to'>> = {
  accepted: { label: 'Accept', bulk: (orders) => `Accept ${orders}`, done: 'accepted', icon: Check },
  preparing: {
    label: 'Start preparing',
    bulk: (orders) => `Prepare ${orders}`,
    done: 'in preparation',
    icon: Package,
  },
  shipped: { label: 'Mark shipped', bulk: (orders) => `Ship ${orders}`, done: 'shipped', icon: Truck },
  delivered: {
    label: 'Mark delivered',
    bulk: (orders) => `Mark ${orders} delivered`,
    done: 'delivered',
    icon: CircleCheck,
  },
};

/** The one step forward that a side may take from a status; null when it is not its turn. */
export function forwardStep(rules: SideRules, status: OrderStatus): ForwardStep | null {
  const to = rules.next[status].find((next): next is ForwardStatus => next in FORWARD);
  return to ? { to, ...FORWARD[to] } : null;
}

export function mayCancel(rules: SideRules, status: OrderStatus): boolean {
  return rules.next[status].includes('cancelled');
}
