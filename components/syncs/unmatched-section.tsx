'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { CircleCheck, Link2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { DateTime } from '@/components/date-time';
import { formatNumber, UNKNOWN } from '@/components/format';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { UnmatchedItem } from './types';
import { SECTION_ROWS, useSectionPage } from './use-section-page';
import { reportedName } from './words';

const MapDialog = lazy(() => import('./map-dialog').then((m) => ({ default: m.MapDialog })));

const POLL_MS = 15_000;
const column = columnsOf<UnmatchedItem>();

/** What points of sale report and no product is known for, each with the way to map it. */
export function UnmatchedSection({
  locationId,
  locationName,
}: {
  locationId: string | undefined;
  locationName: (id: string) => string;
}) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const mayMap = can('sync:inventory');
  const [page, setPage] = useSectionPage('unmatched_page');
  const [mapping, setMapping] = useState<UnmatchedItem | null>(null);
  const query = trpc.inventory.pos.unmatched.useQuery(
    { location_id: locationId, page, limit: SECTION_ROWS },
    { placeholderData: keepPreviousData, refetchInterval: POLL_MS },
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(reportedName, {
          id: 'name',
          header: 'POS item',
          meta: { rowHeader: true },
          cell: ({ getValue }) => <span className="font-medium wrap-anywhere">{getValue()}</span>,
        }),
        column.accessor('sku', {
          header: 'POS SKU',
          cell: ({ getValue }) => <span className="wrap-anywhere">{getValue() ?? UNKNOWN}</span>,
        }),
        column.accessor('external_id', {
          header: 'POS ID',
          meta: { hideBelow: 'xl' },
          cell: ({ getValue }) => <span className="wrap-anywhere">{getValue() ?? UNKNOWN}</span>,
        }),
        column.accessor((item) => locationName(item.location_id), { id: 'location', header: 'Location' }),
        column.accessor('quantity', {
          header: 'Counted',
          meta: { align: 'right' },
          cell: ({ getValue }) => formatNumber(getValue()),
        }),
        column.accessor('seen_at', {
          header: 'Last reported',
          meta: { hideBelow: 'lg' },
          cell: ({ getValue }) => <DateTime value={getValue()} timezone={timezone} relative />,
        }),
        ...(mayMap
          ? [
              column.display({
                id: 'map',
                header: () => <span className="sr-only">Actions</span>,
                meta: { align: 'right', card: 'actions', label: 'Actions' },
                cell: ({ row: { original } }) => (
                  <Button
                    size="sm"
                    aria-label={`Map ${reportedName(original)} to a variant`}
                    onClick={() => setMapping(original)}
                  >
                    <Link2 aria-hidden />
                    Map to a variant
                  </Button>
                ),
              }),
            ]
          : []),
      ]),
    [timezone, mayMap, locationName],
  );
  const failure = failureOf(query.error);
  return (
    <section aria-labelledby="unmatched" className="mt-8">
      <h2 id="unmatched" className="font-semibold text-base">
        Unmatched
      </h2>
      <p className="mt-0.5 mb-3 text-muted">
        POS items that match no product. Their counts are skipped until you map them.
      </p>
      <DataTable
        caption="Unmatched items"
        columns={columns}
        rows={query.data?.data}
        getRowId={(item) => `${item.location_id}/${item.external_id ?? item.sku}`}
        rowLabel={reportedName}
        shortcuts={false}
        skeletonRows={2}
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState icon={CircleCheck} title="All caught up">
            Every item in the latest sync matched a product.
          </EmptyState>
        }
        pagination={
          query.data && {
            page,
            limit: SECTION_ROWS,
            total: query.data.pagination.total,
            onPageChange: setPage,
          }
        }
      />
      <Suspense>{mapping && <MapDialog item={mapping} onClose={() => setMapping(null)} />}</Suspense>
    </section>
  );
}
