'use client';
import { useRef, useState } from 'react';
import type { Delivery } from '@/components/cart/cart';
import { windowOf } from '@/components/cart/checks';
import { errorText } from '@/components/forms/error-text';
import { shortagesOf } from '@/components/forms/failure';
import type { Order } from '@/components/orders/types';
import { trpc } from '@/components/providers/trpc';
import type { EntryLine } from './entry';

/** Places an order for a customer, once however often it is pressed. */
export function useEnterOrder({
  customerId,
  lines,
  delivery,
  locationId,
  accept,
  onPlaced,
}: {
  customerId: string;
  lines: readonly EntryLine[];
  delivery: Delivery;
  locationId: string | null;
  accept: boolean;
  onPlaced: (order: Order) => void;
}) {
  const create = trpc.orders.create.useMutation({ meta: { refresh: 'background' } });
  // State would let a second press through before the next render.
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);
  const place = async () => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setRejection(null);
    const { delivery_date, notes, po_number } = delivery;
    const window = windowOf(delivery);
    try {
      const placed = await create.mutateAsync({
        retailer_id: customerId,
        accept,
        items: lines.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity })),
        ...(delivery_date && { delivery_date }),
        ...(window && { delivery_window: window }),
        ...(notes.trim() && { notes: notes.trim() }),
        ...(po_number.trim() && { po_number: po_number.trim() }),
        ...(locationId && { receiving_location_id: locationId }),
      });
      // The button stays busy until the order's page is there.
      return onPlaced(placed);
    } catch (error) {
      setRejection(textOf(error, lines));
    }
    running.current = false;
    setPending(false);
  };
  return { place, pending, rejection };
}

function textOf(error: unknown, lines: readonly EntryLine[]): string {
  const short = new Map(shortagesOf(error).map((line) => [line.variant_id, line.available]));
  if (short.size === 0) return errorText(error);
  const named = lines
    .filter(({ variant_id }) => short.has(variant_id))
    .map(({ product_name, variant_id }) => `${product_name} (${short.get(variant_id)} available)`);
  return `Not enough stock: ${named.join(', ')}. No order was placed.`;
}
