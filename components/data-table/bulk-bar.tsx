'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
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
          className="fade-in-0 slide-in-from-bottom-2 sticky bottom-4 z-30 max-md:bottom-18 mx-auto mt-4 flex w-fit max-w-full animate-in flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-border bg-raised py-2 pr-2 pl-4 shadow-lg duration-150 print:hidden"
        >
          <p className="flex items-center gap-2 font-medium tabular-nums">
            {number.format(count)} selected
            {checking && <Spinner />}
          </p>
          {canSelectAll && (
            <Button variant="link" disabled={checking} onClick={() => void selection.selectAllMatching?.()}>
              Select all {number.format(total)} matching
            </Button>
          )}
          <fieldset disabled={checking} className="flex flex-wrap items-center gap-2">
            <legend className="sr-only">Actions on the selected rows</legend>
            {children}
          </fieldset>
          <Button variant="ghost" size="sm" onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
    </>
  );
}
