'use client';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';
import { connectionColumns } from '@/components/partners/network/columns';
import { customerRequests, PENDING } from '@/components/partners/network/list';
import type { ConnectionPage } from '@/components/partners/network/types';
import { CaughtUp, EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { InvitationsSection } from './invitations-section';
import { CustomerTabs } from './tabs';

const STATUS_OPTIONS = [{ value: 'rejected', label: 'Rejected' }] as const;

/** The requests between the business and those that could buy from it. @param pending as the server read them */
export function CustomerRequestsPage({ pending: first }: { pending: ConnectionPage }) {
  const { entity, can } = useViewer();
  const list = useServerList(customerRequests, trpc.entity.connections.list, { steady: false });
  const pending = trpc.entity.connections.list.useQuery(PENDING.selling, { initialData: first });
  const mayRespond = can('update:connections');
  const columns = useMemo(
    () => connectionColumns({ path: null, timezone: entity.timezone, mayRespond }),
    [entity.timezone, mayRespond],
  );
  return (
    <ListPage
      title="Customer requests"
      breadcrumbs={[{ label: 'Customers', href: '/customers' }]}
      tabs={<CustomerTabs current="requests" waiting={pending.data.pagination.total} />}
      filters={<SelectFilter list={list} name="status" label="Status" options={STATUS_OPTIONS} />}
      list={list}
      columns={columns}
      rowLabel={(connection) => connection.entity.name}
      skeletonRows={4}
      filtered={false}
      empty={
        list.filtered ? (
          <EmptyState icon={Handshake} title="No rejected requests">
            Requests that you or the other business rejected appear here.
          </EmptyState>
        ) : (
          <CaughtUp>Requests of businesses that want to buy from you appear here.</CaughtUp>
        )
      }
    >
      {can('create:connections') && (
        <div className="mt-8">
          <InvitationsSection />
        </div>
      )}
    </ListPage>
  );
}
