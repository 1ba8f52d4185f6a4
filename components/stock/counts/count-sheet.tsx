'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Pagination } from '@/components/ui/base/pagination';
import { SearchBox } from '@/components/ui/base/search-box';
import { LoadingRows } from '@/components/ui/data-table/loading-rows';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { type Pending, withPending } from './pending';
import { SHEET_ROWS, sheetInput } from './reads';
import { SheetRow } from './sheet-row';

/** The items of the room, each with a field for what is there; what is entered is saved at once. */
export function CountSheet({
  id,
  pending,
  onCount,
}: {
  id: string;
  /** Counted, and not sent yet. */
  pending: readonly Pending[];
  onCount: (inventoryId: string, counted: number | null) => Promise<unknown>;
}) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = trpc.inventory.counts.lines.useQuery(sheetInput(id, { page, search }), {
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  const rows = withPending(query.data?.data ?? [], pending);
  return (
    <>
      <div className="px-4 pb-4 sm:px-5">
        <SearchBox
          label="Search items to count"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      <ul aria-label="Items to count" className="divide-y divide-border border-border border-t">
        {rows.map((line) => (
          <SheetRow
            key={line.inventory_id}
            line={line}
            onCount={(counted) => onCount(line.inventory_id, counted)}
          />
        ))}
      </ul>
      {query.isLoading && <LoadingRows rows={10} density="regular" />}
      {query.data && rows.length === 0 && (
        <p className="border-border border-t px-4 py-8 text-center text-muted">
          {search ? 'No items match your search.' : 'No items in this room yet. Scan the first one.'}
        </p>
      )}
      {query.error && (
        <p role="alert" className="px-4 py-3 text-destructive text-sm">
          {errorText(query.error)}
        </p>
      )}
      {query.data && (query.data.pagination.total ?? 0) > SHEET_ROWS && (
        <div className="border-border border-t px-4 py-2">
          <Pagination
            page={page}
            limit={SHEET_ROWS}
            total={query.data.pagination.total ?? 0}
            onPageChange={setPage}
            label="Pages of items to count"
          />
        </div>
      )}
    </>
  );
}
