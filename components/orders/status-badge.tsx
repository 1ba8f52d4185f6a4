import { Check, CircleCheck, CircleX, Clock, type LucideIcon, Package, Truck } from 'lucide-react';

export type OrderStatusName = 'pending' | 'accepted' | 'preparing' | 'shipped' | 'delivered' | 'cancelled';

/** How each order status reads, and its icon, in the order of the flow. */
export const ORDER_STATUS: Record<OrderStatusName, { label: string; icon: LucideIcon }> = {
  pending: { label: 'Pending', icon: Clock },
  accepted: { label: 'Accepted', icon: Check },
  preparing: { label: 'Preparing', icon: Package },
  shipped: { label: 'Shipped', icon: Truck },
  delivered: { label: 'Delivered', icon: CircleCheck },
  cancelled: { label: 'Canceled', icon: CircleX },
};

/** The status of an order: tint, word and icon, of which status-badges.css draws all but the word. */
export function StatusBadge({ status }: { status: OrderStatusName }) {
  return (
    <span className="status-badge" data-status={status}>
      {ORDER_STATUS[status].label}
    </span>
  );
}
