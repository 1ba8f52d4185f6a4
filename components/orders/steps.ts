import { Check, type LucideIcon, Package, ScanBarcode, Truck } from 'lucide-react';
import { OPEN_STATUSES } from '@/server/kernel/order-statuses';
import type { SideRules } from './side-rules';
import type { OrderStatus } from './types';

type SentStatus = 'accepted' | 'preparing' | 'shipped';
/** A step that its button takes. */
export type SentStep = {
  to: SentStatus;
  label: string;
  /** Its button for several orders: "Accept 5 orders". */
  bulk: (orders: string) => string;
  done: string;
  icon: LucideIcon;
};
/** Delivery is what a receipt says: its button opens the check-in, for one order at a time. */
export type ReceiveStep = { to: 'delivered'; label: string; icon: LucideIcon };
export type ForwardStep = SentStep | ReceiveStep;

/** Each step forward: what its button says, what is said when it is done, and what its seller is waited for. */
const FORWARD: Record<SentStatus, Omit<SentStep, 'to'> & { awaited: string }> = {
  accepted: {
    label: 'Accept',
    bulk: (orders) => `Accept ${orders}`,
    done: 'accepted',
    awaited: 'to accept it',
    icon: Check,
  },
  preparing: {
    label: 'Start preparing',
    bulk: (orders) => `Prepare ${orders}`,
    done: 'in preparation',
    awaited: 'to prepare it',
    icon: Package,
  },
  shipped: {
    label: 'Mark shipped',
    bulk: (orders) => `Ship ${orders}`,
    done: 'shipped',
    awaited: 'to ship it',
    icon: Truck,
  },
};

/** What an order waits for its seller to do; undefined where it doesn't. */
export function waitsFor(status: OrderStatus): string | undefined {
  const next = OPEN_STATUSES[OPEN_STATUSES.indexOf(status) + 1];
  return next && next in FORWARD ? FORWARD[next as SentStatus].awaited : undefined;
}

/** The one step forward that a side may take from a status; null when it is not its turn. */
export function forwardStep(rules: SideRules, status: OrderStatus): ForwardStep | null {
  for (const to of rules.next[status]) {
    if (to === 'delivered') {
      return { to, label: rules.side === 'retailer' ? 'Receive' : 'Record receipt', icon: ScanBarcode };
    }
    if (to in FORWARD) return { to: to as SentStatus, ...FORWARD[to as SentStatus] };
  }
  return null;
}

export function mayCancel(rules: SideRules, status: OrderStatus): boolean {
  return rules.next[status].includes('cancelled');
}
