'use client';
import { useRef, useState } from 'react';
import type { Order, Shortage } from '@/components/orders/types';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { type CartLine, cartKey, cartOf, itemOf, type SupplierCart } from './cart';
import { checkLine, hasNews, windowOf } from './checks';
import { placingError } from './placing-error';
import { useCart } from './use-cart';
import type { Quote } from './use-quote';

/**
 * Places the order of one supplier's cart: asks for prices and stock once more, stops when they are not what the
 * person has seen, and sends one request however often it is pressed.
 */
export function usePlaceOrder({
  cart,
  locationId,
  isOf,
  shortage,
  quote,
  current,
  reread,
  onPlaced,
}: {
  cart: SupplierCart;
  locationId: string | null;
  /** Whether a line of the supplier's whole cart is of this order. */
  isOf: (line: CartLine, cart: SupplierCart) => boolean;
  shortage: Shortage;
  /** What is on the screen. */
  quote: Quote | null;
  /** Whether the sums on the screen are of the lines as they are. */
  current: boolean;
  reread: () => Promise<Quote>;
  onPlaced: (order: Order, lines: readonly CartLine[]) => void;
}) {
  const create = trpc.orders.create.useMutation({ meta: { refresh: 'background' } });
  const { reread: rereadCart } = useCart();
  // State would let a second click through before the next render.
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);

  const attempt = async (): Promise<string | null> => {
    const whole = cartOf(await rereadCart(), cart.supplier.id);
    if (!isSame(cart, whole && { ...whole, lines: whole.lines.filter((line) => isOf(line, whole)) })) {
      return 'The cart was changed in another window or device. Review it, then place the order again.';
    }
    const now = await reread();
    if (!now.connected) return endedText(cart);
    const differs = current && quote !== null && quote.total !== now.total;
    if (differs || hasNews(cart.lines, quote?.lines ?? null, now.lines, shortage)) {
      return 'Prices or stock have changed. Review the marked items, then place the order again.';
    }
    if (cart.lines.some((line) => checkLine(line, now.lines, shortage).problem)) {
      return "Some items can't be ordered. Change or remove the marked items.";
    }
    const { supplier, lines, delivery_date, notes, po_number } = cart;
    const window = windowOf(cart);
    const placed = await create.mutateAsync({
      wholesaler_id: supplier.id,
      items: lines.map(itemOf),
      shortage,
      ...(delivery_date && { delivery_date }),
      ...(window && { delivery_window: window }),
      ...(notes.trim() && { notes: notes.trim() }),
      ...(po_number.trim() && { po_number: po_number.trim() }),
      ...(locationId && { receiving_location_id: locationId }),
    });
    onPlaced(placed, lines);
    return null;
  };

  const place = async () => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setRejection(null);
    try {
      const problem = await attempt();
      setRejection(problem);
      // Once placed, the button stays busy until its order is gone from the page.
      if (problem === null) return;
    } catch (error) {
      setRejection(textOf(error, cart));
    }
    running.current = false;
    setPending(false);
  };
  return { place, pending, rejection };
}

/** Whether a cart has what is on the screen: an order placed elsewhere must not be placed again. */
function isSame(shown: SupplierCart, now: SupplierCart | undefined): boolean {
  const unitsOf = ({ lines }: SupplierCart) =>
    lines.map((line) => `${cartKey(line)} ${line.quantity}`).sort();
  return now !== undefined && unitsOf(shown).join() === unitsOf(now).join();
}

const endedText = ({ supplier }: SupplierCart) =>
  `You're no longer connected with ${supplier.name}. Reconnect, then place the order.`;

function textOf(error: unknown, cart: SupplierCart): string {
  const failure = failureOf(error);
  // The supplier's catalog is hidden as soon as the connection ends.
  if (failure?.code === 'NOT_FOUND' || failure?.details.reason === 'connection_required') {
    return endedText(cart);
  }
  return placingError(error, cart.lines);
}
