'use client';
import { Handshake, Plus } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { connectionColumns } from './columns';
import { PENDING, suppliersList } from './list';
import { partnersOf } from './partners';
import { trendColumns } from './trend-columns';
import { useTrends } from './trends';
import type { Connection, ConnectionPage } from './types';

const DirectoryDialog = lazy(() =>
  import('./directory-dialog').then((m) => ({ default: m.DirectoryDialog })),
);

const POLL_MS = 15_000;
const idOf = ({ entity }: Connection) => entity.id;
const VIEWS = [
  { key: 'all', label: 'All', status: null },
  { key: 'accepted', label: 'Connected', status: 'accepted' },
  { key: 'pending', label: 'Pending', status: 'pending' },
  { key: 'rejected', label: 'Rejected', status: 'rejected' },
] as const;

/** The suppliers that the business is connected with, and the requests in both directions. @param pending as the server read them */
export function ConnectionsPage({ pending: first }: { pending: ConnectionPage }) {
  const { entity, can } = useViewer();
  const partners = partnersOf(entity.type, 'buying');
  // From a seller's menu, with its name.
  const sought = useSearchParams().get('ask');
  const [searching, setSearching] = useState(sought !== null && can('create:connections'));
  const list = useServerList(suppliersList, trpc.entity.connections.list, { steady: false });
  const pending = trpc.entity.connections.list.useQuery(PENDING.buying, {
    refetchInterval: POLL_MS,
    initialData: first,
  });
  const mayRespond = can('update:connections');
  const columns = useMemo(
    () =>
      connectionColumns({
        path: '/suppliers',
        timezone: entity.timezone,
        mayRespond,
        figures: trendColumns<Connection>('retailer', entity.timezone),
      }),
    [entity.timezone, mayRespond],
  );
  const find = can('create:connections') && (
    <Button variant="primary" onClick={() => setSearching(true)}>
      <Plus aria-hidden />
      Add {partners.one}
    </Button>
  );
  return (
    <ListPage
      title={partners.title}
      actions={find}
      tabs={
        <ViewTabs
          label={`${partners.title} by status`}
          current={list.state.status ?? 'all'}
          tabs={VIEWS.map(({ key, label, status }) => ({
            key,
            label,
            href: list.hrefWith({ status }),
            count: key === 'pending' ? pending.data.pagination.total : null,
          }))}
        />
      }
      bar={<div className="mt-3" />}
      list={list}
      rows={useTrends(list.rows, idOf, 'retailer')}
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
        {searching && (
          <DirectoryDialog partners={partners} sought={sought ?? ''} onClose={() => setSearching(false)} />
        )}
      </Suspense>
    </ListPage>
  );
}
