import { totalText } from '@/components/catalog/goods/amounts';
import type { Order, Shortage } from '@/components/orders/types';
import { showDone } from '@/components/ui/base/toast';
import type { CartLine } from './cart';

/**
 * Says that an order was placed, and what of it was short: on backorder, with the way there, or left out.
 * @param description what is said when nothing was short
 */
export function sayPlaced(
  { order_number, items }: Pick<Order, 'order_number' | 'items'>,
  {
    lines,
    shortage,
    description,
    onBackorders,
  }: {
    /** What was asked for. */
    lines: readonly Pick<CartLine, 'variant_id' | 'quantity' | 'unit' | 'step'>[];
    shortage: Shortage;
    description: string;
    onBackorders: () => void;
  },
): void {
  const placed = (variantId: string) =>
    items.reduce((sum, item) => sum + (item.variant_id === variantId ? item.quantity : 0), 0);
  const missing = lines
    .map((goods) => ({ count: goods.quantity - placed(goods.variant_id), goods }))
    .filter(({ count }) => count > 0);
  const title = `${order_number} placed`;
  if (missing.length === 0) showDone(title, description);
  else if (shortage === 'backorder')
    showDone(title, `${totalText(missing)} on backorder`, {
      label: 'Show backorders',
      act: onBackorders,
    });
  else showDone(title, `${totalText(missing)} left out`);
}
