import { unitsText } from '@/components/catalog/goods/amounts';
import { cn } from '@/components/ui/base/class-names';
import { formatAmount, formatCount, formatNumber } from '@/components/ui/format';
import { figuresOf, PARTS, partsOf } from './figures';
import { ResponseTime } from './response-time';
import type { Recall } from './types';

/** Who has responded and where every unit is, at a glance. */
export function RecallProgress({ recall }: { recall: Recall }) {
  const figures = figuresOf(recall.holders);
  const all = PARTS.reduce((sum, { key }) => sum + figures[key], 0);
  const { holders, responded } = recall.progress ?? { holders: 0, responded: 0 };
  const share = holders === 0 ? 100 : Math.round((responded / holders) * 100);
  return (
    <section
      aria-label="Progress"
      className="grid overflow-hidden rounded-lg border border-border bg-surface shadow-xs [print-color-adjust:exact] md:grid-cols-[15rem_minmax(0,1fr)] print:shadow-none"
    >
      <div className="flex flex-col justify-center border-border p-5 max-md:border-b md:border-r">
        <p className="text-muted">Businesses that have responded</p>
        <p className="mt-1 flex items-baseline gap-1.5 tabular-nums">
          <span className="font-semibold text-4xl leading-none">{formatNumber(responded)}</span>
          <span className="text-lg text-muted">of {formatNumber(holders)}</span>
        </p>
        <div
          role="progressbar"
          aria-label="Responses"
          aria-valuenow={responded}
          aria-valuemin={0}
          aria-valuemax={holders}
          aria-valuetext={`${responded} of ${holders}`}
          className="mt-3 h-2 overflow-hidden rounded-full bg-tint-neutral"
        >
          <div className="h-full rounded-full bg-primary transition-[width]" style={{ width: `${share}%` }} />
        </div>
        {recall.status === 'open' && recall.respond_by && (
          <div className="mt-4">
            <ResponseTime at={recall.respond_by} />
          </div>
        )}
        {recall.checks && recall.checks.businesses > 0 && (
          <p className="mt-3 text-muted text-sm">
            {recall.checks.checked} of {formatCount(recall.checks.businesses, 'business', 'businesses')} with
            units without a batch {recall.checks.businesses === 1 ? 'has' : 'have'} checked them
          </p>
        )}
      </div>
      <div className="min-w-0 p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="text-muted">{recall.step ? 'Amounts' : 'Units'} by status</p>
          <p className="text-muted text-sm tabular-nums">
            {unitsText(all, recall)} traced · {formatAmount(figures.shipped, recall)} shipped to customers
          </p>
        </div>
        <div aria-hidden className="mt-3 flex h-4 gap-0.5 overflow-hidden rounded-full bg-tint-neutral">
          {PARTS.filter(({ key }) => figures[key] > 0).map(({ key, color }) => (
            <div
              key={key}
              className={cn('min-w-1', color)}
              style={{ flexGrow: figures[key], flexBasis: 0 }}
            />
          ))}
        </div>
        <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 xl:grid-cols-6">
          {partsOf(figures).map(({ key, label, color }) => (
            <div key={key} className="flex flex-col-reverse justify-end">
              <dt className="flex items-center gap-1.5 text-muted text-sm">
                <span aria-hidden className={cn('size-2.5 shrink-0 rounded-full', color)} />
                {label}
              </dt>
              <dd
                className={cn(
                  'font-semibold text-2xl tabular-nums',
                  (key === 'waiting' || key === 'missing') && figures[key] > 0 && 'text-destructive',
                )}
              >
                {formatAmount(figures[key], recall)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
