'use client';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names';
import type { ColumnHints } from './columns';
import { nextSort } from './list-definition';

/** A column's heading; with a sort key it is a button and carries aria-sort while it sorts. */
export function HeaderCell({
  hints,
  sort,
  onSortChange,
  className,
  children,
}: {
  hints: ColumnHints;
  sort: string | null;
  onSortChange?: (sort: string) => void;
  className: string;
  children: ReactNode;
}) {
  const { sortKey } = hints;
  const direction =
    sortKey && sort === sortKey ? 'ascending' : sort === `-${sortKey}` ? 'descending' : undefined;
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={sortKey ? direction : undefined} className={className}>
      {sortKey && onSortChange ? (
        <button
          type="button"
          onClick={() => onSortChange(nextSort(sort, sortKey, hints.align === 'right'))}
          className={cn(
            '-mx-1.5 group relative inline-flex h-6 items-center rounded-md px-1.5 font-medium hover:bg-hover hover:text-text',
            direction && 'text-text',
          )}
        >
          {children}
          <Arrow
            aria-hidden
            // Beside the column, not in it: an arrow that is seldom shown must not widen every one.
            className={cn(
              'absolute size-3',
              hints.align === 'right' ? '-left-2' : '-right-2',
              !direction && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
            )}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
}
