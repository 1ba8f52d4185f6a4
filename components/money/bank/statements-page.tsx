'use client';
import { FileUp, Landmark } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { actionsColumn, EditAndDelete } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatDate } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { AccountsSection } from './accounts-section';
import { FORMAT } from './labels';
import { bankStatementsList } from './list';
import { BankTabs } from './tabs';
import type { BankStatement } from './types';

const UploadDialog = lazy(() => import('./upload-dialog').then((m) => ({ default: m.UploadDialog })));

const column = columnsOf<BankStatement>();
const STATUS = {
  mapping: (
    <Badge tone="warning" icon="alert">
      Columns needed
    </Badge>
  ),
  reading: <Badge icon="clock">Reading</Badge>,
  ready: (
    <Badge tone="success" icon="check">
      Ready
    </Badge>
  ),
  failed: (
    <Badge tone="danger" icon="x">
      Failed
    </Badge>
  ),
};

function statementColumns(onDelete: ((statement: BankStatement) => void) | null) {
  return column.columns([
    column.accessor('file_name', {
      header: 'File',
      meta: { rowHeader: true, className: 'wraps' },
      cell: ({ row: { original } }) => (
        <>
          <Link href={`/bank?statement=${original.id}`} className="wrap-anywhere text-link hover:underline">
            {original.file_name}
          </Link>
          {original.error && <span className="row-note">{original.error.message}</span>}
        </>
      ),
    }),
    column.accessor('format', {
      header: 'Form',
      meta: { hideBelow: 'lg' },
      cell: (info) => FORMAT[info.getValue()],
    }),
    column.accessor('created_at', {
      header: 'Uploaded',
      meta: { sortKey: 'created_at', card: 'detail' },
      cell: (info) => formatDate(info.getValue().slice(0, 10)),
    }),
    column.accessor(({ counts }) => counts.new, {
      id: 'new',
      header: 'New lines',
      meta: { align: 'right', card: 'detail' },
    }),
    column.accessor(({ counts }) => counts.duplicate, {
      id: 'known',
      header: 'There already',
      meta: { align: 'right', hideBelow: 'lg' },
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: (info) => STATUS[info.getValue()],
    }),
    actionsColumn<BankStatement>((one) => (
      <EditAndDelete name={one.file_name} onEdit={null} onDelete={onDelete && (() => onDelete(one))} />
    )),
  ]);
}

/** Statements of the bank, and the accounts that they are of. */
export function StatementsPage() {
  const { permissions } = useViewer();
  const mayUpdate = permissions.includes('update:bank');
  const [uploading, setUploading] = useState(false);
  const list = useServerList(bankStatementsList, trpc.bank.statements.list);
  const accounts = trpc.bank.accounts.list.useQuery({ limit: 50 }).data?.data ?? [];
  const { mutate: remove } = trpc.bank.statements.remove.useMutation({
    onError: (error) => showError('The statement was not deleted', error),
  });
  const columns = useMemo(
    () =>
      statementColumns(
        mayUpdate
          ? (one) => remove({ id: one.id }, { onSuccess: () => showDone(`Deleted ${one.file_name}`) })
          : null,
      ),
    [mayUpdate, remove],
  );
  const upload = mayUpdate && (
    <Button variant="primary" onClick={() => setUploading(true)}>
      <FileUp aria-hidden />
      Upload statement
    </Button>
  );
  return (
    <ListPage
      title="Bank statements"
      breadcrumbs={[{ label: 'Bank', href: '/bank' }]}
      actions={upload}
      list={list}
      columns={columns}
      rowLabel={({ file_name }) => file_name}
      tabs={<BankTabs current="statements" />}
      empty={
        <EmptyState icon={Landmark} title="No statements yet" action={upload}>
          Files that you download from your bank appear here once you upload them.
        </EmptyState>
      }
    >
      <AccountsSection mayUpdate={mayUpdate} />
      <Suspense>
        {uploading && <UploadDialog accounts={accounts} onClose={() => setUploading(false)} />}
      </Suspense>
    </ListPage>
  );
}
