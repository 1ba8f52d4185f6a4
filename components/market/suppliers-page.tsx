'use client';
import { getQueryKey } from '@trpc/react-query';
import { Store } from 'lucide-react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { RowLink } from '@/components/data-table/row-link';
import { formatNumber } from '@/components/format';
import type { SupplierList } from '@/components/orders/types';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useSeed } from '@/components/providers/use-seed';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SUPPLIERS_QUERY } from './suppliers-query';

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
export function SuppliersPage({ seed }: { seed: { at: number; list: SupplierList } }) {
  useSeed(seed.at, [[getQueryKey(trpc.market.suppliers, SUPPLIERS_QUERY, 'query'), seed.list]]);
  const query = trpc.market.suppliers.useQuery(SUPPLIERS_QUERY, { refetchInterval: 15_000 });
  const failure = failureOf(query.error);
  return (
    <>
      <PageHeader title="Market" description="Suppliers connected with your business." />
      <DataTable
        caption="Suppliers"
        columns={COLUMNS}
        rows={query.data?.data}
        getRowId={(supplier) => supplier.id}
        rowLabel={(supplier) => supplier.name}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState icon={Store} title="No suppliers yet">
            Connect with a wholesaler to see its catalog here.
          </EmptyState>
        }
      />
    </>
  );
}
