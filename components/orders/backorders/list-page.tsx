'use client';
import { Hourglass } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '@/components/ui/base/empty-state';
import { showDone } from '@/components/ui/base/toast';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { backorderColumns } from './columns';
import { FillButton } from './fill-button';
import { backordersList } from './list';
import type { BackorderRow } from './types';
import { useAvailable } from './use-available';

const CancelDialog = lazy(() => import('./cancel-dialog').then((m) => ({ default: m.CancelDialog })));

const ExpectDialog = lazy(() => import('./expect-dialog').then((m) => ({ default: m.ExpectDialog })));

const TABS = [
  { key: 'open', label: 'Open', status: null },
  { key: 'filled', label: 'Filled', status: 'filled' },
  { key: 'cancelled', label: 'Canceled', status: 'cancelled' },
  { key: 'all', label: 'All', status: 'all' },
] as const;
const SIDES = [
  { value: 'selling', label: 'Sales' },
  { value: 'buying', label: 'Purchases' },
] as const;

/** What customers wait for, or what the business waits for itself. */
export function BackordersPage({ own, hasBoth }: { own: 'buying' | 'selling'; hasBoth: boolean }) {
  const { can } = useViewer();
  const utils = trpc.useUtils();
  const [cancelling, setCancelling] = useState<BackorderRow | null>(null);
  const [expecting, setExpecting] = useState<BackorderRow | null>(null);
  const mayFill = can('create:orders');
  const mayExpect = can('update:orders');
  const list = useServerList(backordersList, trpc.backorders.list, {
    scope: own,
    fetchPage: mayFill ? utils.backorders.list.fetch : undefined,
  });
  const buys = (list.state.side ?? own) === 'buying';
  const mayCancel = can('cancel:orders');
  const available = useAvailable(list.rows, !buys);
  // By its content: another map of the same numbers draws nothing again.
  const known = JSON.stringify([...available]);
  const show = useRef(list.show);
  useEffect(() => {
    show.current = list.show;
  });
  const { mutateAsync: fill } = trpc.backorders.fill.useMutation();
  const columns = useMemo(() => {
    const fillOne = async ({ id }: BackorderRow) => {
      try {
        const { order_number } = await fill({ ids: [id] });
        showDone('Backorder filled', order_number);
        show.current();
      } catch (error) {
        await showError("Couldn't fill the backorder", error);
      }
    };
    return backorderColumns({
      buys,
      available: new Map(JSON.parse(known) as [string, number][]),
      ...(mayFill && !buys && { onFill: (row: BackorderRow) => void fillOne(row) }),
      ...(mayExpect && !buys && { onExpect: setExpecting }),
      ...(mayCancel && { onCancel: setCancelling }),
    });
  }, [buys, mayCancel, mayExpect, mayFill, known, fill]);
  return (
    <>
      <ListPage
        title="Backorders"
        list={buys ? { ...list, selection: undefined } : list}
        columns={columns}
        rowLabel={(row) => `${row.sku} for ${row.buyer.name}`}
        tabs={
          <ViewTabs
            label="Backorders by status"
            current={list.state.status ?? 'open'}
            tabs={TABS.map(({ key, label, status }) => ({ key, label, href: list.hrefWith({ status }) }))}
          />
        }
        filters={
          <>
            {hasBoth && <SelectFilter list={list} name="side" label="Bought or sold" options={SIDES} />}
            <ToggleFilter list={list} name="ready" label="In stock" />
          </>
        }
        exportAs={{ path: '/api/v1/backorders', fileName: 'backorders.csv' }}
        bulk={
          !buys &&
          list.selection && (
            <FillButton selection={list.selection} rows={list.selectedRows()} onDone={list.show} />
          )
        }
        empty={
          <EmptyState icon={Hourglass} title="No backorders">
            {buys
              ? 'Units that a supplier did not have when you ordered appear here.'
              : 'Units that customers ordered beyond your stock appear here.'}
          </EmptyState>
        }
      />
      <Suspense>
        {expecting && <ExpectDialog backorder={expecting} onClose={() => setExpecting(null)} />}
        {cancelling && <CancelDialog backorder={cancelling} onClose={() => setCancelling(null)} />}
      </Suspense>
    </>
  );
}
