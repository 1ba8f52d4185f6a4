import { columnsOf } from '@/components/data-table/columns';
import { RowLink } from '@/components/data-table/row-link';
import { DateTime } from '@/components/date-time';
import { formatNumber, UNKNOWN } from '@/components/format';
import { ExpiryBadge } from '@/components/licenses/expiry-badge';
import { TYPE } from '@/components/network/labels';
import { CustomerBadge } from './status-badge';
import type { Customer } from './types';

const column = columnsOf<Customer>();

/** The columns of the customers. @param timezone of the reader's business */
export function customerColumns(timezone: string) {
  return column.columns([
    column.accessor('name', {
      header: 'Business',
      meta: { rowHeader: true, sortKey: 'name', className: 'md:leading-4' },
      cell: ({ row: { original } }) => (
        <>
          <RowLink href={`/customers/${original.id}`} className="wrap-anywhere">
            {original.name}
          </RowLink>
          {original.nickname && (
            <span className="block max-w-56 truncate text-muted text-xs">{original.nickname}</span>
          )}
        </>
      ),
    }),
    column.display({
      id: 'place',
      header: 'City',
      meta: { card: 'detail', className: 'wraps' },
      cell: ({ row: { original } }) =>
        original.address ? `${original.address.city}, ${original.address.state}` : UNKNOWN,
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: (info) => <CustomerBadge status={info.getValue()} />,
    }),
    column.accessor('license_number', {
      header: 'License',
      meta: { card: 'detail', className: 'md:leading-4' },
      cell: ({ row: { original } }) => (
        <>
          <span className="block whitespace-nowrap">{original.license_number}</span>
          <ExpiryBadge expiry={original.license_expiry} timezone={timezone} />
        </>
      ),
    }),
    column.accessor('contact', {
      header: 'Contact',
      meta: { hideBelow: 'xl', className: 'md:leading-4' },
      cell: (info) => {
        const { email = null, phone = null } = info.getValue() ?? {};
        return (
          <>
            <span className="block max-w-64 truncate">{email ?? phone ?? UNKNOWN}</span>
            {email && phone && <span className="block text-muted text-xs">{phone}</span>}
          </>
        );
      },
    }),
    column.accessor('type', {
      header: 'Type',
      meta: { hideBelow: '2xl' },
      cell: (info) => TYPE[info.getValue()],
    }),
    column.display({
      id: 'locations',
      header: 'Locations',
      meta: { align: 'right', hideBelow: '2xl' },
      cell: ({ row }) => formatNumber(row.original.locations.length),
    }),
    column.accessor('created_at', {
      header: 'Customer since',
      meta: { sortKey: 'created_at', hideBelow: 'lg' },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
  ]);
}
