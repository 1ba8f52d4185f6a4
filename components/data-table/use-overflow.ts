'use client';
import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether a table is wider than its frame. A frame that scrolls sideways would take the sticky header away from
 * the page, so it scrolls only when it must. True until measured: better a bar than a page that moves.
 */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(true);
  useEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const measure = () => setOverflows(table.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return overflows;
}
