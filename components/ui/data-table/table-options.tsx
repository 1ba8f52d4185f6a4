'use client';
import { Columns3 } from 'lucide-react';
import { lazy } from 'react';
import { Button } from '@/components/ui/base/button';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import type { ColumnChoice, TableLook } from './shown-columns';

const load = () => import('./table-options-items');
const TableOptionsItems = lazy(() => load().then((m) => ({ default: m.TableOptionsItems })));

/** Which columns a table shows, and how dense its rows are; a phone's rows have neither. */
export function TableOptions({
  columns,
  look,
  onChange,
}: {
  columns: readonly ColumnChoice[];
  look: Required<TableLook>;
  onChange: (look: TableLook) => void;
}) {
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <Button aria-label="Columns" title="Columns" className="w-9 px-0 max-md:hidden">
          <Columns3 aria-hidden />
        </Button>
      }
    >
      {(trigger) => <TableOptionsItems trigger={trigger} columns={columns} look={look} onChange={onChange} />}
    </LateOverlay>
  );
}
