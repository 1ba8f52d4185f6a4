import { Skeleton } from '@/components/ui/base/skeleton';
import { VisuallyHidden } from '@/components/ui/base/visually-hidden';

const WIDTHS = ['w-40', 'w-28', 'w-36', 'w-24'];

/** Gray rows as tall as the real ones. */
export function LoadingRows({ rows, density }: { rows: number; density: 'regular' | 'compact' }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <div aria-hidden className="h-9 border-border border-b max-md:hidden" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
          key={row}
          className={`flex items-center justify-between gap-6 border-border border-b px-4 last:border-b-0 max-md:h-16 ${density === 'compact' ? 'h-8' : 'h-9'}`}
        >
          <Skeleton className={`h-3.5 ${WIDTHS[row % WIDTHS.length]}`} />
          <Skeleton className="h-3.5 w-20 max-md:hidden" />
          <Skeleton className="h-3.5 w-24 max-lg:hidden" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}
