'use client';
import { useRef } from 'react';
import { Link } from '@/components/ui/base/link';
import { cn } from './class-names';
import { tabListStyle, tabStyle } from './tab-style';
import { useCurrentInRow } from './use-current-in-row';

export type ViewTab = {
  key: string;
  label: string;
  href: string;
  /** How many it has, or a text such as a sum. */
  count?: number | string | null;
};

/** Saved views of a list, as links: the address says which is open, so they survive reload and Back. */
export function ViewTabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly ViewTab[];
  current: string;
}) {
  const row = useRef<HTMLUListElement>(null);
  useCurrentInRow(row, current);
  return (
    <nav aria-label={label}>
      <ul ref={row} className={cn(tabListStyle, 'relative')}>
        {tabs.map((tab) => {
          const active = tab.key === current;
          return (
            <li key={tab.key} className="flex">
              <Link
                href={tab.href}
                scroll={false}
                aria-current={active ? 'page' : undefined}
                className={cn(tabStyle, active && 'border-primary text-text')}
              >
                {tab.label}
                {tab.count != null && (
                  <span
                    className={cn(
                      'min-w-5 rounded-full px-1.5 text-center text-xs leading-5 tabular-nums',
                      active ? 'bg-selected text-link' : 'bg-tint-neutral text-on-tint-neutral',
                    )}
                  >
                    {typeof tab.count === 'number' ? tab.count.toLocaleString('en-US') : tab.count}
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
