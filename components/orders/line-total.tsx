import { formatMoney } from '@/components/ui/format';
import type { OrderItem } from './types';

/** What a line comes to, and its part of the order's discounts. */
export function LineTotal({ item: { total, discount_share } }: { item: OrderItem }) {
  return (
    <>
      {formatMoney(total)}
      {discount_share > 0 && (
        <span className="block @max-[45rem]:hidden text-muted text-xs max-md:hidden md:leading-4">
          −{formatMoney(discount_share)} discount
        </span>
      )}
    </>
  );
}
