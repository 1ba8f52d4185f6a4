'use client';
import { Link } from '@/components/ui/base/link';
import { formatCount } from '@/components/ui/format';
import { useLowCount } from './use-low-count';

/** "37 items would be low": what a threshold means for the stock of now. @param changed whether it is saved already */
export function LowNote({ threshold, changed }: { threshold: number | null; changed: boolean }) {
  const { count, settled } = useLowCount(threshold);
  if (threshold === null || count === undefined) return <span role="status">Counting…</span>;
  const items = formatCount(count, 'item');
  return (
    <span role="status" aria-busy={!settled} className={settled ? undefined : 'opacity-60'}>
      {changed ? (
        `${items} would be low.`
      ) : (
        <Link href="/inventory?low_stock=true" className="rounded-sm text-link underline underline-offset-4">
          {items} {count === 1 ? 'is' : 'are'} low
        </Link>
      )}
    </span>
  );
}
