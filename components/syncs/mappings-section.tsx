'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { Unlink2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { RowLink } from '@/components/data-table/row-link';
import { DateTime } from '@/components/date-time';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { showFailure, showUndo } from '@/components/ui/toast';
import { useInvalidateSyncs } from './invalidate';
import { refusalOf } from './refusal';
import type { Mapping } from './types';
import { SECTION_ROWS, useSectionPage } from './use-section-page';

const column = columnsOf<Mapping>();

function mappedName({ sku, external_id }: Mapping): string {
  return sku ?? external_id ?? 'Unnamed item';
}

/** Which variants are meant by what points of sale call otherwise. Nothing stands here before the first. */
export function MappingsSection({
  locationId,
  locationName,
}: {
  locationId: string | undefined;
  locationName: (id: string) => string;
}) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const mayMap = can('sync:inventory');
  const invalidate = useInvalidateSyncs();
  const [page, setPage] = useSectionPage('mappings_page');
  const query = trpc.inventory.pos.mappings.useQuery(
    { location_id: locationId, page, limit: SECTION_ROWS },
    { placeholderData: keepPreviousData },
  );
  const map = trpc.inventory.pos.map.useMutation({
    onError: (error) => showFailure('Not mapped again', refusalOf(error).message),
    onSettled: () => invalidate(),
  });
  const unmap = trpc.inventory.pos.unmap.useMutation({
    onError: (error) => showFailure('Not removed', refusalOf(error).message),
    onSettled: () => invalidate(),
  });
  // The columns must be stable, but what the button does follows what is fetched.
  const remove = useRef((_mapping: Mapping) => {});
  useEffect(() => {
    remove.current = (mapping) => {
      const { id, location_id, external_id, sku, variant } = mapping;
      const key = external_id === null ? { sku: sku ?? '' } : { external_id };
      const again = () => map.mutate({ location_id, ...key, variant_id: variant.id });
      const onSuccess = () => showUndo('Mapping removed', again, 'Imported stock stays.');
      unmap.mutate({ id }, { onSuccess });
    };
  });
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(mappedName, {
          id: 'name',
          header: 'POS item',
          meta: { rowHeader: true },
          cell: ({ getValue }) => <span className="font-medium wrap-anywhere">{getValue()}</span>,
        }),
        column.accessor('variant', {
          header: 'Variant',
          cell: ({ getValue }) => {
            const { product_id, product_name, name, sku } = getValue();
            return (
              <span className="wrap-anywhere">
                <RowLink href={`/products/${product_id}`}>
                  {product_name} · {name}
                </RowLink>
                <span className="block text-muted text-xs">{sku}</span>
              </span>
            );
          },
        }),
        column.accessor((mapping) => locationName(mapping.location_id), {
          id: 'location',
          header: 'Location',
        }),
        column.accessor('created_at', {
          header: 'Mapped',
          meta: { hideBelow: 'lg' },
          cell: ({ getValue }) => <DateTime value={getValue()} timezone={timezone} relative />,
        }),
        ...(mayMap
          ? [
              column.display({
                id: 'remove',
                header: () => <span className="sr-only">Actions</span>,
                meta: { align: 'right', card: 'actions', label: 'Actions' },
                cell: ({ row: { original } }) => (
                  <Button
                    size="sm"
                    aria-label={`Remove mapping of ${mappedName(original)}`}
                    onClick={() => remove.current(original)}
                  >
                    <Unlink2 aria-hidden />
                    Remove
                  </Button>
                ),
              }),
            ]
          : []),
      ]),
    [timezone, mayMap, locationName],
  );
  if (query.data?.pagination.total === 0) return null;
  const failure = failureOf(query.error);
  return (
    <section aria-labelledby="mappings" className="mt-8">
      <h2 id="mappings" className="mb-3 font-semibold text-base">
        Mappings
      </h2>
      <DataTable
        caption="Mappings"
        columns={columns}
        rows={query.data?.data}
        getRowId={(mapping) => mapping.id}
        rowLabel={mappedName}
        shortcuts={false}
        skeletonRows={2}
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        empty={null}
        pagination={
          query.data && {
            page,
            limit: SECTION_ROWS,
            total: query.data.pagination.total,
            onPageChange: setPage,
          }
        }
      />
    </section>
  );
}
