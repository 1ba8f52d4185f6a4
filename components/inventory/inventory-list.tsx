'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { ArrowRightLeft, Boxes } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { useListState } from '@/components/data-table/use-list-state';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { AdjustProvider } from './adjust-provider';
import { ChangedNotice } from './changed-notice';
import { inventoryColumns } from './inventory-columns';
import { InventoryFilters } from './inventory-filters';
import { inventoryList, listInput } from './list-definition';
import { type InventoryItem, itemName, type LocationName } from './types';
import { useInventorySelection } from './use-inventory-selection';
import { type Seed, useInventorySeed } from './use-seed';
import { useSteadyRows } from './use-steady-rows';

const TransferDialog = lazy(() => import('./transfer-dialog').then((m) => ({ default: m.TransferDialog })));

const POLL_MS = 15_000;

function Empty() {
  const buys = useViewer().entity.type === 'retailer';
  return (
    <EmptyState
      icon={Boxes}
      title="No stock yet"
      action={
        <Button asChild variant="primary">
          <Link href={buys ? '/market' : '/products'}>{buys ? 'Browse the market' : 'Go to products'}</Link>
        </Button>
      }
    >
      {buys
        ? 'Stock appears here after a delivery or a sync.'
        : 'Stock appears here once a product has a variant.'}
    </EmptyState>
  );
}

/** The stock of the business: searched, filtered, sorted and paged by the address, adjusted in place. */
export function InventoryList({ seed, locations }: { seed: Seed; locations: readonly LocationName[] }) {
  useInventorySeed(seed);
  const { entity, can } = useViewer();
  const canAdjust = can('update:inventory');
  const list = useListState(inventoryList);
  const input = listInput(list.state);
  const query = trpc.inventory.list.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const steady = useSteadyRows(query.data?.data, JSON.stringify(input), !query.isPlaceholderData);

  const { selection, selectedItems } = useInventorySelection({
    input,
    answer: query.data,
    shown: steady.rows,
    viewKey: list.viewKey,
    pageKey: list.pageKey,
    settled: !query.isPlaceholderData,
  });
  const [moving, setMoving] = useState<readonly InventoryItem[] | null>(null);

  const columns = useMemo(() => {
    const names = new Map(locations.map(({ id, name }) => [id, name]));
    return inventoryColumns({
      locationName: (id) => names.get(id) ?? 'Closed location',
      timezone: entity.timezone,
      canAdjust,
    });
  }, [locations, entity.timezone, canAdjust]);

  const failure = query.error && failureOf(query.error);
  return (
    <AdjustProvider>
      <InventoryFilters list={list} locations={locations} input={input} />
      <DataTable
        caption="Inventory items"
        columns={columns}
        rows={steady.rows}
        getRowId={(item) => item.id}
        rowLabel={itemName}
        sort={list.state.sort}
        onSortChange={(sort) => list.setSort(sort as typeof list.state.sort)}
        selection={canAdjust ? selection : undefined}
        bulkActions={
          <Button size="sm" variant="primary" onClick={() => setMoving(selectedItems())}>
            <ArrowRightLeft aria-hidden />
            Transfer
          </Button>
        }
        notice={<ChangedNotice moved={steady.moved} added={steady.added} onShow={steady.showNow} />}
        // A poll every 15 s is not news; another view, or another try, is.
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        empty={<Empty />}
        pagination={
          query.data && {
            page: input.page,
            limit: input.limit,
            total: query.data.pagination.total ?? 0,
            onPageChange: list.setPage,
          }
        }
      />
      {moving && (
        <Suspense>
          <TransferDialog
            items={moving}
            locations={locations}
            onClose={() => setMoving(null)}
            onDone={() => {
              setMoving(null);
              selection.clear();
            }}
          />
        </Suspense>
      )}
    </AdjustProvider>
  );
}
