'use client';
import { useMemo } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatDate, formatNumber } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Menu, MenuLink } from './types';

const column = columnsOf<MenuLink>();

/** Customers' links to a menu: who got one by mail, and who opened it. */
export function MenuLinks({ menu }: { menu: Menu }) {
  const { can } = useViewer();
  const { mutateAsync: end } = trpc.menus.endLink.useMutation();
  const mayEnd = can('update:menus');
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('customer_id', {
          header: 'Customer',
          meta: { rowHeader: true },
          cell: ({ row: { original } }) =>
            original.customer_name === null ? (
              'Customer'
            ) : (
              <Link className="text-link hover:underline" href={`/customers/${original.customer_id}`}>
                {original.customer_name}
              </Link>
            ),
        }),
        column.accessor('last_mailed_at', { header: 'Mailed', ...INSTANT, meta: { card: 'detail' } }),
        column.accessor('last_opened_on', {
          header: 'Last opened',
          meta: { card: 'detail', named: true },
          cell: (info) => {
            const day = info.getValue();
            return day ? formatDate(day) : 'Never';
          },
        }),
        column.accessor('views_7_days', {
          header: 'Views, 7 days',
          meta: { align: 'right', card: 'detail', named: true },
          cell: (info) => formatNumber(info.getValue()),
        }),
        column.display({
          id: 'actions',
          header: () => <span className="sr-only">Actions</span>,
          meta: { card: 'actions', align: 'right', label: 'Actions' },
          cell: ({ row: { original } }) =>
            original.revoked_at ? (
              <Badge>Ended</Badge>
            ) : (
              mayEnd && (
                <Button
                  size="sm"
                  onClick={() => {
                    end({ id: menu.id, link_id: original.id }).catch((error) =>
                      showError("Couldn't end the link", error),
                    );
                  }}
                >
                  End link
                </Button>
              )
            ),
        }),
      ]),
    [end, mayEnd, menu.id],
  );
  return (
    <ListSection
      title="Links of customers"
      procedure={trpc.menus.links}
      input={{ id: menu.id, limit: 20 }}
      columns={columns}
      rowLabel={({ customer_name }) => `Link of ${customer_name ?? 'a customer'}`}
      empty={<EmptyLine>Customers that you mail this menu to appear here, with who opened it.</EmptyLine>}
    />
  );
}
