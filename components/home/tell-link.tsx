import { Mail, MessageSquare } from 'lucide-react';
import { COMMENT_ID } from '@/components/orders/comment-id';
import { partnerOf } from '@/components/orders/partner-of';
import type { OrderSummary } from '@/components/orders/types';
import type { Customer } from '@/components/partners/customers/types';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import type { Side } from '@/server/features/orders/shapes/flow.schema';

/**
 * Tells the other business about an order: leads to its comment box, or starts an email to a customer who isn't on board
 * and reads no comments. Nothing without an email.
 * @param customer the buyer as the seller knows it; null for a buyer's own order and where it is unknown
 */
export function TellLink({
  order,
  side,
  customer,
}: {
  order: OrderSummary;
  side: Side;
  customer: Pick<Customer, 'status' | 'contact'> | null;
}) {
  const partner = partnerOf(order, side);
  const byEmail = customer?.status === 'unclaimed';
  const email = customer?.contact?.email;
  if (byEmail && !email) return null;
  const [label, Icon] = byEmail ? (['Email', Mail] as const) : (['Message', MessageSquare] as const);
  const name = `${label} ${partner} about ${order.order_number}`;
  const content = (
    <>
      <Icon aria-hidden className="sm:hidden" />
      <span className="max-sm:hidden">{label}</span>
    </>
  );
  return (
    <Button asChild size="sm">
      {byEmail ? (
        <a href={`mailto:${email}?subject=${encodeURIComponent(order.order_number)}`} aria-label={name}>
          {content}
        </a>
      ) : (
        <Link href={`/orders/${order.id}#${COMMENT_ID}`} aria-label={name}>
          {content}
        </Link>
      )}
    </Button>
  );
}
