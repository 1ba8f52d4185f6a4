'use client';
import { FileUp, Handshake, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ListPage } from '@/components/data-table/list-page';
import { useServerList } from '@/components/data-table/use-server-list';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { ViewTabs } from '@/components/ui/view-tabs';
import { connectionColumns } from './columns';
import { connectionsList, PENDING_COUNT } from './list';
import { partnersOf } from './partners';

const DirectoryDialog = lazy(() =>
  import('./directory-dialog').then((m) => ({ default: m.DirectoryDialog })),
);

const POLL_MS = 15_000;
const VIEWS = [
  { key: 'all', label: 'All', status: null },
  { key: 'accepted', label: 'Connected', status: 'accepted' },
  { key: 'pending', label: 'Pending', status: 'pending' },
  { key: 'rejected', label: 'Rejected', status: 'rejected' },
] as const;

/** The businesses that this one is connected with, and the requests in both directions. */
export function ConnectionsPage() {
  const { entity, can } = useViewer();
  const partners = partnersOf(entity.type);
  const [searching, setSearching] = useState(false);
  const list = useServerList(connectionsList, trpc.entity.connections.list, { steady: false });
  const pending = trpc.entity.connections.list.useQuery(PENDING_COUNT, { refetchInterval: POLL_MS });
  const mayRespond = can('update:connections');
  const columns = useMemo(
    () => connectionColumns({ partners, timezone: entity.timezone, mayRespond }),
    [partners, entity.timezone, mayRespond],
  );
  const find = can('create:connections') && (
    <Button variant="primary" onClick={() => setSearching(true)}>
      <Plus aria-hidden />
      Add {partners.one}
    </Button>
  );
  const importButton = can('create:customers') && can('update:customers') && (
    <Button asChild>
      <Link href="/customers/import">
        <FileUp aria-hidden />
        Import
      </Link>
    </Button>
  );
  return (
    <ListPage
      title={partners.title}
      actions={
        <>
          {importButton}
          {find}
        </>
      }
      tabs={
        <ViewTabs
          label={`${partners.title} by status`}
          current={list.state.status ?? 'all'}
          tabs={VIEWS.map(({ key, label, status }) => ({
            key,
            label,
            href: list.hrefWith({ status }),
            count: key === 'pending' ? (pending.data?.pagination.total ?? null) : null,
          }))}
        />
      }
      bar={<div className="mt-3" />}
      list={list}
      columns={columns}
      rowLabel={(connection) => connection.entity.name}
      skeletonRows={4}
      empty={
        <EmptyState icon={Handshake} title={`No ${partners.one}s yet`}>
          Businesses that you connect with appear here. {partners.benefit}
        </EmptyState>
      }
    >
      <Suspense>
        {searching && <DirectoryDialog partners={partners} onClose={() => setSearching(false)} />}
      </Suspense>
    </ListPage>
  );
}
