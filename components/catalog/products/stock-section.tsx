'use client';
import { PackagePlus } from 'lucide-react';
import { useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { AdjustButton } from '@/components/stock/inventory/adjust-button';
import { AdjustProvider } from '@/components/stock/inventory/adjust-provider';
import { Button } from '@/components/ui/base/button';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { formatAmount, formatNumber } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { readable } from './labels';
import { STOCK_ROWS, stockInput } from './stock-input';
import type { StockPage } from './types';

const column = columnsOf<StockPage['data'][number]>();

function stockColumns(locations: Readonly<Record<string, string>>, canAdjust: boolean) {
  return column.columns([
    column.accessor('sku', {
      header: 'Item',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <ItemCell goods={original} href={`/inventory/${original.id}`} opensRow lots={original.lots} />
      ),
    }),
    column.display({
      id: 'location',
      header: 'Location',
      meta: { card: 'detail' },
      cell: ({ row }) => locations[row.original.location_id] ?? 'Closed location',
    }),
    column.accessor('room_type', {
      header: 'Room',
      meta: { card: 'detail' },
      cell: ({ row }) => readable(row.original.room_type),
    }),
    column.accessor('quantity', {
      header: 'Quantity',
      meta: { align: 'right', className: 'relative' },
      cell: ({ row: { original } }) => (
        <>
          {formatAmount(original.quantity, original)}
          {canAdjust && (
            <AdjustButton
              item={original}
              place={`${locations[original.location_id] ?? 'Closed location'} · ${readable(original.room_type)}`}
              shape="cell"
            />
          )}
        </>
      ),
    }),
    column.accessor('reserved_quantity', {
      header: 'Reserved',
      meta: { align: 'right', leaves: 'first' },
      cell: ({ row: { original } }) => formatAmount(original.reserved_quantity, original),
    }),
    column.accessor('available_quantity', {
      header: 'Available',
      meta: { align: 'right', card: 'badge', leaves: 'last' },
      cell: ({ row: { original } }) => (
        <span className="font-medium">{formatAmount(original.available_quantity, original)}</span>
      ),
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
  const canAdjust = useViewer().can('update:inventory');
  const columns = useMemo(() => stockColumns(locations, canAdjust), [locations, canAdjust]);
  const receive = canAdjust && (
    <Button asChild size="sm">
      <Link href={`/inventory/receipts/new?product=${product.id}`}>
        <PackagePlus aria-hidden />
        Receive goods
      </Link>
    </Button>
  );
  const list = (
    <ListSection
      id="stock"
      title="In your inventory"
      caption="Stock for this product"
      actions={(total) => (
        <span className="flex flex-wrap gap-2">
          {receive}
          {total > 0 && (
            <Button asChild size="sm">
              <Link href={`/inventory?q=${encodeURIComponent(product.name)}`}>
                {total > STOCK_ROWS ? `All ${formatNumber(total)} in inventory` : 'Open in inventory'}
              </Link>
            </Button>
          )}
        </span>
      )}
      procedure={trpc.inventory.list}
      input={stockInput(product.id)}
      columns={columns}
      rowLabel={(item) => item.sku}
      paged={false}
      empty={
        <EmptyLine>
          Not in your inventory. Stock appears here after a delivery, a count or an import.
        </EmptyLine>
      }
    />
  );
  return canAdjust ? <AdjustProvider>{list}</AdjustProvider> : list;
}
