import { MessageSquare } from 'lucide-react';
import { COMMENT_ID } from '@/components/orders/comment-id';
import type { OrderSummary } from '@/components/orders/types';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Side } from '@/server/features/orders/flow/schema';

/** Leads to the comment box of an order, to tell the other business about it. */
export function TellLink({ order, side }: { order: OrderSummary; side: Side }) {
  const partner = side === 'retailer' ? order.wholesaler.name : order.retailer.name;
  return (
    <Button asChild size="sm">
      <Link
        href={`/orders/${order.id}#${COMMENT_ID}`}
        aria-label={`Message ${partner} about ${order.order_number}`}
      >
        <MessageSquare aria-hidden className="sm:hidden" />
        <span className="max-sm:hidden">Message</span>
      </Link>
    </Button>
  );
}
