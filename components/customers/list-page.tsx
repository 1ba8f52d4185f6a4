'use client';
import { FileUp, Handshake, Plus, Store } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ListPage } from '@/components/data-table/list-page';
import { useServerList } from '@/components/data-table/use-server-list';
import { PENDING } from '@/components/network/list';
import { partnersOf } from '@/components/network/partners';
import { PendingRequests } from '@/components/network/pending-requests';
import type { ConnectionPage } from '@/components/network/types';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { CustomerBulk } from './bulk-acts';
import { customerColumns } from './columns';
import { customersList } from './list';
import { CustomerTabs } from './tabs';

const DirectoryDialog = lazy(() =>
  import('@/components/network/directory-dialog').then((m) => ({ default: m.DirectoryDialog })),
);

const POLL_MS = 15_000;

/** Who buys from the business: those on board and those that it entered, in one list; pending requests on top. @param pending as the server read them */
export function CustomersPage({ pending: first }: { pending: ConnectionPage }) {
  const { entity, can } = useViewer();
  const utils = trpc.useUtils();
  const [searching, setSearching] = useState(false);
  const mayAdd = can('create:customers');
  const mayUpdate = can('update:customers');
  const list = useServerList(customersList, trpc.customers.list, {
    steady: false,
    fetchPage: mayUpdate ? utils.customers.list.fetch : undefined,
  });
  const pending = trpc.entity.connections.list.useQuery(PENDING.selling, {
    refetchInterval: POLL_MS,
    initialData: first,
  });
  const waiting = pending.data.pagination.total;
  const columns = useMemo(() => customerColumns(entity.timezone), [entity.timezone]);
  const add = mayAdd && (
    <Button asChild variant="primary">
      <Link href="/customers/new">
        <Plus aria-hidden />
        Add customer
      </Link>
    </Button>
  );
  const importButton = mayAdd && mayUpdate && (
    <Button asChild>
      <Link href="/customers/import">
        <FileUp aria-hidden />
        Import
      </Link>
    </Button>
  );
  return (
    <ListPage
      title="Customers"
      actions={
        <>
          {importButton}
          {can('create:connections') && (
            <Button onClick={() => setSearching(true)}>
              <Handshake aria-hidden />
              Find in directory
            </Button>
          )}
          {add}
        </>
      }
      tabs={
        <>
          <CustomerTabs current={list.state.status ?? 'all'} waiting={waiting} />
          {!list.filtered && list.state.page === 1 && waiting !== 0 && (
            <PendingRequests requests={pending.data.data} total={waiting} />
          )}
        </>
      }
      list={list}
      columns={columns}
      rowLabel={(customer) => customer.name}
      search={{ label: 'Search customers', placeholder: 'Name, nickname or license' }}
      exportAs={{ path: '/api/v1/customers', fileName: 'customers.csv' }}
      bulk={list.selection && <CustomerBulk selection={list.selection} customers={list.selectedRows()} />}
      empty={
        <EmptyState
          icon={Store}
          title="No customers yet"
          action={
            mayAdd && (
              <>
                {add}
                {importButton}
              </>
            )
          }
        >
          Businesses that buy from you appear here, whether they are on Tallyleaf or not.
        </EmptyState>
      }
    >
      <Suspense>
        {searching && (
          <DirectoryDialog
            partners={partnersOf(entity.type, 'selling')}
            onClose={() => setSearching(false)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
