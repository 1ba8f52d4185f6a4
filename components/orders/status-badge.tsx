import { Check, CircleCheck, CircleX, Clock, type LucideIcon, Package, Truck } from 'lucide-react';
import type { OrderStatus } from '@/server/kernel/order-statuses';

/** How each order status reads, its icon, and its color in charts. */
export const ORDER_STATUS: Record<OrderStatus, { label: string; icon: LucideIcon; color: string }> = {
  pending: { label: 'Pending', icon: Clock, color: 'bg-chart-3' },
  accepted: { label: 'Accepted', icon: Check, color: 'bg-chart-2' },
  preparing: { label: 'Preparing', icon: Package, color: 'bg-chart-4' },
  shipped: { label: 'Shipped', icon: Truck, color: 'bg-chart-5' },
  delivered: { label: 'Delivered', icon: CircleCheck, color: 'bg-chart-1' },
  cancelled: { label: 'Canceled', icon: CircleX, color: 'bg-control' },
};

/** The status of an order: tint, word and icon, of which status-badges.css draws all but the word. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className="status-badge" data-status={status}>
      {ORDER_STATUS[status].label}
    </span>
  );
}
