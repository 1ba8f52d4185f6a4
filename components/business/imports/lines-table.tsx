'use client';
import { FileSearch } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { lineColumns } from './columns';
import { Fixes } from './fixes';
import { importList } from './list';
import { type ImportRecord, isUnderWay } from './types';

const POLL_MS = 2000;

/** The lines of an import: all of them, or those with problems. */
export function LinesTable({
  record,
  onChecked,
}: {
  record: ImportRecord;
  /** Called once corrected lines are checked again; absent where lines can't be corrected any more. */
  onChecked?: (record: ImportRecord) => void;
}) {
  const { kind, counts } = record;
  const list = useServerList(importList, trpc.imports.lines, {
    scope: record.id,
    steady: false,
    rowId: (line) => String(line.line),
    poll: () => (isUnderWay(record) ? POLL_MS : false),
  });
  const fixable = onChecked !== undefined && list.state.lines === 'problems';
  const columns = useMemo(() => lineColumns(kind, fixable), [kind, fixable]);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const table = (
    <div className="mt-3">
      <ListTable
        list={list}
        caption="Lines of the file"
        columns={columns}
        rowLabel={(line) => `line ${line.line}`}
        filtered={false}
        empty={
          <EmptyState icon={FileSearch} title={list.state.lines === 'problems' ? 'No problems' : 'No lines'}>
            {list.state.lines === 'problems' ? 'Every line can be applied.' : 'The file has only a header.'}
          </EmptyState>
        }
      />
    </div>
  );
  return (
    <>
      <ViewTabs
        label="Lines of the file"
        current={list.state.lines ?? 'all'}
        tabs={[
          { key: 'all', label: 'All lines', href: list.hrefWith({ lines: null }), count: all },
          {
            key: 'problems',
            label: 'Problems',
            href: list.hrefWith({ lines: 'problems' }),
            count: counts.error,
          },
        ]}
      />
      {onChecked ? (
        <Fixes record={record} onChecked={onChecked}>
          {table}
        </Fixes>
      ) : (
        table
      )}
    </>
  );
}
