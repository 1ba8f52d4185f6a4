'use client';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatCount, formatMoney } from '@/components/ui/format';
import { cartOf, subtotalOf } from './cart';
import { useCart } from './use-cart';

/** The cart of this supplier, or without one all of them, visible while a list scrolls, with the link to order it. */
export function CartBar({ supplierId }: { supplierId?: string }) {
  const { cart } = useCart();
  const lines = supplierId
    ? (cartOf(cart, supplierId)?.lines ?? [])
    : cart.suppliers.flatMap((one) => one.lines);
  return (
    <>
      <p role="status" className="sr-only">
        {lines.length > 0 &&
          `${formatCount(lines.length, 'item')} in the cart, ${formatMoney(subtotalOf(lines))}`}
      </p>
      {lines.length > 0 && (
        <section
          aria-label="Cart"
          className="fade-in-0 slide-in-from-bottom-2 sticky bottom-4 z-30 max-md:bottom-18 mt-4 flex animate-in flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border bg-raised py-2.5 pr-2.5 pl-4 shadow-lg duration-150 print:hidden"
        >
          <p className="tabular-nums">
            <span className="font-semibold">{formatMoney(subtotalOf(lines))}</span>{' '}
            <span className="text-muted">· {formatCount(lines.length, 'item')} in the cart</span>
          </p>
          <Button asChild variant="primary">
            <Link href="/cart">Review order</Link>
          </Button>
        </section>
      )}
    </>
  );
}
