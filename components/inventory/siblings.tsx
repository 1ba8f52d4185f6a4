'use client';
import { useMemo } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { failureOf } from '@/components/forms/failure';
import { ItemCell } from '@/components/goods/item-cell';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Badge } from '@/components/ui/badge';
import { balanceColumns } from './columns';
import { siblingsInput } from './detail-inputs';
import { type InventoryItem, itemName } from './types';

const column = columnsOf<InventoryItem>();

/** Every balance of the same product, by variant, location and room; nothing when this is the only one. */
export function Siblings({
  item,
  locationName,
}: {
  item: InventoryItem;
  locationName: (id: string) => string;
}) {
  const { entity, can } = useViewer();
  const query = trpc.inventory.list.useQuery(siblingsInput(item.product_id), { refetchInterval: 15_000 });
  const canAdjust = can('update:inventory');
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('sku', {
          header: 'Item',
          meta: { rowHeader: true },
          cell: ({ row: { original } }) =>
            original.id === item.id ? (
              <ItemCell goods={original} lots={original.lots} note={<Badge>This item</Badge>} />
            ) : (
              <ItemCell goods={original} href={`/inventory/${original.id}`} opensRow lots={original.lots} />
            ),
        }),
        ...balanceColumns({ locationName, timezone: entity.timezone, canAdjust }),
      ]),
    [item.id, locationName, entity.timezone, canAdjust],
  );
  const rows = query.data?.data;
  if (rows && rows.length < 2) return null;
  const failure = query.error && failureOf(query.error);
  return (
    <section aria-labelledby="siblings-title">
      <h2 id="siblings-title" className="mb-2 font-semibold text-lg">
        All stock for this product
      </h2>
      <DataTable
        caption={`All stock of ${item.product_name}`}
        columns={columns}
        rows={rows}
        getRowId={(row) => row.id}
        rowLabel={itemName}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        refetching={query.isFetching && query.isError}
        empty={null}
        skeletonRows={3}
      />
    </section>
  );
}
