import { CalendarClock, CircleX } from 'lucide-react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowMenu } from '@/components/ui/data-table/row-menu';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatAmount, formatDate, formatMoney } from '@/components/ui/format';
import type { BackorderRow } from './types';
import { availableKey } from './use-available';

const column = columnsOf<BackorderRow>();

const NOTHING: ReadonlyMap<string, number> = new Map();

function Status({ backorder: { status, ready_at } }: { backorder: BackorderRow }) {
  if (status === 'filled') return <Badge tone="success">Filled</Badge>;
  if (status === 'cancelled') return <Badge>Canceled</Badge>;
  return ready_at ? <Badge tone="info">In stock</Badge> : <Badge tone="warning">Waiting</Badge>;
}

/** The columns of the backorders as one side sees them; buttons for those who may use them. */
export function backorderColumns({
  buys,
  available = NOTHING,
  onFill,
  onExpect,
  onCancel,
}: {
  buys: boolean;
  /** What the seller could sell now, in steps by `availableKey`; of the page's rows. */
  available?: ReadonlyMap<string, number>;
  /** Absent for those who may not fill. */
  onFill?: (backorder: BackorderRow) => void;
  /** Absent for those who may not say when goods are expected. */
  onExpect?: (backorder: BackorderRow) => void;
  /** Absent for those who may not cancel. */
  onCancel?: (backorder: BackorderRow) => void;
}) {
  const shared = column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => <ItemCell goods={original} />,
    }),
    column.accessor((backorder) => (buys ? backorder.seller.name : backorder.buyer.name), {
      id: 'party',
      header: buys ? 'Supplier' : 'Customer',
      meta: { card: 'detail', className: 'wraps' },
    }),
    column.display({
      id: 'status',
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ row }) => <Status backorder={row.original} />,
    }),
    column.accessor((backorder) => backorder.quantity - backorder.filled, {
      id: 'left',
      header: 'Open',
      meta: { align: 'right', card: 'detail' },
      cell: ({ row: { original: backorder } }) => (
        <>
          {formatAmount(backorder.quantity - backorder.filled, backorder)}
          {backorder.filled > 0 && (
            <span className="text-muted"> of {formatAmount(backorder.quantity, backorder)}</span>
          )}
        </>
      ),
    }),
    ...(buys
      ? []
      : [
          column.accessor(
            (row) => (row.status === 'open' ? (available.get(availableKey(row)) ?? null) : null),
            {
              id: 'available',
              header: 'On hand now',
              meta: { align: 'right', card: 'detail', named: true, hideEmpty: true },
              cell: ({ row: { original }, getValue }) => formatAmount(getValue(), original),
            },
          ),
        ]),
    column.accessor((backorder) => backorder.ladder[0]?.unit_price ?? null, {
      id: 'price',
      header: 'Price',
      meta: { align: 'right', hideBelow: 'lg' },
      cell: ({ getValue, row: { original } }) => (
        <>
          {formatMoney(getValue())}
          {getValue() !== null && original.unit && <span className="text-muted">/{original.unit}</span>}
        </>
      ),
    }),
    column.accessor('expected_on', {
      header: 'Expected',
      meta: { card: 'detail', named: true, hideEmpty: true },
      cell: (info) => formatDate(info.getValue()),
    }),
    column.accessor('expires_on', {
      header: 'Expires',
      meta: { hideBelow: 'lg' },
      cell: (info) => formatDate(info.getValue()),
    }),
    column.accessor('created_at', { header: 'Since', ...INSTANT, meta: { hideBelow: 'xl' } }),
    column.accessor('order_id', {
      header: 'Order',
      meta: { hideBelow: 'xl', card: 'detail' },
      cell: (info) =>
        info.getValue() && (
          <Link
            href={`/orders/${info.getValue()}`}
            className="rounded-sm text-link underline-offset-4 hover:underline"
          >
            Show order
          </Link>
        ),
    }),
  ]);
  if (!onCancel && !onFill && !onExpect) return shared;
  return [
    ...shared,
    actionsColumn<BackorderRow>(
      (original) =>
        original.status === 'open' && (
          <span className="inline-flex items-center gap-1">
            {onFill && (original.ready_at !== null || (available.get(availableKey(original)) ?? 0) > 0) && (
              <Button size="sm" onClick={() => onFill(original)}>
                Fill
                <span className="sr-only">
                  {' '}
                  {original.sku} for {original.buyer.name}
                </span>
              </Button>
            )}
            <RowMenu
              of={`${original.sku} for ${original.buyer.name}`}
              acts={[
                onExpect !== undefined && {
                  ...{ label: 'Set expected date', icon: CalendarClock },
                  act: () => onExpect(original),
                },
                onCancel !== undefined && {
                  ...{ label: 'Cancel backorder', icon: CircleX, destructive: true },
                  act: () => onCancel(original),
                },
              ]}
            />
          </span>
        ),
    ),
  ];
}
