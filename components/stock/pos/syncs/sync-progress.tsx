import { cn } from '@/components/ui/base/class-names';
import { formatNumber } from '@/components/ui/format';
import { isActive } from './labels';
import type { SyncRun } from './types';

/** "420 of 1,204", or "420" if the POS doesn't report its total. */
export function progressText({ processed, total }: Pick<SyncRun, 'processed' | 'total'>): string {
  return total >= processed && total > 0
    ? `${formatNumber(processed)} of ${formatNumber(total)}`
    : formatNumber(processed);
}

/** How many items a run has taken in, with a bar while it is under way. @param label names the bar */
export function SyncProgress({ run, label, className }: { run: SyncRun; label: string; className?: string }) {
  const text = progressText(run);
  if (!isActive(run)) return text;
  const known = run.total > 0;
  const share = known ? Math.min(1, run.processed / run.total) : 0;
  return (
    <span className={cn('flex items-center gap-2', className)}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={known ? run.total : undefined}
        aria-valuenow={known ? Math.min(run.processed, run.total) : undefined}
        aria-valuetext={`${text} items`}
        className="relative h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-border"
      >
        {known ? (
          <span
            className="block h-full rounded-full bg-primary transition-[width] duration-500"
            style={{ width: `${share * 100}%` }}
          />
        ) : (
          <span className="refetch-bar absolute inset-y-0 left-0 w-1/3 rounded-full bg-primary" />
        )}
      </span>
      <span className="shrink-0 tabular-nums">{text}</span>
    </span>
  );
}
