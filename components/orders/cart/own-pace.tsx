'use client';
import { formatAmount, type Stepped } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { CartLine } from './cart';

/** What explains a quantity: the buyer's own sales and stock of a variant, by its id. */
export type Paces = ReadonlyMap<string, { sellable: number; sold_30_days: number | null } & Stepped>;

/** Reads them for the lines of a cart; empty for members who may not read stock. */
export function usePaces(lines: readonly CartLine[]): Paces {
  const { can } = useViewer();
  const ids = [...new Set(lines.map(({ product_id }) => product_id))].join(',');
  const { data } = trpc.reports.products.useQuery({ ids }, { enabled: ids !== '' && can('read:inventory') });
  return new Map(data?.data.flatMap(({ variants }) => variants.map((one) => [one.variant_id, one] as const)));
}

/** "Sold 24 in 30 days, 6 left", for those who have or sold some. */
export function OwnPace({ pace }: { pace: ReturnType<Paces['get']> }) {
  if (!pace) return null;
  const { sold_30_days: sold, sellable } = pace;
  const left = `${formatAmount(sellable, pace)} left`;
  return <span>{sold === null ? left : `Sold ${formatAmount(sold, pace)} in 30 days, ${left}`}</span>;
}
