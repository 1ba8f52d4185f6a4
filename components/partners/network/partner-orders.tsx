'use client';
import { ClipboardList } from 'lucide-react';
import { ordersList } from '@/components/orders/list';
import { ShortNumber } from '@/components/orders/short-number';
import { StatusBadge } from '@/components/orders/status-badge';
import type { OrderSummary } from '@/components/orders/types';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT, MONEY } from '@/components/ui/data-table/values';
import { formatCount } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { type OrderSide, partnerOrders } from './partner-orders-request';

const column = columnsOf<OrderSummary>();
const COLUMNS = column.columns([
  column.accessor('order_number', {
    header: 'Order',
    meta: { rowHeader: true, className: 'order-number' },
    cell: ({ row: { original } }) => (
      <RowLink
        href={`/orders/${original.id}`}
        title={original.order_number}
        aria-label={original.order_number}
        className="whitespace-nowrap"
      >
        <ShortNumber number={original.order_number} short={original.short_number} />
      </RowLink>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { card: 'badge' },
    cell: (info) => <StatusBadge status={info.getValue()} />,
  }),
  column.accessor('total', { header: 'Total', ...MONEY, meta: { align: 'right', card: 'detail' } }),
  column.accessor('created_at', { header: 'Placed', ...INSTANT, meta: { card: 'detail' } }),
]);

/** The latest orders with a partner, and the way to all of them. */
export function PartnerOrders({ partner, side }: { partner: { id: string; name: string }; side: OrderSide }) {
  const { entity } = useViewer();
  return (
    <ListSection
      title="Orders"
      caption={`Latest orders with ${partner.name}`}
      actions={(total) =>
        total > 0 && (
          <Link
            href={`${side === 'retailer' && entity.type !== 'retailer' ? '/purchases' : '/orders'}${ordersList.query({ party: partner.id })}`}
            className="font-medium text-link underline-offset-4 hover:underline"
          >
            View {formatCount(total, 'order')}
          </Link>
        )
      }
      procedure={trpc.orders.summaries}
      input={partnerOrders(partner.id, side)}
      columns={COLUMNS}
      rowLabel={(order) => order.order_number}
      paged={false}
      empty={
        <EmptyState icon={ClipboardList} title="No orders yet">
          {side === 'retailer' ? 'Orders that you place with' : 'Orders from'} {partner.name} appear here.
        </EmptyState>
      }
    />
  );
}
