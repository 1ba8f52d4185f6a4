'use client';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { useWideScreen } from './use-wide-screen';

const loadSheet = () => import('./filter-sheet');
const FilterSheet = lazy(() => loadSheet().then((m) => ({ default: m.FilterSheet })));

/** The line above a list: search, filters, and the way out of them all. On a phone the filters open as a sheet. */
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
  const wide = useWideScreen();
  const clear = filtered && (
    <Button variant="ghost" size="sm" onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <div className="my-3 flex flex-wrap items-center gap-2 print:hidden">
      {search}
      {wide ? children : children && <Filters filtered={filtered} onClear={onClear} filters={children} />}
      {clear}
      {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
    </div>
  );
}

function Filters({
  filtered,
  onClear,
  filters,
}: {
  filtered: boolean;
  onClear: () => void;
  filters: ReactNode;
}) {
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  const button = (
    <Button
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={() => void loadSheet().catch(() => {})}
      onClick={() => {
        setUsed(true);
        setOpen(true);
      }}
      className={filtered ? 'border-primary' : undefined}
    >
      <SlidersHorizontal aria-hidden />
      Filters
    </Button>
  );
  if (!used) return button;
  return (
    <Suspense fallback={button}>
      <FilterSheet
        trigger={button}
        open={open}
        onOpenChange={setOpen}
        onClear={filtered ? onClear : undefined}
      >
        {filters}
      </FilterSheet>
    </Suspense>
  );
}
