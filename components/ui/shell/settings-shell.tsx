'use client';
import { usePathname } from 'next/navigation';
import { type ReactNode, useRef, useState } from 'react';
import { cn } from '@/components/ui/base/class-names';
import { Input } from '@/components/ui/base/input';
import { Link } from '@/components/ui/base/link';
import { useCurrentInRow } from '@/components/ui/base/use-current-in-row';
import { isCurrent } from './current-entry';
import { rank } from './palette-rank';
import type { SettingsSection } from './settings-navigation';

/** The frame of every settings page: the sections by group and a search beside it, or above it where there is no room. */
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
  const row = useRef<HTMLDivElement>(null);
  useCurrentInRow(row, current);
  const [query, setQuery] = useState('');
  const found = query.trim() === '' ? sections : foundIn(sections, query);
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <div className="xl:grid xl:grid-cols-[11rem_minmax(0,1fr)] xl:gap-8">
      <div className="max-xl:-mt-2 max-xl:mb-5 xl:sticky xl:top-20 xl:self-start print:hidden">
        <Input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="mb-2 w-full md:max-xl:max-w-xs"
        />
        <nav aria-label="Settings">
          <div
            ref={row}
            className="relative flex gap-1 max-md:snap-x max-md:overflow-x-auto max-md:pr-8 max-md:[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)] max-md:[scrollbar-width:none] md:max-xl:flex-wrap max-xl:border-border max-xl:border-b max-xl:pb-2 xl:flex-col xl:gap-3"
          >
            {groups.map((group) => (
              <div key={group} className="max-xl:contents">
                <p aria-hidden className="px-2.5 pb-1 text-muted text-xs max-xl:hidden">
                  {group}
                </p>
                <ul
                  aria-label={group}
                  className="flex gap-1 max-md:shrink-0 md:flex-wrap xl:flex-col xl:gap-0.5"
                >
                  {found
                    .filter((section) => section.group === group)
                    .map(({ href, label }) => (
                      <li key={href} className="shrink-0 max-md:snap-start">
                        <Link
                          href={href}
                          aria-current={href === current ? 'page' : undefined}
                          className={cn(
                            'flex h-8 items-center rounded-md px-2.5 font-medium transition-colors focus-visible:outline-offset-[-2px] max-md:h-11',
                            href === current
                              ? 'bg-selected text-link'
                              : 'text-muted hover:bg-hover hover:text-text',
                          )}
                        >
                          {label}
                        </Link>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </div>
          <p role="status" className={found.length > 0 ? 'sr-only' : 'px-2.5 text-muted'}>
            {query.trim() === '' ? '' : found.length > 0 ? `${found.length} found` : 'No setting matches'}
          </p>
        </nav>
      </div>
      <div className="min-w-0">
        {children}
        <p className="mt-8 text-muted text-xs print:hidden">Tallyleaf {version}</p>
      </div>
    </div>
  );
}

/** Sections by how well they fit; the groups follow their best. */
const foundIn = (sections: readonly SettingsSection[], query: string) =>
  sections
    .map((section) => ({ section, score: rank(query, section.label, [section.words, section.group]) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => section);
