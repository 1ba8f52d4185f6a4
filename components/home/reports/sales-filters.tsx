'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DateRange } from '@/components/ui/base/date-range';
import { Select } from '@/components/ui/base/select';
import type { Period } from './period';
import {
  COMPARISON_LABELS,
  isTooLong,
  RANGE_LABELS,
  type SalesFilter,
  salesSearch,
  TOO_LONG,
} from './sales-address';

type Compared = keyof typeof COMPARISON_LABELS;

const optionsOf = <K extends string>(labels: Record<K, string>) =>
  (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }));

/** Chooses the days of the sales report and those to compare them with; the address holds both, beside the days of the other charts. */
export function SalesFilters({ filter, days }: { filter: SalesFilter; days: Period }) {
  const router = useRouter();
  const [isCustom, setCustom] = useState(filter.range === 'custom');
  const [dates, setDates] = useState({ from: filter.start_date ?? null, to: filter.end_date ?? null });
  const show = (change: Partial<SalesFilter>) =>
    router.push(`/reports?${salesSearch({ ...filter, ...change })}&days=${days}`, { scroll: false });
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Select
        aria-label="Range"
        options={optionsOf(RANGE_LABELS)}
        value={isCustom ? 'custom' : filter.range}
        onValueChange={(range) => {
          setCustom(range === 'custom');
          if (range !== 'custom') show({ range, start_date: undefined, end_date: undefined });
        }}
      />
      {isCustom && (
        <DateRange
          label="Custom range"
          from={dates.from}
          to={dates.to}
          error={isTooLong(dates.from, dates.to) ? TOO_LONG : undefined}
          onChange={(next) => {
            setDates(next);
            if (next.from && next.to && !isTooLong(next.from, next.to))
              show({ range: 'custom', start_date: next.from, end_date: next.to });
          }}
        />
      )}
      <Select
        aria-label="Compare with"
        options={optionsOf(COMPARISON_LABELS)}
        value={filter.compare ?? 'none'}
        onValueChange={(compare: Compared) => show({ compare: compare === 'none' ? undefined : compare })}
      />
    </div>
  );
}
