'use client';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, formatDate, formatMoney, formatMoneyShort } from '@/components/format';
import type { Overview } from './types';

type Day = Overview['value_by_day'][number];

const axis = { fill: 'var(--muted)', fontSize: 12 };

function DayTooltip({ active, payload }: { active?: boolean; payload?: readonly { payload?: Day }[] }) {
  const day = active ? payload?.[0]?.payload : undefined;
  if (!day) return null;
  return (
    <div className="rounded-md border border-border bg-raised px-3 py-2 text-sm shadow-md">
      <p className="text-muted">{formatDate(day.date)}</p>
      <p className="font-medium tabular-nums">{formatMoney(day.value)}</p>
      <p className="text-muted tabular-nums">{formatCount(day.orders, 'order')}</p>
    </div>
  );
}

/** "Mar 4": an axis has no room for the year. */
function shortDate(date: string): string {
  return formatDate(date).replace(/, \d+$/, '');
}

/** Order value per day. A sentence and a table carry its content, so the drawing is one image. */
export function ValueChart({ days, label }: { days: readonly Day[]; label: string }) {
  return (
    // The drawing takes the height that the card beside it gives, and never makes it.
    <div role="img" aria-label={label} className="relative min-h-64 flex-1 [&>div]:absolute [&>div]:inset-0">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 256 }}>
        <AreaChart
          data={[...days]}
          accessibilityLayer={false}
          margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="date"
            tickFormatter={shortDate}
            tick={axis}
            tickLine={false}
            axisLine={{ stroke: 'var(--border)' }}
            minTickGap={32}
          />
          <YAxis tickFormatter={formatMoneyShort} tick={axis} tickLine={false} axisLine={false} width={52} />
          <Tooltip content={<DayTooltip />} cursor={{ stroke: 'var(--control)' }} isAnimationActive={false} />
          <Area
            dataKey="value"
            type="linear"
            stroke="var(--chart-1)"
            strokeWidth={2}
            fill="var(--chart-1)"
            fillOpacity={0.14}
            isAnimationActive={false}
            activeDot={{ r: 4, fill: 'var(--chart-1)', stroke: 'var(--surface)', strokeWidth: 2 }}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
