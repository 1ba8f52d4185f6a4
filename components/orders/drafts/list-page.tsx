'use client';
import { FilePenLine, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { actsOf } from './acts';
import { draftColumns } from './columns';
import { draftsList, STATUSES } from './list';
import { statusLabel } from './status-badge';
import type { Draft } from './types';
import { useSendDraft } from './use-send-draft';

const SendDialog = lazy(() => import('./send-dialog').then((m) => ({ default: m.SendDialog })));

const SIDES = [
  { value: 'selling', label: 'Sales' },
  { value: 'buying', label: 'Purchases' },
] as const;

/** Orders that aren't placed yet: the business's own drafts, the quotes that it sent, and those that it received. */
export function DraftsPage({ own, hasBoth }: { own: 'buying' | 'selling'; hasBoth: boolean }) {
  const { can, entity, permissions } = useViewer();
  const [sending, setSending] = useState<Draft | null>(null);
  const send = useSendDraft();
  const list = useServerList(draftsList, trpc.drafts.list, { scope: own });
  const buys = (list.state.side ?? own) === 'buying';
  const columns = useMemo(() => {
    const reader = {
      entityId: entity.id,
      decides: false,
      can: (permission: (typeof permissions)[number]) => permissions.includes(permission),
    };
    return draftColumns({
      buys,
      maySend: (draft) => actsOf(draft, reader).has('send'),
      onSend: setSending,
    });
  }, [buys, entity.id, permissions]);
  const newOrder = own === 'selling' && can('create:orders') && can('read:customers') && (
    <Button asChild variant="primary">
      <Link href="/orders/new">
        <Plus aria-hidden />
        New draft
      </Link>
    </Button>
  );
  return (
    <>
      <ListPage
        title="Drafts and quotes"
        actions={newOrder}
        list={list}
        columns={columns}
        rowLabel={(draft) => (buys ? draft.wholesaler.name : draft.retailer.name)}
        tabs={
          <ViewTabs
            label="Drafts by status"
            current={list.state.status ?? 'all'}
            tabs={[
              { key: 'all', label: 'All', href: list.hrefWith({ status: null }) },
              ...STATUSES.map((status) => ({
                key: status,
                label: statusLabel(status, buys),
                href: list.hrefWith({ status }),
              })),
            ]}
          />
        }
        search={{ label: 'Search drafts and quotes', placeholder: 'Business, product or PO number' }}
        filters={hasBoth && <SelectFilter list={list} name="side" label="Bought or sold" options={SIDES} />}
        exportAs={{ path: '/api/v1/drafts', fileName: 'drafts.csv' }}
        empty={
          <EmptyState icon={FilePenLine} title="No drafts yet" action={newOrder}>
            {buys
              ? 'Quotes that suppliers send you appear here.'
              : 'Orders that you save for later appear here, and quotes that you send to customers.'}
          </EmptyState>
        }
      />
      <Suspense>
        {sending && (
          <SendDialog
            validUntil={sending.valid_until}
            onSend={async (day) => {
              await send(sending, day);
              setSending(null);
              list.show();
            }}
            onClose={() => setSending(null)}
          />
        )}
      </Suspense>
    </>
  );
}
