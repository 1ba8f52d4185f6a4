'use client';
import type { Row, RowData } from '@tanstack/react-table';
import { lazy, type ReactNode, Suspense } from 'react';
import type { DataTableFeatures } from './columns';
import { type AnyCell, arrange } from './row-places';

export const loadRowSheet = () => import('./row-sheet');
const RowSheet = lazy(() => loadRowSheet().then((m) => ({ default: m.RowSheet })));

/** The sheet of the row that was opened, if it is still on the page: below a phone's list, beside a table. */
export function OpenedRow<Data extends RowData>({
  rows,
  open,
  rowLabel,
  side,
  preview,
  onClose,
}: {
  rows: readonly Row<DataTableFeatures, Data>[];
  open: string | null;
  rowLabel: (row: Data) => string;
  side: 'right' | 'bottom';
  /** What follows the values. */
  preview?: (row: Data) => ReactNode;
  onClose: () => void;
}) {
  const opened = rows.find(({ id }) => id === open);
  if (!opened) return null;
  const { names, sheet, actions } = arrange(opened.getAllCells() as AnyCell[]);
  return (
    <Suspense>
      <RowSheet
        title={rowLabel(opened.original)}
        side={side}
        names={side === 'right' ? names : []}
        sheet={sheet}
        actions={actions}
        onClose={onClose}
      >
        {preview?.(opened.original)}
      </RowSheet>
    </Suspense>
  );
}
