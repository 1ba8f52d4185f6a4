'use client';
import { FileUp, Handshake, MailPlus, Plus, Store } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useMembers } from '@/components/business/team/use-members';
import { WAITING } from '@/components/partners/claims/list-input';
import type { ClaimPage } from '@/components/partners/claims/types';
import { PENDING } from '@/components/partners/network/list';
import { partnersOf } from '@/components/partners/network/partners';
import { PendingRequests } from '@/components/partners/network/pending-requests';
import { useTrends } from '@/components/partners/network/trends';
import type { ConnectionPage } from '@/components/partners/network/types';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { MoreMenu } from '@/components/ui/base/more-menu';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CustomerBulk } from './bulk-acts';
import { customerColumns } from './columns';
import { priceListsInput } from './detail-inputs';
import { customersList } from './list';
import { CustomerTabs } from './tabs';
import type { Customer } from './types';

const DirectoryDialog = lazy(() =>
  import('@/components/partners/network/directory-dialog').then((m) => ({ default: m.DirectoryDialog })),
);

const WaitingClaims = lazy(() =>
  import('@/components/partners/claims/waiting-claims').then((m) => ({ default: m.WaitingClaims })),
);
const InviteDialog = lazy(() => import('./invite-dialog').then((m) => ({ default: m.InviteDialog })));

const POLL_MS = 15_000;
const idOf = ({ id }: Customer) => id;

/** Who buys from the business: those on board and those that it entered, in one list; pending requests and claims on top, as the server read them at first. */
export function CustomersPage({
  pending: first,
  claims: firstClaims,
}: {
  pending: ConnectionPage;
  claims: ClaimPage;
}) {
  const { entity, can, isLimited } = useViewer();
  const utils = trpc.useUtils();
  const [dialog, setDialog] = useState<'directory' | 'invite' | null>(null);
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
  const claims = trpc.claims.list.useQuery(WAITING, { refetchInterval: POLL_MS, initialData: firstClaims });
  const members = useMembers();
  const isFirst = !list.filtered && list.state.page === 1;
  const { data: lists } = trpc.priceLists.list.useQuery(priceListsInput, {
    enabled: can('read:prices'),
    staleTime: 60_000,
  });
  const columns = useMemo(
    () => customerColumns(entity.timezone, new Map(lists?.data.map(({ id, name }) => [id, name]))),
    [entity.timezone, lists],
  );
  const add = mayAdd && (
    <Button asChild variant="primary">
      <Link href="/customers/new">
        <Plus aria-hidden />
        Add customer
      </Link>
    </Button>
  );
  const mayConnect = can('create:connections');
  // Members limited to locations don't see what customers owe.
  const seesMoney = can('read:invoices') && !isLimited;
  const importing = mayAdd &&
    mayUpdate && { label: 'Import customers', icon: FileUp, href: '/customers/import' };
  return (
    <ListPage
      title="Customers"
      actions={
        <>
          <MoreMenu
            acts={[
              mayConnect && { label: 'Invite by email', icon: MailPlus, act: () => setDialog('invite') },
              mayConnect && {
                label: 'Find in directory',
                icon: Handshake,
                act: () => setDialog('directory'),
              },
              importing,
            ]}
          />
          {add}
        </>
      }
      tabs={
        <>
          <CustomerTabs current={list.state.status ?? 'all'} waiting={waiting} hrefWith={list.hrefWith} />
          {isFirst && waiting !== 0 && <PendingRequests requests={pending.data.data} total={waiting} />}
          {isFirst && claims.data.pagination.total > 0 && (
            <Suspense>
              <WaitingClaims claims={claims.data.data} total={claims.data.pagination.total} />
            </Suspense>
          )}
        </>
      }
      list={list}
      rows={useTrends(list.rows, idOf, 'wholesaler')}
      columns={columns}
      rowLabel={(customer) => customer.name}
      filters={
        <>
          {can('read:team') && (
            <SelectFilter list={list} name="representative_id" label="Representative" options={members} />
          )}
          {seesMoney && <ToggleFilter list={list} name="overdue" label="Overdue" />}
        </>
      }
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
                {importing && (
                  <Button asChild>
                    <Link href={importing.href}>
                      <FileUp aria-hidden />
                      {importing.label}
                    </Link>
                  </Button>
                )}
              </>
            )
          }
        >
          Businesses that buy from you appear here, whether they are on Tallyleaf or not.
        </EmptyState>
      }
    >
      <Suspense>
        {dialog === 'directory' && (
          <DirectoryDialog partners={partnersOf(entity.type, 'selling')} onClose={() => setDialog(null)} />
        )}
        {dialog === 'invite' && <InviteDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </ListPage>
  );
}
