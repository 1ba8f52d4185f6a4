import { cn } from '@/components/ui/base/class-names';
import { formatDate } from '@/components/ui/format';

/** The next days on which the supplier delivers, one click each. */
export function DateChips({
  dates,
  value,
  onValueChange,
}: {
  dates: readonly string[];
  value: string | null;
  onValueChange: (date: string | null) => void;
}) {
  if (dates.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-muted text-sm">Next delivery days</legend>
      {dates.map((date) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === value}
          onClick={() => onValueChange(date === value ? null : date)}
          className={cn(
            'inline-flex h-8 items-center rounded-full border px-3 text-sm tabular-nums transition-colors max-md:h-11',
            date === value
              ? 'border-primary bg-selected font-medium text-text'
              : 'border-control text-text hover:bg-hover',
          )}
        >
          <span aria-hidden>{shortDay(date)}</span>
          <span className="sr-only">{formatDate(date)}</span>
        </button>
      ))}
    </fieldset>
  );
}

const DAY = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
});
const shortDay = (date: string) => DAY.format(new Date(`${date}T00:00:00Z`));
