'use client';
import { usePathname } from 'next/navigation';
import { createContext, useContext } from 'react';

/** Finds the address of the help about a page, by the page's path; null without any. */
export const HelpContext = createContext<(path: string) => string | null>(() => null);

/** Opens the help about the page around it, in another tab: what was typed here stays. */
export function HelpLink() {
  const help = useContext(HelpContext)(usePathname() ?? '');
  if (!help) return null;
  return (
    <a
      href={help}
      target="_blank"
      rel="noreferrer"
      aria-label="Help with this page"
      title="Help with this page"
      className="group/help grid place-items-center text-muted text-sm max-md:-m-2.5 max-md:size-11 print:hidden"
    >
      <span className="grid size-6 place-items-center rounded-full border border-control/60 group-hover/help:bg-hover group-hover/help:text-text">
        ?
      </span>
    </a>
  );
}
