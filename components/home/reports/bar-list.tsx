import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';

export type Bar = {
  key: string;
  label: string;
  value: number;
  /** The value as it is read. */
  text: string;
  href: string | null;
  /** One of the chart tokens, as a class. */
  color: string;
};

/** Bars that lie, each with its name and its number, and leading to the list that it counts. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <ul className="flex flex-col gap-1">
      {bars.map((bar) => (
        <li
          key={bar.key}
          className={cn('relative -mx-2 rounded-md px-2 py-1.5', bar.href && 'hover:bg-hover')}
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            {bar.href ? (
              <Link
                href={bar.href}
                className="max-w-full truncate rounded-md after:absolute after:inset-0 after:rounded-md"
              >
                {bar.label}
                <span className="sr-only">: {bar.text}</span>
              </Link>
            ) : (
              <span className="max-w-full truncate">{bar.label}</span>
            )}
            <span
              aria-hidden={bar.href ? true : undefined}
              className="font-medium sm:shrink-0 max-sm:min-w-0 tabular-nums"
            >
              {bar.text}
            </span>
          </div>
          <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-border/60">
            <div
              className={cn('h-full rounded-full', bar.color)}
              style={{ width: bar.value === 0 ? 0 : `max(0.25rem, ${(100 * bar.value) / most}%)` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
