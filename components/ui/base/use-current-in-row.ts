'use client';
import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a row of links to the current one, on a phone that is too narrow for the row: it begins with the entry before
 * it, so that none is cut off at its left. @param row positioned, so that its entries are measured from it
 */
export function useCurrentInRow(row: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    const entry = current && row.current?.querySelector('[aria-current="page"]')?.closest('li');
    const first = entry && (entry.previousElementSibling ?? entry);
    if (row.current && first instanceof HTMLElement) row.current.scrollLeft = first.offsetLeft;
  }, [row, current]);
}
