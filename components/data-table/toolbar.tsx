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
      {/* On a phone one row that scrolls within itself, so that the list begins high on the screen. */}
      <div className="flex items-center gap-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] md:contents max-md:*:shrink-0">
        {children}
        {filtered && (
          <Button variant="ghost" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
        {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
      </div>
    </div>
  );
}
