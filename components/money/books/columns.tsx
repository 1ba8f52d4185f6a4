import { Button } from '@/components/ui/base/button';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { Instant } from '@/components/ui/data-table/values';
import { formatCount, formatDate, formatMoney, UNKNOWN } from '@/components/ui/format';
import { ExportFiles, NameChanges } from './export-files';
import { formatLabel, kindLabel } from './labels';
import type { BookExport } from './types';

const column = columnsOf<BookExport>();

const daysOf = ({ start_date, end_date }: BookExport) =>
  start_date === end_date ? formatDate(start_date) : `${formatDate(start_date)} – ${formatDate(end_date)}`;

export const exportName = (made: BookExport): string => `${kindLabel(made.kind)}, ${daysOf(made)}`;

const holds = ({ kind, rows }: BookExport) =>
  formatCount(rows, kind === 'customers' ? 'customer' : 'document');

/** The columns of earlier exports. */
export function exportColumns(onDiscard: (made: BookExport) => void) {
  return column.columns([
    column.accessor('kind', {
      header: 'Export',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <span className="block py-1.5 md:whitespace-normal">
          <span className="font-medium">{kindLabel(original.kind)}</span>
          <span className="block text-muted text-sm">
            {formatLabel(original.format)}
            {original.only === 'all' && ' · everything, not marked as exported'}
          </span>
        </span>
      ),
    }),
    column.accessor(daysOf, {
      id: 'days',
      header: 'Days',
      meta: { card: 'detail' },
      cell: ({ row: { original }, getValue }) => (
        <span className="block py-1.5 md:whitespace-normal">
          {getValue()}
          <span className="block text-muted text-sm">
            {holds(original)} · <Instant value={original.created_at} />
          </span>
        </span>
      ),
    }),
    column.accessor('total', {
      header: 'Total',
      meta: { align: 'right', card: 'badge', hideBelow: 'lg' },
      cell: ({ row: { original }, getValue }) =>
        original.kind === 'customers' ? UNKNOWN : formatMoney(getValue()),
    }),
    column.display({
      id: 'files',
      header: 'Files',
      meta: { card: 'control' },
      cell: ({ row: { original } }) => (
        <span className="flex flex-wrap items-center gap-2">
          <ExportFiles made={original} />
          <NameChanges made={original} />
        </span>
      ),
    }),
    actionsColumn<BookExport>((original) => (
      <Button
        size="sm"
        className="text-destructive"
        aria-label={`Discard ${exportName(original)}`}
        onClick={() => onDiscard(original)}
      >
        Discard
      </Button>
    )),
  ]);
}
