'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { onPageChange } from './page-change';

/** By then it has failed, or led back to the page that is open. */
const LONGEST_MS = 20_000;

/**
 * The thin bar from the press of a link until its page is there. It is shown without React, whose state would wait for the
 * page like everything else that changes with it.
 */
function Bar() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer = 0;
    const show = (on: boolean) => {
      if (bar.current) bar.current.hidden = !on;
    };
    const end = onPageChange(() => {
      show(true);
      window.clearTimeout(timer);
      timer = window.setTimeout(show, LONGEST_MS, false);
    });
    return () => {
      end();
      window.clearTimeout(timer);
    };
  }, []);
  return (
    <div
      ref={bar}
      hidden
      role="progressbar"
      aria-label="Loading page"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden print:hidden"
    >
      <div className="refetch-bar h-full w-1/3 rounded-full bg-primary" />
    </div>
  );
}

/** Another address has another bar, which is hidden until the next page change. */
export function PageChangeBar() {
  return <Bar key={`${usePathname()}?${useSearchParams()}`} />;
}
