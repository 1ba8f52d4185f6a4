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
      className="grid size-6 place-items-center rounded-full border border-control/60 text-muted text-sm hover:bg-hover hover:text-text max-md:size-11 max-md:border-transparent print:hidden"
    >
      ?
    </a>
  );
}
