import { expiryOf } from '@/components/business/licenses/expiry';
import { ExpiryBadge } from '@/components/business/licenses/expiry-badge';
import { TYPE } from '@/components/partners/network/labels';
import { trendColumns } from '@/components/partners/network/trend-columns';
import type { WithTrend } from '@/components/partners/network/trends';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { DateTime } from '@/components/ui/date-time';
import { formatDate, formatMoney, todayIn, UNKNOWN } from '@/components/ui/format';
import { CustomerBadge } from './status-badge';
import type { Customer } from './types';

const column = columnsOf<WithTrend<Customer>>();

/** The columns of the customers. @param timezone of the reader's business */
export function customerColumns(timezone: string) {
  return [
    ...column.columns([
      column.accessor('name', {
        header: 'Business',
        meta: { rowHeader: true, sortKey: 'name' },
        cell: ({ row: { original } }) => (
          <>
            <RowLink href={`/customers/${original.id}`} className="wrap-anywhere">
              {original.name}
            </RowLink>
            <span className="row-note max-md:block">{placeOf(original)}</span>
          </>
        ),
      }),
      column.accessor('license_number', {
        header: 'License',
        cell: ({ row: { original } }) => <License customer={original} timezone={timezone} />,
      }),
    ]),
    ...trendColumns<Customer>('wholesaler', timezone),
    ...column.columns([
      column.accessor(({ balance, overdue }) => balance || overdue || null, {
        id: 'balance',
        header: 'Balance',
        meta: { align: 'right', card: 'detail', hideEmpty: true, leaves: 'last' },
        cell: ({ row: { original: customer } }) => (
          <>
            {formatMoney(customer.balance)}
            {(customer.overdue ?? 0) > 0 && (
              <span className="row-note text-destructive!">{formatMoney(customer.overdue)} overdue</span>
            )}
          </>
        ),
      }),
      column.accessor('representative_name', {
        header: 'Representative',
        meta: { hideBelow: 'xl', className: 'max-w-40 truncate' },
        cell: (info) => info.getValue() ?? UNKNOWN,
      }),
      column.accessor('status', {
        header: 'Status',
        meta: { card: 'badge', hideBelow: '2xl' },
        cell: (info) => <CustomerBadge status={info.getValue()} />,
      }),
      column.accessor('contact', {
        header: 'Contact',
        meta: { optional: true },
        cell: (info) => {
          const { email = null, phone = null } = info.getValue() ?? {};
          return (
            <>
              <span className="block max-w-64 truncate">{email ?? phone ?? UNKNOWN}</span>
              {email && phone && <span className="row-note">{phone}</span>}
            </>
          );
        },
      }),
      column.accessor('type', {
        header: 'Type',
        meta: { optional: true },
        cell: (info) => TYPE[info.getValue()],
      }),
      column.accessor('created_at', {
        header: 'Customer since',
        meta: { sortKey: 'created_at', hideBelow: '3xl' },
        cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
      }),
    ]),
  ];
}

/** What the business calls it, and where it is: "The Lake · Oakland, CA". */
const placeOf = ({ nickname, address }: Customer) =>
  [nickname, address && `${address.city}, ${address.state}`].filter(Boolean).join(' · ');

function License({
  customer: { license_number, license_expiry },
  timezone,
}: {
  customer: Customer;
  timezone: string;
}) {
  return (
    <>
      <span className="block whitespace-nowrap">{license_number}</span>
      {expiryOf(license_expiry, todayIn(timezone)) ? (
        <ExpiryBadge expiry={license_expiry} timezone={timezone} />
      ) : (
        <span className="row-note">
          {license_expiry ? `Expires ${formatDate(license_expiry)}` : 'No expiration'}
        </span>
      )}
    </>
  );
}
