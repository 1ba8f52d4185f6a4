'use client';
import { Boxes } from 'lucide-react';
import { useMemo } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { RowLink } from '@/components/data-table/row-link';
import { formatNumber } from '@/components/format';
import { failureOf } from '@/components/forms/failure';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { readable } from './labels';
import { STOCK_ROWS, stockInput } from './stock-input';
import type { StockPage } from './types';

const POLL_MS = 15_000;
const column = columnsOf<StockPage['data'][number]>();

function stockColumns(locations: Readonly<Record<string, string>>) {
  return column.columns([
    column.accessor('sku', {
      header: 'SKU',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => <RowLink href={`/inventory/${original.id}`}>{original.sku}</RowLink>,
    }),
    column.display({
      id: 'location',
      header: 'Location',
      cell: ({ row }) => locations[row.original.location_id] ?? 'Closed location',
    }),
    column.accessor('room_type', {
      header: 'Room',
      cell: ({ row }) => readable(row.original.room_type),
    }),
    column.accessor('quantity', {
      header: 'Quantity',
      meta: { align: 'right' },
      cell: ({ row }) => formatNumber(row.original.quantity),
    }),
    column.accessor('reserved_quantity', {
      header: 'Reserved',
      meta: { align: 'right' },
      cell: ({ row }) => formatNumber(row.original.reserved_quantity),
    }),
    column.accessor('available_quantity', {
      header: 'Available',
      meta: { align: 'right' },
      cell: ({ row }) => <span className="font-medium">{formatNumber(row.original.available_quantity)}</span>,
    }),
  ]);
}

/** What our own inventory holds of a product. */
export function StockSection({
  product,
  locations,
}: {
  product: { id: string; name: string };
  locations: Readonly<Record<string, string>>;
}) {
  const query = trpc.inventory.list.useQuery(stockInput(product.id), { refetchInterval: POLL_MS });
  const columns = useMemo(() => stockColumns(locations), [locations]);
  const total = query.data?.pagination.total ?? 0;
  const failure = query.error ? failureOf(query.error) : null;
  return (
    <section aria-labelledby="stock">
      <div className="mb-3 flex h-7 items-center justify-between gap-3">
        <h2 id="stock" className="font-semibold text-base">
          In our inventory
        </h2>
        {total > 0 && (
          <Button asChild size="sm">
            <Link href={`/inventory?q=${encodeURIComponent(product.name)}`}>
              {total > STOCK_ROWS ? `All ${formatNumber(total)} in inventory` : 'Open in inventory'}
            </Link>
          </Button>
        )}
      </div>
      <DataTable
        caption="Stock for this product"
        columns={columns}
        rows={query.data?.data}
        getRowId={(item) => item.id}
        rowLabel={(item) => item.sku}
        shortcuts={false}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState icon={Boxes} title="None in our inventory">
            Stock appears here after a delivery, a count or an import.
          </EmptyState>
        }
      />
    </section>
  );
}
