'use client';
import { Boxes } from 'lucide-react';
import { useMemo } from 'react';
import { ROOM } from '@/components/stock/inventory/labels';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Section } from '@/components/ui/base/section';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { RowLink } from '@/components/ui/data-table/row-link';
import { formatAmount, formatNumber, UNKNOWN } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { LOT_ROWS, lotsInput } from './lots-input';
import type { Batch, Lot } from './types';

type Row = Lot['holdings'][number] & { lot: Lot; place: string };

const column = columnsOf<Row>();

/** The units of a batch, by package, location and room. */
export function LotsSection({
  batch,
  locations,
}: {
  batch: Batch;
  locations: Readonly<Record<string, string>>;
}) {
  const query = trpc.lots.list.useQuery(lotsInput(batch.id), { refetchInterval: 15_000 });
  const rows = useMemo(
    () =>
      query.data?.data.flatMap((lot) =>
        lot.holdings.map((holding) => ({
          ...holding,
          lot,
          place: locations[holding.location_id] ?? 'Closed location',
        })),
      ),
    [query.data, locations],
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.display({
          id: 'package',
          header: 'Package',
          meta: { rowHeader: true },
          cell: ({ row: { original } }) => (
            <RowLink href={`/inventory/${original.inventory_id}`}>
              {original.lot.package_tag ?? 'No package tag'}
            </RowLink>
          ),
        }),
        column.display({
          id: 'sku',
          header: 'SKU',
          meta: { hideBelow: 'lg' },
          cell: ({ row }) => row.original.lot.sku ?? UNKNOWN,
        }),
        column.accessor('place', { header: 'Location', meta: { card: 'detail' } }),
        column.accessor('room_type', {
          header: 'Room',
          meta: { card: 'detail' },
          cell: (info) => ROOM[info.getValue()],
        }),
        column.accessor('quantity', {
          header: 'On hand',
          meta: { align: 'right', card: 'badge' },
          cell: ({ row: { original } }) => formatAmount(original.quantity, original),
        }),
        column.accessor('reserved_quantity', {
          header: 'Reserved',
          meta: { align: 'right' },
          cell: ({ row: { original } }) => formatAmount(original.reserved_quantity, original),
        }),
      ]),
    [],
  );
  const total = query.data?.pagination.total ?? 0;
  const failure = query.error && failureOf(query.error);
  return (
    <Section
      title="Lots"
      intro={total > LOT_ROWS ? `The first ${LOT_ROWS} of ${formatNumber(total)} lots.` : undefined}
    >
      <DataTable
        caption={`Lots of ${batch.batch_id}`}
        columns={columns}
        rows={rows}
        getRowId={(row) => `${row.lot.id} ${row.inventory_id}`}
        rowLabel={(row) => `${row.lot.package_tag ?? 'No package tag'}, ${row.place}, ${ROOM[row.room_type]}`}
        shortcuts={false}
        skeletonRows={2}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        refetching={query.isFetching && query.isError}
        empty={
          <EmptyState icon={Boxes} title="No units on hand">
            Units of this batch appear here with the room they are in.
          </EmptyState>
        }
      />
    </Section>
  );
}
