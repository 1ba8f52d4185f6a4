import { Banknote, Copy, PackageCheck, ReceiptText } from 'lucide-react';
import type { MoreAct } from '@/components/ui/base/more-menu-items';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Order, Return } from './types';

/** What its seller may do with an order beside its steps, also after delivery. */
export function useSellerActs(
  order: Order,
  sells: boolean,
  { onCredit, onCount }: { onCredit: () => void; onCount: (returned: Return) => void },
): (MoreAct | false)[] {
  const { can, rules } = useViewer();
  const counts = sells && order.status === 'delivered' && can('update:orders');
  const { data } = trpc.returns.list.useQuery({ order_id: order.id }, { enabled: counts });
  const open = counts ? data?.data.find(({ status }) => status === 'open') : undefined;
  if (!sells) return [];
  const { id, retailer, invoice } = order;
  return [
    open !== undefined && { label: 'Return', icon: PackageCheck, act: () => onCount(open) },
    invoice !== null && can('create:credits') && { label: 'Credit', icon: ReceiptText, act: onCredit },
    invoice !== null &&
      rules('create:payments') && {
        label: 'Record payment',
        icon: Banknote,
        href: `/payments/new?customer=${retailer.id}&invoices=${invoice.id}`,
      },
    can('create:orders') &&
      can('read:customers') && {
        label: 'Duplicate',
        icon: Copy,
        href: `/orders/new?customer=${retailer.id}&copy=${id}`,
      },
  ];
}
