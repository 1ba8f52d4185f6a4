import { InvoiceBadge } from '@/components/money/invoices/status-badge';
import { DisputedBadge } from '@/components/partners/claims/disputed-badge';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { DateTime } from '@/components/ui/date-time';
import { formatCount, formatMoney } from '@/components/ui/format';
import { DeliveryDay } from './delivery-day';
import { NextStepButton } from './next-step-button';
import { OrderBadge } from './order-badge';
import { ShortNumber } from './short-number';
import type { SideRules } from './side-rules';
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
    column.accessor((order) => (buys ? order.wholesaler.name : order.retailer.name), {
      id: 'party',
      header: buys ? 'Supplier' : 'Customer',
      meta: { card: 'title', className: 'wraps', leaves: 'last' },
      cell: (info) => <span className="font-medium">{info.getValue()}</span>,
    }),
    column.accessor('order_number', {
      header: 'Order',
      meta: { rowHeader: true, card: 'detail', sortKey: 'order_number', className: 'order-number' },
      cell: ({ row: { original } }) => (
        <>
          <RowLink
            href={`/orders/${original.id}`}
            title={original.order_number}
            aria-label={original.order_number}
          >
            <ShortNumber number={original.order_number} short={original.short_number} />
          </RowLink>
          {original.po_number && (
            <span className="row-note">
              <span className="sr-only">PO number </span>
              {original.po_number}
            </span>
          )}
        </>
      ),
    }),
    column.accessor('item_count', {
      id: 'items',
      header: 'Items',
      meta: { hideBelow: 'xl' },
      cell: ({ row: { original } }) => (
        <>
          {formatCount(original.item_count, 'line')}
          {/* Jars and pounds aren't added up. */}
          {!original.by_weight && <span className="row-note">{formatCount(original.units, 'unit')}</span>}
        </>
      ),
    }),
    column.accessor('total', {
      header: 'Total',
      meta: { align: 'right', card: 'detail', named: false, sortKey: 'total' },
      cell: (info) => formatMoney(info.getValue()),
    }),
    column.accessor('delivery_date', {
      header: 'Delivery',
      meta: { card: 'detail', named: true, hideEmpty: true, sortKey: 'delivery_date', leaves: 'last' },
      cell: ({ row: { original } }) => <DeliveryDay order={original} timezone={timezone} />,
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge', sortKey: 'status', leaves: 'last' },
      cell: ({ row: { original } }) => (
        <>
          <OrderBadge order={original} /> <DisputedBadge since={original.disputed_at} />
        </>
      ),
    }),
    column.accessor('invoice_state', {
      header: 'Invoice',
      meta: { hideEmpty: true, hideBelow: 'xl', leaves: 'first' },
      cell: (info) => {
        const state = info.getValue();
        return state === null ? null : (
          <InvoiceBadge
            invoice={{ status: state === 'paid' ? 'settled' : 'open', overdue: state === 'overdue' }}
          />
        );
      },
    }),
    column.accessor('created_at', {
      header: 'Placed',
      meta: { sortKey: 'created_at', hideBelow: 'xl', leaves: 'first' },
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
