'use client';
import { type RefObject, useEffect, useState } from 'react';

/** How many columns gave way, and for each of them the width that the table needed with it. */
export type Fit = { dropped: number; needed: readonly number[] };

export const EVERY_COLUMN: Fit = { dropped: 0, needed: [] };

/** One step toward a table that fits its frame: drops a column, brings the last one back, or is the same. */
export function nextFit(fit: Fit, needed: number, room: number, droppable: number): Fit {
  if (needed > room + 1) {
    if (fit.dropped >= droppable) return fit;
    return { dropped: fit.dropped + 1, needed: [...fit.needed.slice(0, fit.dropped), needed] };
  }
  const before = fit.needed[fit.dropped - 1];
  return before !== undefined && before <= room ? { ...fit, dropped: fit.dropped - 1 } : fit;
}

/**
 * Drops columns until a table fits its frame, for contents that are wider than the columns' own thresholds expect.
 * @returns how many to drop, and whether the table is still too wide then and has to scroll
 */
export function useFit(
  frame: RefObject<HTMLElement | null>,
  droppable: number,
): { dropped: number; scrolls: boolean } {
  const [fit, setFit] = useState(EVERY_COLUMN);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const measure = () => {
      const [needed, room] = [table.scrollWidth, element.clientWidth];
      if (room === 0) return;
      const next = nextFit(fit, needed, room, droppable);
      setFit(next);
      setScrolls(next === fit && needed > room + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame, fit, droppable]);
  return { dropped: Math.min(fit.dropped, droppable), scrolls };
}
