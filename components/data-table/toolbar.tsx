import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';

/** The line above a list: search, filters, and the way out of them all. */
export function ListToolbar({
  search,
  filtered,
  onClear,
  end,
  children,
}: {
  search?: ReactNode;
  filtered: boolean;
  onClear: () => void;
  /** What stands at the right: density, columns, export. */
  end?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="my-3 flex flex-wrap items-center gap-2 print:hidden">
      {search}
      {children}
      {filtered && (
        <Button variant="ghost" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
    </div>
  );
}
