'use client';
import { MapPin, Plug, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { locationColumns } from './columns';
import { locationsList } from './list';
import type { Location } from './types';

const LocationDialog = lazy(() => import('./location-dialog').then((m) => ({ default: m.LocationDialog })));
const DeleteLocationDialog = lazy(() =>
  import('./delete-dialog').then((m) => ({ default: m.DeleteLocationDialog })),
);

type Opened = 'add' | { edited: Location } | { deleted: Location } | null;

/** The locations of the business. @param limit those that the member is limited to; null for none */
export function LocationsPage({ limit }: { limit: readonly string[] | null }) {
  const { can } = useViewer();
  const [dialog, setDialog] = useState<Opened>(null);
  const list = useServerList(locationsList, trpc.entity.locations.list, { steady: false });
  const [mayEdit, mayDelete] = [can('update:locations'), can('delete:locations')];
  const last = list.position?.total === 1;
  const columns = useMemo(() => {
    const reaches = ({ id }: Location) => limit === null || limit.includes(id);
    return locationColumns({
      may:
        mayEdit || mayDelete
          ? { edit: (one) => mayEdit && reaches(one), delete: (one) => mayDelete && reaches(one) }
          : null,
      last,
      onEdit: (edited) => setDialog({ edited }),
      onDelete: (deleted) => setDialog({ deleted }),
    });
  }, [limit, mayEdit, mayDelete, last]);
  const add = can('create:locations') && limit === null && (
    <Button variant="primary" onClick={() => setDialog('add')}>
      <Plus aria-hidden />
      Add location
    </Button>
  );
  const close = () => setDialog(null);
  return (
    <ListPage
      title="Locations"
      actions={
        <>
          {mayEdit && can('update:entity') && (
            <Button asChild>
              <Link href="/settings/pos">
                <Plug aria-hidden />
                POS connections
              </Link>
            </Button>
          )}
          {add}
        </>
      }
      bar={null}
      list={list}
      columns={columns}
      rowLabel={(location) => location.name}
      skeletonRows={3}
      empty={
        <EmptyState icon={MapPin} title="No locations yet">
          Places that hold your stock appear here.
        </EmptyState>
      }
    >
      <Suspense>
        {dialog === 'add' && <LocationDialog location={null} onClose={close} />}
        {dialog !== null && dialog !== 'add' && 'edited' in dialog && (
          <LocationDialog location={dialog.edited} onClose={close} />
        )}
        {dialog !== null && dialog !== 'add' && 'deleted' in dialog && (
          <DeleteLocationDialog location={dialog.deleted} onClose={close} />
        )}
      </Suspense>
    </ListPage>
  );
}
