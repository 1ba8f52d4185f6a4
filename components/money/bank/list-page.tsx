'use client';
import { FileUp, Landmark } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { DateRange } from '@/components/ui/base/date-range';
import { EmptyState } from '@/components/ui/base/empty-state';
import { showDone } from '@/components/ui/base/toast';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { lineColumns } from './columns';
import { lineName } from './labels';
import { bankLinesList } from './list';
import { BankTabs } from './tabs';
import type { BankAccount, BankLine } from './types';

const DecideDialog = lazy(() => import('./decide-dialog').then((m) => ({ default: m.DecideDialog })));
const AsideDialog = lazy(() => import('./aside-dialog').then((m) => ({ default: m.AsideDialog })));
const UploadDialog = lazy(() => import('./upload-dialog').then((m) => ({ default: m.UploadDialog })));

const EMPTY = {
  open: 'Upload a statement of your bank. Lines that could be payments of your customers appear here.',
  set_aside: 'Money out, fees and what you set aside appear here.',
  confirmed: 'Lines appear here once you confirm what they are.',
};

type Open = { what: 'choose' | 'aside'; line: BankLine } | { what: 'upload' } | null;

/** Lines of the bank to decide, with the invoices beside them. J and K walk, A confirms, S sets aside, Enter shows every match. */
export function BankPage({ accounts }: { accounts: readonly BankAccount[] }) {
  const { permissions } = useViewer();
  const mayDecide = permissions.includes('update:bank') && permissions.includes('create:payments');
  const [open, setOpen] = useState<Open>(null);
  const list = useServerList(bankLinesList, trpc.bank.lines.list, { steady: false });
  const { mutate: confirmLine } = trpc.bank.lines.confirm.useMutation({
    onError: (error) => showError('The line was not confirmed', error),
  });
  const { mutate: reopenLine } = trpc.bank.lines.reopen.useMutation({
    onError: (error) => showError('The line was not reopened', error),
  });
  const tab = list.state.status ?? 'open';
  const columns = useMemo(
    () =>
      lineColumns({
        confirm: mayDecide
          ? (line) => {
              const [first] = line.proposals;
              if (!first) return;
              // What may be there twice is decided with both in view.
              if (line.possible_duplicate_of) return setOpen({ what: 'choose', line });
              confirmLine(
                { id: line.id, ...first.confirm },
                { onSuccess: () => showDone(`Confirmed ${lineName(line)}`) },
              );
            }
          : null,
        choose: mayDecide ? (line) => setOpen({ what: 'choose', line }) : null,
        aside: mayDecide ? (line) => setOpen({ what: 'aside', line }) : null,
        reopen: mayDecide
          ? (line) => reopenLine({ id: line.id }, { onSuccess: () => showDone(`Reopened ${lineName(line)}`) })
          : null,
      }),
    [mayDecide, confirmLine, reopenLine],
  );
  const upload = mayDecide && (
    <Button variant="primary" onClick={() => setOpen({ what: 'upload' })}>
      <FileUp aria-hidden />
      Upload statement
    </Button>
  );
  return (
    <ListPage
      title="Bank"
      actions={upload}
      list={list}
      columns={columns}
      rowLabel={lineName}
      tabs={<BankTabs current={tab} />}
      search={{ label: 'Search lines', placeholder: 'Text or reference' }}
      filters={
        <>
          {accounts.length > 1 && (
            <SelectFilter
              list={list}
              name="account"
              label="Account"
              options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <DateRange
            label="Posted between"
            from={list.state.from}
            to={list.state.to}
            onChange={({ from, to }) => list.setFilters({ from, to })}
          />
        </>
      }
      exportAs={{ path: '/api/v1/bank/lines', fileName: 'bank-lines.csv' }}
      empty={
        <EmptyState
          icon={Landmark}
          title={tab === 'open' ? 'Nothing to decide' : 'No lines yet'}
          action={upload}
        >
          {EMPTY[tab]}
        </EmptyState>
      }
    >
      <Suspense>
        {open?.what === 'choose' && <DecideDialog line={open.line} onClose={() => setOpen(null)} />}
        {open?.what === 'aside' && <AsideDialog line={open.line} onClose={() => setOpen(null)} />}
        {open?.what === 'upload' && <UploadDialog accounts={accounts} onClose={() => setOpen(null)} />}
      </Suspense>
    </ListPage>
  );
}
