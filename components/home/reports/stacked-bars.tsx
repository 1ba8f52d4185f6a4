import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';

export type StackedBar = {
  key: string;
  label: string;
  /** The whole as it is read. */
  text: string;
  href: string;
  parts: readonly { key: string; value: number }[];
};
export type Series = { key: string; label: string; color: string };

/** Bars that lie, each of parts in the colors of the legend, and leading to the list that it sums up. */
export function StackedBars({ bars, series }: { bars: readonly StackedBar[]; series: readonly Series[] }) {
  const wholeOf = (bar: StackedBar) => bar.parts.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(1, ...bars.map(wholeOf));
  return (
    <>
      <ul aria-label="Legend" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        {series.map(({ key, label, color }) => (
          <li key={key} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2.5 rounded-sm', color)} />
            {label}
          </li>
        ))}
      </ul>
      <ul className="flex flex-col gap-1">
        {bars.map((bar) => (
          <li key={bar.key} className="relative -mx-2 rounded-md px-2 py-1.5 hover:bg-hover">
            <div className="flex items-baseline justify-between gap-3">
              <Link
                href={bar.href}
                className="truncate rounded-md after:absolute after:inset-0 after:rounded-md"
              >
                {bar.label}
                <span className="sr-only">: {bar.text}</span>
              </Link>
              <span aria-hidden className="shrink-0 font-medium tabular-nums">
                {bar.text}
              </span>
            </div>
            <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-border/60">
              <div
                className="flex h-full gap-px overflow-hidden rounded-full"
                style={{ width: `${(100 * wholeOf(bar)) / most}%` }}
              >
                {bar.parts.map(({ key, value }) => (
                  <span
                    key={key}
                    className={series.find((one) => one.key === key)?.color}
                    style={{ flexGrow: value }}
                  />
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
