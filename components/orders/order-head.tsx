import { DateTime } from '@/components/ui/date-time';
import { useViewer } from '@/components/ui/providers/viewer';
import type { SideRules } from './side-rules';
import { forwardStep, waitsFor } from './steps';
import type { Order } from './types';

/** Where a member finds an order again. @param type of the member's business */
export function wayTo({ side }: SideRules, type: string) {
  if (side === 'wholesaler') return { label: 'Sales', href: '/orders' };
  return { label: 'Purchases', href: type === 'retailer' ? '/orders' : '/purchases' };
}

/** Whose order it is, since when, and to its buyer what it waits for. */
export function OrderHead({ order, rules }: { order: Order; rules: SideRules }) {
  const { timezone } = useViewer().entity;
  const buys = rules.side === 'retailer';
  const { name: seller } = order.wholesaler;
  const step = buys && !forwardStep(rules, order.status) ? waitsFor(order.status) : undefined;
  const waiting = rules.besideSuspended
    ? `${seller} is suspended for now. The order can be canceled.`
    : `waiting for ${seller} ${step}`;
  return (
    <>
      {buys ? `From ${seller}` : `For ${order.retailer.name}`} · placed{' '}
      <DateTime value={order.created_at} timezone={timezone} />
      {step && ` · ${waiting}`}
    </>
  );
}
