'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { useViewer } from '@/components/providers/viewer';
import {
  type Cart,
  type CartLine,
  type Delivery,
  EMPTY_CART,
  parseCart,
  type SupplierCart,
  withDelivery,
  withLine,
  withLines,
  withoutSupplier,
} from './cart';

const CHANGED = 'cart-changed';

/** The last reading of each key: the same text must give the same object, or React renders for ever. */
const readings = new Map<string, { text: string | null; cart: Cart }>();

function read(key: string): Cart {
  const last = readings.get(key);
  let text: string | null;
  try {
    text = localStorage.getItem(key);
  } catch {
    return last?.cart ?? EMPTY_CART;
  }
  if (last && last.text === text) return last.cart;
  const cart = parseCart(text);
  readings.set(key, { text, cart });
  return cart;
}

function write(key: string, cart: Cart): void {
  const text = cart.suppliers.length > 0 ? JSON.stringify(cart) : null;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    readings.set(key, { text, cart });
  } catch {
    // Storage is off or full: the cart lives as long as the page.
    readings.set(key, { text: readings.get(key)?.text ?? null, cart });
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener('storage', notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener('storage', notify);
  };
}

const never = () => () => {};

/**
 * The cart of this member in this business: kept by the browser, the same in all its tabs. Every change starts from
 * what is stored now, so two tabs do not undo each other. `ready` is false until the browser has been asked; the
 * server renders an empty cart.
 */
export function useCart() {
  const { user, entity } = useViewer();
  const key = `cart:${entity.id}:${user.email}`;
  const cart = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => EMPTY_CART,
  );
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const acts = useMemo(
    () => ({
      /** @returns false when the order would have too many lines */
      put(supplier: SupplierCart['supplier'], lines: readonly CartLine[]): boolean {
        const next = withLines(read(key), supplier, lines);
        if (next) write(key, next);
        return next !== null;
      },
      setQuantity: (supplierId: string, variantId: string, quantity: number) =>
        write(key, withLine(read(key), supplierId, variantId, { quantity })),
      remove: (supplierId: string, variantId: string) =>
        write(key, withLine(read(key), supplierId, variantId, null)),
      setDelivery: (supplierId: string, change: Partial<Delivery>) =>
        write(key, withDelivery(read(key), supplierId, change)),
      clear: (supplierId: string) => write(key, withoutSupplier(read(key), supplierId)),
    }),
    [key],
  );
  return { cart, ready, ...acts };
}
