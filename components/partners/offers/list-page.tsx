'use client';
import { BadgePercent, Plus } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { showUndo } from '@/components/ui/base/toast';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { parseAsFlag } from '@/components/ui/data-table/list-definition';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { offerColumns } from './columns';
import { STATUS } from './labels';
import { offersList } from './list';
import type { SpecialOffer } from './types';

const OfferDialog = lazy(() => import('./offer-dialog').then((m) => ({ default: m.OfferDialog })));
const DeleteOfferDialog = lazy(() =>
  import('./delete-dialog').then((m) => ({ default: m.DeleteOfferDialog })),
);

const TABS = [null, 'running', 'scheduled', 'ended'] as const;

/** The offers of the business: what runs, is to come and has ended. */
export function OffersPage() {
  const { entity, rules } = useViewer();
  const { timezone } = entity;
  // In the address: the palette opens it from other pages.
  const [starting, setStarting] = useQueryState('start', parseAsFlag);
  const [dialog, setDialog] = useState<
    { edited: SpecialOffer } | { copied: SpecialOffer } | { deleted: SpecialOffer } | null
  >(null);
  const list = useServerList(offersList, trpc.offers.list, { steady: false });
  const { mutateAsync: update } = trpc.offers.update.useMutation();
  const editable = rules('update:prices');
  const columns = useMemo(() => {
    const end = async ({ id, name, ends_at }: SpecialOffer) => {
      const set = (time: string) => update({ id, ends_at: time });
      const failed = (error: unknown) => void showError("Couldn't change the offer", error);
      try {
        await set(new Date().toISOString());
      } catch (error) {
        return failed(error);
      }
      showUndo('Offer ended', () => set(ends_at).catch(failed), name);
    };
    return offerColumns(
      timezone,
      editable
        ? {
            onEdit: (edited) => setDialog({ edited }),
            onCopy: (copied) => setDialog({ copied }),
            onEnd: (offer) => void end(offer),
            onDelete: (deleted) => setDialog({ deleted }),
          }
        : null,
    );
  }, [timezone, editable, update]);
  const start = editable ? (
    <Button variant="primary" onClick={() => void setStarting(true)}>
      <Plus aria-hidden />
      Start offer
    </Button>
  ) : (
    <EverywhereNote what="An offer applies" permission="update:prices" />
  );
  const close = () => setDialog(null);
  return (
    <ListPage
      title="Offers"
      actions={start}
      list={list}
      columns={columns}
      rowLabel={({ name }) => name}
      search="Search offers"
      tabs={
        <ViewTabs
          label="Offers by status"
          current={list.state.status ?? 'all'}
          tabs={TABS.map((status) => ({
            key: status ?? 'all',
            label: status ? STATUS[status].label : 'All',
            href: list.hrefWith({ status }),
          }))}
        />
      }
      exportAs={{ path: '/api/v1/offers', fileName: 'offers.csv' }}
      empty={
        <EmptyState icon={BadgePercent} title="No offers yet" action={start}>
          Prices for a time, and goods that only chosen customers can see, appear here.
        </EmptyState>
      }
    >
      <Suspense>
        {editable && starting && <OfferDialog offer={null} onClose={() => void setStarting(null)} />}
        {dialog && 'edited' in dialog && <OfferDialog offer={dialog.edited} onClose={close} />}
        {dialog && 'copied' in dialog && <OfferDialog offer={null} copied={dialog.copied} onClose={close} />}
        {dialog && 'deleted' in dialog && <DeleteOfferDialog offer={dialog.deleted} onClose={close} />}
      </Suspense>
    </ListPage>
  );
}
