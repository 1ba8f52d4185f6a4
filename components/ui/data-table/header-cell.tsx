'use client';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/base/class-names';
import type { ColumnHints } from './columns';
import { nextSort } from './list-definition';

type Sorting = { sort: string | null; onSortChange: (sort: string) => void };

function directionOf(sort: string | null, key: string | undefined): 'ascending' | 'descending' | undefined {
  if (!key || !sort) return undefined;
  return sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
}

function SortButton({
  by,
  right,
  sort,
  onSortChange,
  children,
}: Sorting & { by: string; right: boolean; children: ReactNode }) {
  const direction = directionOf(sort, by);
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={() => onSortChange(nextSort(sort, by, right))}
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
          right ? '-left-2' : '-right-2',
          !direction && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      />
    </button>
  );
}

/** A column's heading; with a sort key it is a button and carries aria-sort while it sorts. */
export function HeaderCell({
  column,
  hints: { sortKey, alsoSort, align },
  sort,
  onSortChange,
  className,
  children,
}: {
  /** Its id, by which the table measures it. */
  column: string;
  hints: ColumnHints;
  sort: string | null;
  onSortChange?: (sort: string) => void;
  className: string;
  children: ReactNode;
}) {
  const right = align === 'right';
  return (
    <th
      scope="col"
      data-column={column}
      aria-sort={directionOf(sort, sortKey) ?? directionOf(sort, alsoSort?.key)}
      className={className}
    >
      {sortKey && onSortChange ? (
        <>
          <SortButton by={sortKey} right={right} sort={sort} onSortChange={onSortChange}>
            {children}
          </SortButton>
          {alsoSort && (
            <span className="ml-5">
              <SortButton by={alsoSort.key} right={right} sort={sort} onSortChange={onSortChange}>
                {alsoSort.label}
              </SortButton>
            </span>
          )}
        </>
      ) : (
        children
      )}
    </th>
  );
}
