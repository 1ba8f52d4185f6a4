import { Check, CircleCheck, CircleX, Clock, type LucideIcon, Package, Truck } from 'lucide-react';
import { Badge, type BadgeTone } from '@/components/ui/badge';

export type OrderStatusName = 'pending' | 'accepted' | 'preparing' | 'shipped' | 'delivered' | 'cancelled';

/** How each order status looks and reads, in the order of the flow. */
export const ORDER_STATUS: Record<OrderStatusName, { label: string; tone: BadgeTone; icon: LucideIcon }> = {
  pending: { label: 'Pending', tone: 'warning', icon: Clock },
  accepted: { label: 'Accepted', tone: 'info', icon: Check },
  preparing: { label: 'Preparing', tone: 'progress', icon: Package },
  shipped: { label: 'Shipped', tone: 'info', icon: Truck },
  delivered: { label: 'Delivered', tone: 'success', icon: CircleCheck },
  cancelled: { label: 'Canceled', tone: 'neutral', icon: CircleX },
};

/** The status of an order: tint, word and icon. */
export function StatusBadge({ status }: { status: OrderStatusName }) {
  const { label, tone, icon } = ORDER_STATUS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
