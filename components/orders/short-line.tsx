'use client';
import { Button } from '@/components/ui/base/button';
import { formatAmount, formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order, OrderItem } from './types';

/** What a seller's button says that ships less of a line than was ordered. */
export const shipsShort = (units: number, item: Pick<OrderItem, 'quantity' | 'unit' | 'step'>) =>
  `Ship ${formatAmount(units, item)} of ${formatAmount(item.quantity, item)}, backorder ${formatAmount(item.quantity - units, item)}`;

/** What a line lacks since a recall took units of it, and the way to ship the rest; nothing for a line that has all. */
export function ShortLine({ order, item }: { order: Order; item: OrderItem }) {
  const change = trpc.orders.changeItem.useMutation({
    onError: (error) => void showError(`${item.product_name} was not changed`, error),
  });
  const missing = order.short_items?.find(({ item_id }) => item_id === item.id)?.missing ?? 0;
  if (missing === 0) return null;
  const left = item.quantity - missing;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium text-destructive text-xs">
        {item.unit ? formatAmount(missing, item) : formatCount(missing, 'unit')} missing
      </span>
      {left > 0 && (
        <Button
          size="sm"
          pending={change.isPending}
          onClick={() => change.mutate({ id: order.id, item_id: item.id, quantity: left, backorder: true })}
        >
          {shipsShort(left, item)}
        </Button>
      )}
    </span>
  );
}
