import { expect, test } from 'vitest';
import { dayPresets } from '@/components/ui/base/day-presets';
import { daysOf, type Range } from '@/server/kernel/ranges';

const RANGES: Record<string, Range> = {
  Today: 'today',
  'This week': 'this_week',
  'This month': 'this_month',
  'Last month': 'last_month',
  'This quarter': 'this_quarter',
};

test.each(['2026-01-01', '2026-03-01', '2026-03-02', '2026-05-31', '2028-02-29', '2026-12-31'])(
  'means by its ranges on %s what reports mean',
  (today) => {
    const presets = dayPresets(today);
    expect(presets.map(({ label }) => label)).toEqual(Object.keys(RANGES));
    for (const { label, from, to } of presets) {
      const { start, end } = daysOf({ range: RANGES[label] }, 'UTC', new Date(`${today}T12:00:00Z`));
      expect({ label, from, to }).toEqual({ label, from: start, to: end });
    }
  },
);
