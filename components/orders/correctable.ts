import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { RECEIPT_HOURS } from '@/server/kernel/receipt-hours';
import type { SideRules } from './side-rules';
import type { Order, OrderHistory, Receipt } from './types';

/** The receipt of a delivered order, while it is read: it can be corrected for a time (decision 913). */
export function useReceiptOf({ id, status }: Pick<Order, 'id' | 'status'>) {
  const { data } = trpc.orders.receipts.useQuery({ id }, { enabled: status === 'delivered' });
  return data && { receipt: data.data[0] ?? null };
}

/**
 * What this member may correct of an order: its receipt, or null inside for one that was marked delivered without, which the buyer
 * files for 72 hours. The buyer corrects whatever was filed, the seller its own until the buyer has.
 */
export function useCorrectable(
  order: Order,
  { side }: SideRules,
  history: OrderHistory['data'],
): { receipt: Receipt | null } | null {
  const { can } = useViewer();
  const found = useReceiptOf(order);
  if (order.status !== 'delivered' || !found || !can('update:orders')) return null;
  const { receipt } = found;
  if (receipt) {
    const own = receipt.recorded_by === 'seller' && receipt.corrected_by !== 'buyer';
    const isOpen = Date.parse(receipt.correctable_until) > Date.now();
    return isOpen && (side === 'retailer' || own) ? { receipt } : null;
  }
  const delivered = history.find((entry) => entry.action === 'moved' && entry.to_status === 'delivered');
  const until = Date.parse(delivered?.created_at ?? '') + RECEIPT_HOURS * 3_600_000;
  return side === 'retailer' && until > Date.now() ? { receipt: null } : null;
}
