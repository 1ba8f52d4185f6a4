'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LoadingRows } from '@/components/data-table/loading-rows';
import { formatCount, formatNumber } from '@/components/format';
import { errorText } from '@/components/forms/error-text';
import { UploadRefused } from '@/components/forms/send-form';
import { ItemCell } from '@/components/goods/item-cell';
import { optionsOf, ROOM } from '@/components/inventory/labels';
import type { LocationName, RoomType } from '@/components/inventory/types';
import { itemName } from '@/components/inventory/types';
import { sessionGate } from '@/components/providers/session-gate';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { NumberInput } from '@/components/ui/number-input';
import { Pagination } from '@/components/ui/pagination';
import { SearchBox } from '@/components/ui/search-box';
import { Select } from '@/components/ui/select';
import { countFile, draftKey, keepDraft, readDraft } from './count-file';
import { COUNT_ROWS, countInput, FIRST_ROOM } from './first-reads';
import type { ImportRecord } from './types';
import { uploadFile } from './upload';

const MAX_COUNT = 2_000_000_000;

/** Enters counts of one room; items left empty aren't counted and don't change. */
export function CountSheet({
  locations,
  onUploaded,
}: {
  locations: readonly LocationName[];
  onUploaded: (record: ImportRecord) => void;
}) {
  const { entity } = useViewer();
  const [locationId, setLocationId] = useState(locations[0]?.id ?? '');
  const [roomType, setRoomType] = useState<RoomType>(FIRST_ROOM);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const key = draftKey(entity.id, locationId, roomType);
  useEffect(() => setCounts(readDraft(key)), [key]);

  const query = trpc.inventory.list.useQuery(countInput(locationId, roomType, { page, search }), {
    placeholderData: keepPreviousData,
    enabled: locationId !== '',
  });
  const rows = query.data?.data ?? [];
  const typed = Object.keys(counts).length;
  const place = locations.find(({ id }) => id === locationId)?.name ?? '';

  function set(sku: string, value: number | null): void {
    const { [sku]: _, ...others } = counts;
    const next = value === null ? others : { ...others, [sku]: value };
    setCounts(next);
    keepDraft(key, next);
  }
  async function review(): Promise<void> {
    setPending(true);
    setError(null);
    const file = countFile(
      Object.entries(counts).map(([sku, counted]) => ({ sku, counted })),
      `Count of ${place}, ${ROOM[roomType]}.csv`,
    );
    try {
      const record = await uploadFile('count', file, { locationId, roomType });
      keepDraft(key, {});
      onUploaded(record);
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      setError(failure.message);
    } finally {
      setPending(false);
    }
  }
  function turnTo(change: () => void): void {
    change();
    setPage(1);
  }

  return (
    <Card
      className="mb-5"
      title="Enter counts"
      description="Empty items keep their quantity. Your counts are saved in this browser until you review them."
      flush
      stickyFooter
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="mr-auto text-muted text-sm">
            {formatCount(typed, 'item')} counted
          </p>
          {typed > 0 && (
            <Button
              onClick={() => {
                setCounts({});
                keepDraft(key, {});
              }}
            >
              Clear counts
            </Button>
          )}
          <Button variant="primary" disabled={typed === 0} pending={pending} onClick={() => void review()}>
            Review differences
          </Button>
        </div>
      }
    >
      <div className="grid gap-4 px-4 pb-4 sm:grid-cols-3 sm:px-5">
        <Field label="Location">
          <Select
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            value={locationId}
            onValueChange={(id) => turnTo(() => setLocationId(id))}
          />
        </Field>
        <Field label="Room">
          <Select
            options={optionsOf(ROOM)}
            value={roomType}
            onValueChange={(room) => turnTo(() => setRoomType(room))}
          />
        </Field>
        <div className="flex flex-col justify-end">
          <SearchBox
            className="sm:w-full"
            label="Search items to count"
            value={search}
            onSearch={(text) => turnTo(() => setSearch(text))}
          />
        </div>
      </div>
      <ul aria-label="Items to count" className="divide-y divide-border border-border border-t">
        {rows.map((item) => {
          const counted = counts[item.sku];
          const difference = counted === undefined ? null : counted - item.quantity;
          return (
            <li
              key={item.id}
              className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_8rem_7rem_8rem] sm:px-5"
            >
              <ItemCell goods={item} lots={item.lots} />
              <p className="text-right text-muted text-sm tabular-nums max-sm:order-last max-sm:text-left">
                {formatNumber(item.quantity)} in stock
              </p>
              <NumberInput
                aria-label={`Counted ${itemName(item)}`}
                value={counted ?? null}
                min={0}
                max={MAX_COUNT}
                onValueChange={(value) => set(item.sku, value === null ? null : Math.abs(Math.trunc(value)))}
              />
              <p className="text-right text-sm tabular-nums max-sm:order-last">
                {difference === null ? (
                  <span className="text-muted">Not counted</span>
                ) : difference === 0 ? (
                  'As expected'
                ) : (
                  <span className="font-semibold">
                    {difference > 0 ? '+' : '−'}
                    {formatNumber(Math.abs(difference))}
                  </span>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {query.isLoading && <LoadingRows rows={10} density="regular" />}
      {query.data && rows.length === 0 && (
        <p className="border-border border-t px-4 py-8 text-center text-muted">
          {search ? 'No items match your search.' : 'No items in this room yet.'}
        </p>
      )}
      {query.error && (
        <p role="alert" className="px-4 py-3 text-destructive text-sm">
          {errorText(query.error)}
        </p>
      )}
      {error && (
        <p role="alert" className="px-4 py-3 text-destructive text-sm">
          {error}
        </p>
      )}
      {query.data && (query.data.pagination.total ?? 0) > COUNT_ROWS && (
        <div className="border-border border-t px-4 py-2">
          <Pagination
            page={page}
            limit={COUNT_ROWS}
            total={query.data.pagination.total ?? 0}
            onPageChange={setPage}
            label="Pages of items to count"
          />
        </div>
      )}
    </Card>
  );
}
