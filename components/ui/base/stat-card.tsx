import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/base/link';
import { cn } from './class-names';
import { Skeleton } from './skeleton';

const TREND = { up: ArrowUpRight, down: ArrowDownRight, flat: ArrowRight };

/** A figure, its change against the period before, and a link to the list it counts. */
export function StatCard({
  label,
  value,
  change,
  note,
  href,
  loading = false,
}: {
  label: string;
  value: ReactNode;
  /** `text` carries the sign and the period ("+12% vs last 30 days"); `good` decides the color. */
  change?: { direction: keyof typeof TREND; text: string; good?: boolean };
  note?: ReactNode;
  href?: string;
  loading?: boolean;
}) {
  const Arrow = change && TREND[change.direction];
  return (
    <div
      className={cn(
        'relative flex min-w-0 flex-col gap-1 rounded-lg border border-border bg-surface p-4 shadow-xs max-sm:p-3',
        href && 'transition-colors focus-within:border-control hover:border-control',
      )}
    >
      <p className="text-muted">
        {href ? (
          <Link href={href} className="rounded-lg after:absolute after:inset-0 after:rounded-lg">
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      {loading ? (
        <Skeleton className="h-8 w-24" />
      ) : (
        <p className="truncate font-semibold text-2xl tabular-nums max-sm:text-xl">{value}</p>
      )}
      {!loading && change && Arrow && (
        <p
          className={cn(
            'flex items-center gap-1 text-sm',
            change.good === undefined ? 'text-muted' : change.good ? 'text-link' : 'text-destructive',
          )}
        >
          <Arrow aria-hidden className="size-3.5 shrink-0" />
          {change.text}
        </p>
      )}
      {!loading && note && <div className="text-muted text-sm">{note}</div>}
    </div>
  );
}
