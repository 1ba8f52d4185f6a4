import { columnsOf } from '@/components/data-table/columns';
import { RowLink } from '@/components/data-table/row-link';
import { DateTime } from '@/components/date-time';
import { formatDate, formatMoney, formatNumber } from '@/components/format';
import { NextStepButton } from './next-step-button';
import type { SideRules } from './side-rules';
import { StatusBadge } from './status-badge';
import { forwardStep } from './steps';
import type { OrderSummary } from './types';

const column = columnsOf<OrderSummary>();

/** The columns of the order list, as one side sees it; the next step only for those who may take it. */
export function ordersColumns({
  rules,
  timezone,
  mayMove,
  onMoved,
}: {
  rules: SideRules;
  timezone: string;
  mayMove: boolean;
  onMoved: () => void;
}) {
  const buys = rules.side === 'retailer';
  const shared = column.columns([
    column.accessor('order_number', {
      header: 'Order',
      meta: { rowHeader: true, sortKey: 'order_number', className: 'md:leading-4' },
      cell: ({ row: { original } }) => (
        <>
          <RowLink href={`/orders/${original.id}`} className="whitespace-nowrap">
            {original.order_number}
          </RowLink>
          {original.po_number && (
            <span className="block max-w-48 truncate text-muted text-xs">
              <span className="sr-only">PO number </span>
              {original.po_number}
            </span>
          )}
        </>
      ),
    }),
    column.accessor((order) => (buys ? order.wholesaler.name : order.retailer.name), {
      id: 'party',
      header: buys ? 'Supplier' : 'Customer',
      meta: { card: 'detail', className: 'wraps' },
      cell: (info) => info.getValue(),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge', sortKey: 'status' },
      cell: (info) => <StatusBadge status={info.getValue()} />,
    }),
    column.accessor('item_count', {
      id: 'items',
      header: 'Items',
      meta: { align: 'right', hideBelow: 'xl' },
      cell: (info) => formatNumber(info.getValue()),
    }),
    column.accessor('total', {
      header: 'Total',
      meta: { align: 'right', card: 'detail', sortKey: 'total', leaves: 'last' },
      cell: (info) => formatMoney(info.getValue()),
    }),
    column.accessor('delivery_date', {
      header: 'Delivery',
      meta: { sortKey: 'delivery_date', hideBelow: 'lg' },
      cell: (info) => formatDate(info.getValue()),
    }),
    column.accessor('created_at', {
      header: 'Placed',
      meta: { sortKey: 'created_at', hideBelow: 'lg' },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
  ]);
  if (!mayMove) return shared;
  return [
    ...shared,
    column.display({
      id: 'next',
      header: () => <span className="sr-only">Next step</span>,
      meta: { card: 'actions', align: 'right', label: 'Next step' },
      // Most rows of a long list have no step: a button for each would cost it a mutation.
      cell: ({ row: { original } }) =>
        forwardStep(rules, original.status) && (
          <NextStepButton order={original} rules={rules} onDone={onMoved} />
        ),
    }),
  ];
}
