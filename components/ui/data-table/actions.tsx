import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/base/button';
import { type ColumnHints, columnsOf } from './columns';

/** The last column: what the viewer may do with a row. @param cell the buttons, each of which names the row */
export const actionsColumn = <Row extends RowData>(
  cell: (row: Row) => ReactNode,
  hints?: Pick<ColumnHints, 'card' | 'className'>,
) =>
  columnsOf<Row>().display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { card: 'actions', align: 'right', label: 'Actions', ...hints },
    cell: ({ row: { original } }) => cell(original),
  });

/** Edits a row, and deletes or removes it. @param kept why it can't be deleted now; undefined while it can */
export function EditAndDelete({
  name,
  verb = 'Delete',
  kept,
  onEdit,
  onDelete,
}: {
  name: string;
  verb?: 'Delete' | 'Remove';
  kept?: string;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}) {
  return (
    <span className="inline-flex gap-2">
      {onEdit && (
        <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      {onDelete && (
        <Button
          size="sm"
          className="text-destructive"
          aria-label={`${verb} ${name}`}
          disabled={kept !== undefined}
          title={kept}
          onClick={onDelete}
        >
          {verb}
        </Button>
      )}
    </span>
  );
}
