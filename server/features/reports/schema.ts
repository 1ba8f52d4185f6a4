import { z } from 'zod';
import { CalendarDate, Count } from '../../kernel/params';
import { MAX_DAYS, RangeName } from '../../kernel/ranges';

export const COMPARISONS = ['previous_period', 'last_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What of a report's query says which days it covers. */
export const RangeQuery = {
  range: RangeName,
  start_date: CalendarDate.optional().meta({ description: 'First day of a `custom` range' }),
  end_date: CalendarDate.optional().meta({
    description: `Last day of a \`custom\` range, which has at most ${MAX_DAYS} days`,
  }),
};

export const Compare = z
  .enum(COMPARISONS)
  .optional()
  .meta({
    id: 'ReportComparison',
    description:
      '`previous_period`: as many days before the range, or the same part of the month, quarter or year before; `last_year`: the ' +
      'same days a year earlier; no comparison when absent',
  });

export const Covered = z.object({
  start: CalendarDate.meta({ description: 'First day' }),
  end: CalendarDate.meta({ description: 'Last day' }),
  days: Count.meta({ description: 'Length in days' }),
});
