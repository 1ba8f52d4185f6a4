import type { ReactNode } from 'react';
import { cn } from './class-names';

/** Names and values of one object; two columns where there is room. */
export function DefinitionList({
  items,
  columns = 1,
  className,
}: {
  items: readonly { term: string; value: ReactNode }[];
  columns?: 1 | 2;
  className?: string;
}) {
  return (
    <dl className={cn('grid gap-x-8 gap-y-3', columns === 2 && 'sm:grid-cols-2', className)}>
      {items.map((item) => (
        <div key={item.term} className="min-w-0">
          <dt className="text-muted text-sm">{item.term}</dt>
          <dd className="mt-0.5 break-words">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
