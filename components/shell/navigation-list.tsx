'use client';
import { usePathname } from 'next/navigation';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { currentEntry } from './current-entry';
import type { NavigationEntry } from './navigation';
import { NavigationIcon } from './navigation-icon';

/** The main navigation, in the sidebar and in the drawer. `badges` says a number beside an entry, by its address. */
export function NavigationList({
  entries,
  badges = {},
  onNavigate,
}: {
  entries: readonly NavigationEntry[];
  badges?: Readonly<Record<string, number>>;
  onNavigate?: () => void;
}) {
  const open = currentEntry(entries, usePathname());
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {entries.map((entry) => {
          const current = entry.href === open;
          const badge = badges[entry.href] ?? 0;
          return (
            <li key={entry.href}>
              <Link
                href={entry.href}
                aria-current={current ? 'page' : undefined}
                onClick={onNavigate}
                className={cn(
                  'flex h-8 items-center gap-2.5 rounded-md px-2 font-medium transition-colors max-lg:h-10',
                  current ? 'bg-selected text-link' : 'text-muted hover:bg-hover hover:text-text',
                )}
              >
                <NavigationIcon name={entry.icon} className="size-4 shrink-0" />
                <span className="flex-1 truncate">{entry.label}</span>
                {badge > 0 && (
                  <span className="rounded-full bg-tint-neutral px-1.5 text-on-tint-neutral text-xs leading-5 tabular-nums">
                    {badge.toLocaleString('en-US')}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
