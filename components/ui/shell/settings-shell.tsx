'use client';
import { usePathname } from 'next/navigation';
import { type ReactNode, useRef } from 'react';
import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';
import { useCurrentInRow } from '@/components/ui/base/use-current-in-row';
import { isCurrent } from './current-entry';
import type { SettingsSection } from './settings-navigation';

/** The frame of every settings page: the sections beside it, or in a row above it where there is no room. */
export function SettingsShell({
  sections,
  version,
  children,
}: {
  sections: readonly SettingsSection[];
  /** The version of Tallyleaf that runs. */
  version: string;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const current = sections.find(({ href }) => isCurrent(href, pathname))?.href;
  const list = useRef<HTMLUListElement>(null);
  useCurrentInRow(list, current);
  return (
    <div className="xl:grid xl:grid-cols-[11rem_minmax(0,1fr)] xl:gap-8">
      <nav aria-label="Settings" className="max-xl:-mt-2 max-xl:mb-5 print:hidden">
        <ul
          ref={list}
          className="relative flex gap-1 max-md:snap-x max-md:overflow-x-auto max-md:pr-8 max-md:*:snap-start max-md:[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)] max-md:[scrollbar-width:none] md:max-xl:flex-wrap max-xl:border-border max-xl:border-b max-xl:pb-2 xl:sticky xl:top-20 xl:flex-col xl:gap-0.5"
        >
          {sections.map(({ href, label }) => (
            <li key={href} className="shrink-0">
              <Link
                href={href}
                aria-current={href === current ? 'page' : undefined}
                className={cn(
                  'flex h-8 items-center rounded-md px-2.5 font-medium transition-colors focus-visible:outline-offset-[-2px] max-md:h-11',
                  href === current ? 'bg-selected text-link' : 'text-muted hover:bg-hover hover:text-text',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        {children}
        <p className="mt-8 text-muted text-xs print:hidden">Tallyleaf {version}</p>
      </div>
    </div>
  );
}
