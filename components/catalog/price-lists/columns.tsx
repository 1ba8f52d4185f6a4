import { Badge } from '@/components/ui/base/badge';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatNumber } from '@/components/ui/format';
import { discountText } from './discount';
import type { PriceList } from './types';

const column = columnsOf<PriceList>();

export const COLUMNS = column.columns([
  column.accessor('name', {
    header: 'Price list',
    meta: { rowHeader: true, sortKey: 'name', className: 'wraps' },
    cell: ({ row: { original } }) => <RowLink href={`/price-lists/${original.id}`}>{original.name}</RowLink>,
  }),
  column.accessor('active', {
    header: 'Status',
    meta: { card: 'badge' },
    cell: (info) => <Badge>{info.getValue() ? 'Active' : 'Off'}</Badge>,
  }),
  column.accessor('discount_bps', {
    header: 'Off wholesale',
    meta: { align: 'right', card: 'detail', named: true },
    cell: (info) => discountText(info.getValue()),
  }),
  column.accessor('rule_count', {
    header: 'Prices',
    meta: { align: 'right', card: 'detail', named: true },
    cell: (info) => formatNumber(info.getValue()),
  }),
  column.accessor('customers_count', {
    header: 'Customers',
    meta: { align: 'right', card: 'detail', named: true },
    cell: ({ row: { original } }) =>
      original.customers_count === 0 ? (
        '0'
      ) : (
        <Link className="text-link hover:underline" href={`/customers?price_list_id=${original.id}`}>
          {formatNumber(original.customers_count)}
          <span className="sr-only"> customers with {original.name}</span>
        </Link>
      ),
  }),
  column.accessor('updated_at', { header: 'Changed', ...INSTANT, meta: { hideBelow: 'lg' } }),
]);
