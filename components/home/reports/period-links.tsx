import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';
import { PERIODS, type Period } from './period';

/** Chooses the period that the figures and charts are of; the address holds it. @param search what else the address keeps */
export function PeriodLinks({ days, path, search = '' }: { days: Period; path: string; search?: string }) {
  return (
    <nav aria-label="Period">
      <ul className="inline-flex rounded-lg border border-control/60 bg-surface p-0.5 shadow-xs">
        {PERIODS.map((period) => (
          <li key={period}>
            <Link
              href={`${path}?${search && `${search}&`}days=${period}`}
              scroll={false}
              aria-current={period === days ? 'true' : undefined}
              className={cn(
                'flex h-7.5 items-center rounded-md px-3 font-medium transition-colors max-md:h-11',
                period === days ? 'bg-selected text-link' : 'text-muted hover:text-text',
              )}
            >
              {period} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
