import { formatMoney, formatNumber } from '@/components/format';
import { ItemCell } from '@/components/goods/item-cell';
import { Link } from '@/components/ui/link';
import type { Order } from './types';

/** More lines are on the order's page. */
const LINES = 12;

/** The lines of an order, for a glance at it from the list. */
export function OrderPreview({ order }: { order: Order }) {
  const more = order.items.length - LINES;
  return (
    <>
      <h3 className="font-semibold">Items</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {order.items.slice(0, LINES).map((item) => (
          <li key={item.id} className="flex items-center justify-between gap-4 text-sm">
            <ItemCell goods={item} />
            <span className="shrink-0 text-right tabular-nums">
              {formatMoney(item.total)}
              <span className="block text-muted text-xs">
                {formatNumber(item.quantity)} × {formatMoney(item.unit_price)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link href={`/orders/${order.id}`} className="mt-3 inline-block text-link hover:underline">
          {formatNumber(more)} more
        </Link>
      )}
    </>
  );
}
