import { formatCount } from '@/components/format';
import type { Order, Shortage } from '@/components/orders/types';
import { showDone } from '@/components/ui/toast';
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
    lines: readonly Pick<CartLine, 'quantity'>[];
    shortage: Shortage;
    description: string;
    onBackorders: () => void;
  },
): void {
  const units = (rows: readonly { quantity: number }[]) =>
    rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const missing = units(lines) - units(items);
  const title = `${order_number} placed`;
  if (missing <= 0) showDone(title, description);
  else if (shortage === 'backorder')
    showDone(title, `${formatCount(missing, 'unit')} on backorder`, {
      label: 'Show backorders',
      act: onBackorders,
    });
  else showDone(title, `${formatCount(missing, 'unit')} left out`);
}
