import { unitsText } from '@/components/catalog/goods/amounts';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatAmount, formatNumber } from '@/components/ui/format';
import type { Reach } from './types';

const FIGURES: readonly {
  key: string;
  value: (reach: Reach) => string;
  label: (reach: Reach) => string;
}[] = [
  {
    key: 'customers',
    value: ({ customers }) => formatNumber(customers),
    label: ({ customers, shipped, ...goods }) =>
      `${customers === 1 ? 'customer' : 'customers'} received ${unitsText(shipped, goods)}`,
  },
  {
    key: 'on_hand',
    value: ({ on_hand, ...goods }) => formatAmount(on_hand, goods),
    label: ({ on_hand, step }) => `${step ? '' : on_hand === 1 ? 'unit ' : 'units '}on your own shelves`,
  },
  {
    key: 'orders',
    value: ({ orders }) => formatNumber(orders),
    label: ({ orders, reserved, ...goods }) =>
      `open ${orders === 1 ? 'order loses' : 'orders lose'} ${unitsText(reserved, goods)}`,
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
            {reach ? value(reach) : <Skeleton className="h-8 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
