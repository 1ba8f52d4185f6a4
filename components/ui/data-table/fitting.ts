'use client';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** How many columns gave way, and for each of them the width that the table needed with it. */
export type Fit = { dropped: number; needed: readonly number[] };

export const EVERY_COLUMN: Fit = { dropped: 0, needed: [] };

/**
 * One step toward a table that fits its frame: drops the columns that it takes, brings back those that fit again, or is the
 * same. @param widths of the columns that may go, the first to go first; 0 for one that isn't shown
 */
export function nextFit(fit: Fit, needed: number, room: number, widths: readonly number[]): Fit {
  let { dropped } = fit;
  if (needed > room + 1) {
    const before = fit.needed.slice(0, dropped);
    // A table that is too wide has each column at its least width: without one it needs so much less.
    for (let left = needed; left > room + 1 && dropped < widths.length; dropped++) {
      before.push(left);
      left -= widths[dropped] ?? 0;
    }
    return dropped === fit.dropped ? fit : { dropped, needed: before };
  }
  while (dropped > 0 && (fit.needed[dropped - 1] ?? Infinity) <= room) dropped--;
  return dropped === fit.dropped ? fit : { ...fit, dropped };
}

/**
 * Drops columns until a table fits its frame, for contents that are wider than the columns' own thresholds expect.
 * @param droppable ids of the columns that may go, the first to go first; their headings have them as `data-column`
 * @returns how many to drop, and whether the table is still too wide then and has to scroll
 */
export function useFit(
  frame: RefObject<HTMLElement | null>,
  droppable: readonly string[],
): { dropped: number; scrolls: boolean } {
  const [fit, setFit] = useState(EVERY_COLUMN);
  const [scrolls, setScrolls] = useState(false);
  const ids = droppable.join(' ');
  // With the commit, not after the paint: an observer of the render before would hold new columns against old ones.
  useLayoutEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const measure = () => {
      const [needed, room] = [table.scrollWidth, element.clientWidth];
      if (room === 0) return;
      const widths = ids
        .split(' ')
        .filter(Boolean)
        .map((id) => table.querySelector<HTMLElement>(`th[data-column="${id}"]`)?.offsetWidth ?? 0);
      const next = nextFit(fit, needed, room, widths);
      setFit(next);
      setScrolls(next === fit && needed > room + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame, fit, ids]);
  return { dropped: Math.min(fit.dropped, droppable.length), scrolls };
}
