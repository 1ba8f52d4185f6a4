'use client';
import { Link2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { CaughtUp } from '@/components/ui/base/empty-state';
import { Section } from '@/components/ui/base/section';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { INSTANT, NUMBER } from '@/components/ui/data-table/values';
import { UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { reportedName } from './labels';
import { unmatchedList } from './list';
import type { UnmatchedItem } from './types';

const MapDialog = lazy(() => import('./map-dialog').then((m) => ({ default: m.MapDialog })));

const column = columnsOf<UnmatchedItem>();

/** POS items that match no product, each with an action to map it. */
export function UnmatchedSection({
  locationId,
  locationName,
}: {
  locationId: string | undefined;
  locationName: (id: string) => string;
}) {
  const { can } = useViewer();
  const mayMap = can('sync:inventory');
  const [mapping, setMapping] = useState<UnmatchedItem | null>(null);
  const list = useServerList(unmatchedList, trpc.inventory.pos.unmatched, {
    scope: locationId,
    steady: false,
    rowId: (item) => `${item.location_id}/${item.external_id ?? item.sku}`,
  });
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
        column.accessor('quantity', { header: 'Counted', ...NUMBER }),
        column.accessor('seen_at', {
          header: 'Last reported',
          meta: { hideBelow: 'lg' },
          ...INSTANT,
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
    [mayMap, locationName],
  );
  return (
    <Section
      id="unmatched"
      title="Unmatched"
      intro="POS items that match no product. Their counts are skipped until you map them."
      className="mt-8"
    >
      <ListTable
        list={list}
        caption="Unmatched items"
        columns={columns}
        rowLabel={reportedName}
        shortcuts={false}
        skeletonRows={2}
        empty={<CaughtUp>Every POS item matches a product.</CaughtUp>}
      />
      <Suspense>{mapping && <MapDialog item={mapping} onClose={() => setMapping(null)} />}</Suspense>
    </Section>
  );
}
