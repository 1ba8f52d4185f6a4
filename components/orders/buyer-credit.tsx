'use client';
import { CircleAlert, WalletCards } from 'lucide-react';
import type { Customer } from '@/components/partners/customers/types';
import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';
import { formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order } from './types';

const POLL_MS = 15_000;

/** What the customer of an order owes its seller, of how much it may, before a step is rejected for it; nothing without a limit, hold or overdue invoice. */
export function BuyerCredit({ order }: { order: Pick<Order, 'retailer'> }) {
  const { id, name } = order.retailer;
  const { data } = trpc.customers.get.useQuery({ id }, { refetchInterval: POLL_MS });
  const standing = data && standingOf(data);
  if (!standing) return null;
  const { said, overdue, urgent } = standing;
  const Icon = urgent ? CircleAlert : WalletCards;
  return (
    <p
      className={cn(
        'flex items-start gap-2.5 rounded-lg px-4 py-2 print:hidden',
        urgent ? 'bg-tint-danger text-on-tint-danger' : 'bg-tint-neutral text-on-tint-neutral',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="tabular-nums">
        <Link href={`/customers/${id}`} className="font-medium underline-offset-4 hover:underline">
          {name}
        </Link>
        {': '}
        {said.join(' · ')}
        {said.length > 0 && overdue > 0 && ' · '}
        {overdue > 0 && (
          <Link
            href={`/invoices?party=${id}&status=overdue`}
            className="font-medium underline underline-offset-4"
          >
            {formatMoney(overdue)} overdue
          </Link>
        )}
      </span>
    </p>
  );
}

/** What there is to say of a customer's account, and whether a step would be rejected for it; null without anything. */
function standingOf({ exposure, on_hold: onHold, ...data }: Customer) {
  // Members limited to locations don't see what a customer owes.
  const limit = exposure === null ? null : data.credit_limit;
  const overdue = data.overdue ?? 0;
  const said = [
    onHold && 'On hold',
    limit !== null && `${formatMoney(exposure)} of its ${formatMoney(limit)} credit limit used`,
  ].filter((one) => one !== false);
  if (said.length === 0 && overdue === 0) return null;
  const beyond = limit !== null && exposure !== null && exposure > limit;
  return { said, overdue, urgent: onHold || beyond || overdue > 0 };
}
