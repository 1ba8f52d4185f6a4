'use client';
import { useRef, useState } from 'react';
import { showDone, showPartly } from '@/components/ui/base/toast';
import { formatCount, formatMoney } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import type { EntityType } from '@/server/kernel/permissions';
import { type Cart, cartKey } from './cart';
import type { OrderGroup } from './groups';
import { useCart } from './use-cart';

/** Carts that one request orders. */
const AT_ONCE = 20;
const STALE = 'This cart was changed in another window or device. Review it, then place the order again.';

/** Where a business sees what it ordered. */
export const ordersHref = (type: EntityType) => (type === 'retailer' ? '/orders' : '/purchases');

const unitsOf = ({ suppliers }: Cart) =>
  suppliers
    .flatMap(({ supplier, lines }) => lines.map((line) => `${supplier.id} ${cartKey(line)} ${line.quantity}`))
    .sort()
    .join();

/** Places the orders of all carts, each on its own: one that fails stays in the cart, with why by the key of its group. */
export function useCheckout({
  cart,
  groups,
  onPlaced,
}: {
  cart: Cart;
  groups: readonly OrderGroup[];
  /** Everything was placed. */
  onPlaced: () => void;
}) {
  const call = trpc.carts.checkout.useMutation({ meta: { refresh: 'background' } });
  const { reread } = useCart();
  // State would let a second click through before the next render.
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());

  const attempt = async (): Promise<void> => {
    const now = await reread();
    if (unitsOf(now) !== unitsOf(cart)) {
      setRejection(
        'The cart was changed in another window or device. Review it, then place the orders again.',
      );
      return;
    }
    const reasons = new Map<string, string>();
    let [placed, total] = [0, 0];
    for (let n = 0; n < now.suppliers.length; n += AT_ONCE) {
      const part = now.suppliers.slice(n, n + AT_ONCE);
      const carts = part.map(({ supplier, version = '' }) => ({ supplier_id: supplier.id, version }));
      const { results } = await call.mutateAsync({ carts });
      for (const { supplier_id, location_id, order, error } of results) {
        if (order) [placed, total] = [placed + 1, total + order.total];
        const of = groups.filter(({ cart: { supplier }, store }) =>
          location_id === null
            ? supplier.id === supplier_id
            : supplier.id === supplier_id && store?.id === location_id,
        );
        const why = error?.code === 'PRECONDITION_FAILED' ? STALE : error?.message;
        if (why) for (const { key } of of) reasons.set(key, why);
      }
    }
    setFailed(reasons);
    await reread();
    const done = `${formatCount(placed, 'order')} placed · ${formatMoney(total)}`;
    if (reasons.size === 0) {
      showDone(done, 'Your suppliers have been notified.');
      onPlaced();
    } else if (placed > 0) {
      showPartly(done, `${formatCount(reasons.size, 'order')} stayed in the cart, each with its reason.`);
    }
  };

  const place = async () => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setRejection(null);
    try {
      await attempt();
    } catch (error) {
      setRejection(errorText(error));
      void reread().catch(() => {});
    }
    running.current = false;
    setPending(false);
  };
  return { place, pending, rejection, failed };
}
