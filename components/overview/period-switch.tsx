'use client';
import { cn } from '@/components/ui/class-names';
import { PERIODS, type Period } from './period';

/** Chooses the period that the figures and charts are of. */
export function PeriodSwitch({ days, onChange }: { days: Period; onChange: (days: Period) => void }) {
  return (
    <fieldset className="inline-flex rounded-lg border border-control/60 bg-surface p-0.5 shadow-xs">
      <legend className="sr-only">Period</legend>
      {PERIODS.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={period === days}
          onClick={() => onChange(period)}
          className={cn(
            'h-7.5 rounded-md px-3 font-medium transition-colors',
            period === days ? 'bg-selected text-link' : 'text-muted hover:text-text',
          )}
        >
          {period} days
        </button>
      ))}
    </fieldset>
  );
}
