'use client';
import { Inbox } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SEEN_REQUESTS } from '@/server/features/menus/state';
import { requestColumns } from './columns';
import { askerOf } from './labels';
import { requestsList } from './list';
import { statusLabel } from './status-badge';
import type { RequestRow, RequestStatus } from './types';

const AcceptDialog = lazy(() => import('./accept-dialog').then((m) => ({ default: m.AcceptDialog })));

/** What shops asked for from menus, with the act in the row. */
export function RequestsPage() {
  const { can } = useViewer();
  const [accepting, setAccepting] = useState<RequestRow | null>(null);
  const list = useServerList(requestsList, trpc.orderRequests.list);
  const mayAccept = can('create:orders');
  const columns = useMemo(() => requestColumns({ mayAccept, onAccept: setAccepting }), [mayAccept]);
  return (
    <ListPage
      title="Order requests"
      list={list}
      columns={columns}
      rowLabel={askerOf}
      tabs={
        <ViewTabs
          label="Requests by status"
          current={list.state.status ?? 'all'}
          tabs={[
            { key: 'all', label: 'All', href: list.hrefWith({ status: null }) },
            ...(SEEN_REQUESTS as RequestStatus[]).map((status) => ({
              key: status,
              label: statusLabel(status),
              href: list.hrefWith({ status }),
            })),
          ]}
        />
      }
      exportAs={{ path: '/api/v1/order-requests', fileName: 'order-requests.csv' }}
      empty={
        <EmptyState icon={Inbox} title="No order requests yet">
          Orders that shops ask for from your menus appear here.
        </EmptyState>
      }
    >
      <Suspense>
        {accepting && <AcceptDialog request={accepting} onClose={() => setAccepting(null)} />}
      </Suspense>
    </ListPage>
  );
}
