'use client';
import type { Customer } from '@/components/partners/customers/types';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { marginOf } from './margin';
import type { Order } from './types';

const LINK = 'wrap-anywhere text-link underline-offset-4 hover:underline';

/** To its seller: who ordered, how to reach it, what it owes and may owe, and what the order earned. */
export function CustomerCard({ order }: { order: Order }) {
  const { can } = useViewer();
  const { id, name } = order.retailer;
  const { data: customer } = trpc.customers.get.useQuery({ id });
  const lists = trpc.priceLists.list.useQuery(
    { limit: 100 },
    { enabled: can('read:prices') && customer?.price_list_id != null },
  );
  const list = lists.data?.data.find((one) => one.id === customer?.price_list_id);
  const margin = marginOf(order);
  return (
    <Card title="Customer" className="print:hidden">
      <Link href={`/customers/${id}`} className={`font-medium ${LINK}`}>
        {name}
      </Link>
      {customer && (
        <DefinitionList
          className="mt-3"
          items={[
            ...reachOf(customer),
            ...creditOf(customer),
            ...(customer.price_list_id
              ? [{ term: 'Price list', value: list?.name ?? 'Its own' }]
              : [{ term: 'Price list', value: 'Wholesale' }]),
            { term: 'License', value: customer.license_number },
            ...addressOf(customer),
            ...(margin
              ? [
                  {
                    term: 'Margin',
                    value: `${formatMoney(margin.dollars)} (${margin.percent}%)`,
                  },
                ]
              : []),
          ]}
        />
      )}
    </Card>
  );
}

const reachOf = ({ contact }: Customer) => [
  ...(contact?.phone
    ? [
        {
          term: 'Phone',
          value: (
            <a href={`tel:${contact.phone}`} className={LINK}>
              {contact.phone}
            </a>
          ),
        },
      ]
    : []),
  ...(contact?.email
    ? [
        {
          term: 'Email',
          value: (
            <a href={`mailto:${contact.email}`} className={LINK}>
              {contact.email}
            </a>
          ),
        },
      ]
    : []),
];

/** Members limited to locations don't see what a customer owes. */
function creditOf({ id, balance, exposure, credit_limit: limit }: Customer) {
  if (balance === null) return [];
  const left = limit === null || exposure === null ? null : Math.round((limit - exposure) * 100) / 100;
  return [
    {
      term: 'Balance',
      value: (
        <Link href={`/invoices?party=${id}&status=open`} className={`tabular-nums ${LINK}`}>
          {formatMoney(balance)}
        </Link>
      ),
    },
    ...(left === null
      ? []
      : [
          {
            term: 'Credit left',
            value: (
              <span className={left < 0 ? 'text-destructive tabular-nums' : 'tabular-nums'}>
                {formatMoney(left)} of {formatMoney(limit)}
              </span>
            ),
          },
        ]),
  ];
}

/** An address that is missing would be missing on the manifest, too. */
const addressOf = ({ id, status, address }: Customer) =>
  status === 'unclaimed' && address !== null && (address.street === '' || address.city === '')
    ? [
        {
          term: 'Address',
          value: (
            <Link href={`/customers/${id}?tab=details`} className={LINK}>
              Add the address before it ships
            </Link>
          ),
        },
      ]
    : [];
