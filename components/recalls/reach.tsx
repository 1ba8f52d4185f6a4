import { formatCount, formatNumber } from '@/components/format';
import { Skeleton } from '@/components/ui/skeleton';
import type { Reach } from './types';

const FIGURES: readonly {
  key: string;
  value: (reach: Reach) => number;
  label: (reach: Reach) => string;
}[] = [
  {
    key: 'customers',
    value: ({ customers }) => customers,
    label: ({ customers, shipped }) =>
      `${customers === 1 ? 'customer' : 'customers'} received ${formatCount(shipped, 'unit')}`,
  },
  {
    key: 'on_hand',
    value: ({ on_hand }) => on_hand,
    label: ({ on_hand }) => `${on_hand === 1 ? 'unit' : 'units'} on your own shelves`,
  },
  {
    key: 'orders',
    value: ({ orders }) => orders,
    label: ({ orders, reserved }) =>
      `open ${orders === 1 ? 'order loses' : 'orders lose'} ${formatCount(reserved, 'unit')}`,
  },
];

/** What a recall would reach, before it is opened. */
export function ReachPreview({ reach }: { reach: Reach | undefined }) {
  return (
    <dl className="grid grid-cols-3 overflow-hidden rounded-lg border border-border bg-bg">
      {FIGURES.map(({ key, value, label }) => (
        <div
          key={key}
          className="flex flex-col-reverse justify-end border-border border-l px-3 py-2.5 first:border-l-0"
        >
          <dt className="text-muted text-sm">
            {reach ? label(reach) : <Skeleton className="mt-1 h-4 w-20" />}
          </dt>
          <dd className="font-semibold text-2xl tabular-nums">
            {reach ? formatNumber(value(reach)) : <Skeleton className="h-8 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
