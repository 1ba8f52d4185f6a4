'use client';
import { BadgeCheck, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { licenseColumns } from './columns';
import { licensesList } from './list';
import type { License, Place } from './types';

const LicenseDialog = lazy(() => import('./license-dialog').then((m) => ({ default: m.LicenseDialog })));
const DeleteLicenseDialog = lazy(() =>
  import('./delete-dialog').then((m) => ({ default: m.DeleteLicenseDialog })),
);

type Opened = 'add' | { edited: License } | { deleted: License } | null;

/**
 * The licenses of the business and its locations.
 * @param limit the locations that the member is limited to; null for none
 */
export function LicensesPage({
  places,
  limit,
}: {
  places: readonly Place[];
  limit: readonly string[] | null;
}) {
  const { entity } = useViewer();
  const [dialog, setDialog] = useState<Opened>(null);
  const list = useServerList(licensesList, trpc.entity.licenses.list, { steady: false });
  const last = list.position?.total === 1;
  const columns = useMemo(() => {
    const names = new Map(places.map(({ id, name }) => [id, name]));
    return licenseColumns({
      timezone: entity.timezone,
      placeOf: ({ location_id }) => (location_id ? (names.get(location_id) ?? '') : 'All locations'),
      may: ({ location_id }) => limit === null || (location_id !== null && limit.includes(location_id)),
      last,
      onEdit: (edited) => setDialog({ edited }),
      onDelete: (deleted) => setDialog({ deleted }),
    });
  }, [entity.timezone, places, limit, last]);
  const add = (
    <Button variant="primary" onClick={() => setDialog('add')}>
      <Plus aria-hidden />
      Add license
    </Button>
  );
  const reachable = limit === null ? places : places.filter(({ id }) => limit.includes(id));
  const close = () => setDialog(null);
  return (
    <ListPage
      title="Licenses"
      actions={add}
      bar={null}
      list={list}
      columns={columns}
      rowLabel={(license) => license.number}
      skeletonRows={3}
      empty={
        <EmptyState icon={BadgeCheck} title="No licenses yet" action={add}>
          Licenses of your business and its locations appear here.
        </EmptyState>
      }
    >
      <Suspense>
        {dialog === 'add' && <LicenseDialog license={null} places={reachable} onClose={close} />}
        {dialog !== null && dialog !== 'add' && 'edited' in dialog && (
          <LicenseDialog license={dialog.edited} places={reachable} onClose={close} />
        )}
        {dialog !== null && dialog !== 'add' && 'deleted' in dialog && (
          <DeleteLicenseDialog license={dialog.deleted} onClose={close} />
        )}
      </Suspense>
    </ListPage>
  );
}
