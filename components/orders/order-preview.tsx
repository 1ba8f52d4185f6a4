import { ItemCell } from '@/components/catalog/goods/item-cell';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Link } from '@/components/ui/base/link';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatAmount, formatMoney, formatNumber } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import type { OrderSummary } from './types';

const POLL_MS = 15_000;
/** More lines are on the order's page. */
const LINES = 12;

/** The lines of an order, for a glance at it from the list, whose rows come without them. */
export function OrderPreview({ order: { id, item_count } }: { order: OrderSummary }) {
  const { data, error, isFetching, refetch } = trpc.orders.get.useQuery({ id }, { refetchInterval: POLL_MS });
  const failure = failureOf(error);
  if (!data && error)
    return (
      <ErrorPanel
        title="Couldn't load the items"
        message={failure?.message}
        requestId={failure?.requestId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  const more = (data?.items.length ?? item_count) - LINES;
  return (
    <>
      <h3 className="font-semibold">Items</h3>
      <ul aria-busy={!data} className="mt-2 flex flex-col gap-3">
        {data?.items.slice(0, LINES).map((item) => (
          <li key={item.id} className="flex items-center justify-between gap-4 text-sm">
            <ItemCell goods={item} />
            <span className="shrink-0 text-right tabular-nums">
              {formatMoney(item.total)}
              <span className="block text-muted text-xs">
                {formatAmount(item.quantity, item)} × {formatMoney(item.unit_price)}
              </span>
            </span>
          </li>
        ))}
        {!data &&
          Array.from({ length: Math.min(item_count, LINES) }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={line} className="flex h-9 items-center justify-between gap-4">
              <Skeleton className="h-9 w-48" />
              <Skeleton className="w-16" />
            </li>
          ))}
      </ul>
      <Link href={`/orders/${id}`} className="mt-3 inline-block text-link hover:underline">
        {more > 0 ? `${formatNumber(more)} more` : 'Open order'}
      </Link>
    </>
  );
}
