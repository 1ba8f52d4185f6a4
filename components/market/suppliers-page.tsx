'use client';
import { Store } from 'lucide-react';
import { columnsOf } from '@/components/data-table/columns';
import { ListPage } from '@/components/data-table/list-page';
import { RowLink } from '@/components/data-table/row-link';
import { useServerList } from '@/components/data-table/use-server-list';
import { formatNumber } from '@/components/format';
import type { SupplierList } from '@/components/orders/types';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { suppliersList } from './list';

const column = columnsOf<SupplierList['data'][number]>();
const COLUMNS = column.columns([
  column.accessor('name', {
    header: 'Supplier',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => <RowLink href={`/market/${original.id}`}>{original.name}</RowLink>,
  }),
  column.accessor((supplier) => `${supplier.city}, ${supplier.state}`, { id: 'place', header: 'Place' }),
  column.accessor('product_count', {
    header: 'Products',
    meta: { align: 'right' },
    cell: (info) => formatNumber(info.getValue()),
  }),
]);

/** The wholesalers that this retailer can order from. */
export function SuppliersPage() {
  const { can } = useViewer();
  const list = useServerList(suppliersList, trpc.market.suppliers);
  return (
    <ListPage
      title="Market"
      description="Suppliers connected with your business."
      bar={null}
      list={list}
      paged={false}
      caption="Suppliers"
      columns={COLUMNS}
      rowLabel={(supplier) => supplier.name}
      empty={
        <EmptyState
          icon={Store}
          title="No suppliers yet"
          action={
            <Button asChild variant={can('create:connections') ? 'primary' : undefined}>
              <Link href="/suppliers">{can('create:connections') ? 'Find suppliers' : 'View suppliers'}</Link>
            </Button>
          }
        >
          Connect with a wholesaler or cultivator to see its catalog here.
        </EmptyState>
      }
    />
  );
}
