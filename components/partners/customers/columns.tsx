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
const NO_LISTS: ReadonlyMap<string, string> = new Map();

/** The columns of the customers. @param timezone of the reader's business @param lists names of price lists by id */
export function customerColumns(timezone: string, lists: ReadonlyMap<string, string> = NO_LISTS) {
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
      column.accessor(({ exposure, credit_limit }) => creditUse(exposure, credit_limit), {
        id: 'credit',
        header: 'Credit used',
        meta: { align: 'right', hideEmpty: true, hideBelow: 'xl' },
        cell: ({ row: { original: customer }, getValue }) => {
          const used = getValue();
          if (used === null) return UNKNOWN;
          return (
            <>
              <span className={used > 100 ? 'text-destructive' : undefined}>{used}%</span>
              <span className="row-note">of {formatMoney(customer.credit_limit)}</span>
            </>
          );
        },
      }),
      column.accessor(({ price_list_id }) => (price_list_id && lists.get(price_list_id)) || null, {
        id: 'price_list',
        header: 'Price list',
        meta: { hideEmpty: true, hideBelow: 'xl', className: 'max-w-40 truncate' },
        cell: (info) => info.getValue() ?? UNKNOWN,
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

/** How much of its limit a customer uses, in percent; null without a limit or for a reader who doesn't see it. */
function creditUse(exposure: number | null, limit: number | null): number | null {
  if (exposure === null || limit === null) return null;
  return limit > 0 ? Math.round((exposure / limit) * 100) : exposure > 0 ? 101 : 0;
}

/** What the business calls it, and where it is: "The Lake · Oakland, CA". */
const placeOf = ({ nickname, address }: Customer) =>
  [nickname, address && [address.city, address.state].filter(Boolean).join(', ')].filter(Boolean).join(' · ');

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
