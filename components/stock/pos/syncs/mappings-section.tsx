'use client';
import { Unlink2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '@/components/ui/base/button';
import { Section } from '@/components/ui/base/section';
import { showUndo } from '@/components/ui/base/toast';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListTable } from '@/components/ui/data-table/list-table';
import { RowLink } from '@/components/ui/data-table/row-link';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { INSTANT } from '@/components/ui/data-table/values';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { mappingsList } from './list';
import type { Mapping } from './types';

const column = columnsOf<Mapping>();

function mappedName({ sku, external_id }: Mapping): string {
  return sku ?? external_id ?? 'Unnamed item';
}

/** Mappings of POS items to variants; hidden without any. */
export function MappingsSection({
  locationId,
  locationName,
}: {
  locationId: string | undefined;
  locationName: (id: string) => string;
}) {
  const { can } = useViewer();
  const mayMap = can('sync:inventory');
  const list = useServerList(mappingsList, trpc.inventory.pos.mappings, {
    scope: locationId,
    steady: false,
    poll: () => false,
  });
  const map = trpc.inventory.pos.map.useMutation({
    onError: (error) => showError("Couldn't restore the mapping", error),
  });
  const unmap = trpc.inventory.pos.unmap.useMutation({
    onError: (error) => showError("Couldn't remove the mapping", error),
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
          ...INSTANT,
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
    [mayMap, locationName],
  );
  if (list.position?.total === 0) return null;
  return (
    <Section id="mappings" title="Mappings" className="mt-8">
      <ListTable
        list={list}
        caption="Mappings"
        columns={columns}
        rowLabel={mappedName}
        shortcuts={false}
        skeletonRows={2}
        empty={null}
      />
    </Section>
  );
}
