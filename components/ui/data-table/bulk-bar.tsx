'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/base/button';
import { Spinner } from '@/components/ui/base/spinner';
import type { Selection } from './use-selection';

const number = new Intl.NumberFormat('en-US');

/** What can be done with the selected rows; it stays in view, always says how many, always has "Clear". */
export function BulkBar({
  selection,
  total,
  children,
}: {
  selection: Selection;
  total: number | null;
  children: ReactNode;
}) {
  const { count, checking } = selection;
  const hasFocus = useRef(false);
  useEffect(() => {
    if (count > 0 || !hasFocus.current) return;
    hasFocus.current = false;
    // The pressed button went with the bar. Without this the focus is nowhere.
    document.querySelector<HTMLElement>('main h1[tabindex="-1"]')?.focus({ preventScroll: true });
  }, [count]);
  const canSelectAll = selection.selectAllMatching && total !== null && count < total;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && !checking ? `${number.format(count)} selected` : ''}
      </p>
      {/* Its place is kept without a selection: a page that grew would get a scrollbar, and its toolbar would wrap. */}
      <div className="pointer-events-none sticky bottom-4 z-30 mt-4 flex h-14 items-end justify-center max-md:bottom-18 max-md:h-28 print:hidden">
        {count > 0 && (
          <section
            aria-label="Bulk actions"
            onFocus={() => {
              hasFocus.current = true;
            }}
            onBlur={({ currentTarget, relatedTarget }) => {
              // A button that goes or is disabled has no successor: that is no move elsewhere.
              if (relatedTarget && !currentTarget.contains(relatedTarget)) hasFocus.current = false;
            }}
            className="fade-in-0 slide-in-from-bottom-2 pointer-events-auto flex min-w-0 max-w-full animate-in items-center gap-x-3 rounded-lg border border-border bg-raised py-2 pr-2 pl-4 shadow-lg duration-150 max-md:flex-wrap max-md:py-1"
          >
            <p className="flex shrink-0 items-center gap-2 font-medium tabular-nums">
              {number.format(count)} selected
              {checking && <Spinner />}
            </p>
            {canSelectAll && (
              <Button
                variant="link"
                className="shrink-0"
                disabled={checking}
                onClick={() => void selection.selectAllMatching?.()}
              >
                Select all {number.format(total)} matching
              </Button>
            )}
            <fieldset
              disabled={checking}
              className="flex min-w-0 items-center gap-2 overflow-x-auto px-1 py-1 [scrollbar-width:none] *:shrink-0 max-md:order-last max-md:-ml-1 max-md:w-full"
            >
              <legend className="sr-only">Actions on the selected rows</legend>
              {children}
            </fieldset>
            <Button variant="ghost" size="sm" className="shrink-0 max-md:ml-auto" onClick={selection.clear}>
              Clear
            </Button>
          </section>
        )}
      </div>
    </>
  );
}
