import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';
import {
  type Cart,
  type CartLine,
  cartKey,
  type Delivery,
  EMPTY_CART,
  NO_DELIVERY,
  type SupplierCart,
  withQuantity,
} from './cart';

export type StoredCart = inferRouterOutputs<AppRouter>['carts']['change'];
export type CartRequest = inferRouterInputs<AppRouter>['carts']['change'];

/** What a member changed in one supplier's cart: units to add, and fields of the delivery. */
export type CartChange = {
  supplier: SupplierCart['supplier'];
  /** By `cartKey`. The line is what it looks like until the server has it. */
  lines: ReadonlyMap<string, { add: number; line: CartLine | null }>;
  delivery: Partial<Delivery>;
};

/** The cart as the server has it. */
export function readCarts(stored: readonly StoredCart[]): Cart {
  return { ...EMPTY_CART, suppliers: stored.map(readCart) };
}

export function readCart(stored: StoredCart): SupplierCart {
  const [from = '', to = ''] = (stored.delivery_window ?? '').split('-');
  return {
    supplier: { id: stored.supplier_id, name: stored.supplier_name },
    version: stored.version,
    lines: stored.lines,
    delivery_date: stored.delivery_date,
    window_from: from,
    window_to: to,
    location_id: stored.receiving_location_id,
    notes: stored.notes ?? '',
    po_number: stored.po_number ?? '',
  };
}

/** The cart after a change; a line without units is gone, and so is a supplier without lines. */
export function withChange(cart: Cart, { supplier, lines, delivery }: CartChange): Cart {
  const present = cart.suppliers.find((one) => one.supplier.id === supplier.id);
  const after = new Map((present?.lines ?? []).map((line) => [cartKey(line), line]));
  for (const [id, { add, line }] of lines) {
    const before = after.get(id);
    const quantity = (before?.quantity ?? 0) + add;
    const named = before ?? line;
    if (quantity <= 0 || !named) after.delete(id);
    else after.set(id, withQuantity(named, quantity));
  }
  const next = { ...NO_DELIVERY, supplier, ...present, ...delivery, lines: [...after.values()] };
  const others = cart.suppliers.filter((one) => one !== present);
  if (next.lines.length === 0) return { ...cart, suppliers: others };
  if (!present) return { ...cart, suppliers: [...others, next] };
  return { ...cart, suppliers: cart.suppliers.map((one) => (one === present ? next : one)) };
}

/** Two changes as one. */
export function merged(first: CartChange | undefined, then: CartChange): CartChange {
  if (!first) return then;
  const lines = new Map(first.lines);
  for (const [id, { add, line }] of then.lines) {
    const before = lines.get(id);
    lines.set(id, { add: (before?.add ?? 0) + add, line: before?.line ?? line });
  }
  return { supplier: then.supplier, lines, delivery: { ...first.delivery, ...then.delivery } };
}

/** The request of a change; null for one that changes nothing. */
export function requestOf({ supplier, lines, delivery }: CartChange): CartRequest | null {
  const added = [...lines].flatMap(([key, { add }]) => {
    const [variant_id = '', location_id] = key.split(' ');
    return add === 0 ? [] : [{ variant_id, add, ...(location_id && { location_id }) }];
  });
  const { window_from: from, window_to: to, location_id, notes, po_number, delivery_date } = delivery;
  const fields = {
    ...(added.length > 0 && { lines: added }),
    ...(delivery_date !== undefined && { delivery_date }),
    ...(from !== undefined && { delivery_window: from || to ? `${from}-${to ?? ''}` : null }),
    ...(location_id !== undefined && { receiving_location_id: location_id }),
    ...(notes !== undefined && { notes: notes.trim() || null }),
    ...(po_number !== undefined && { po_number: po_number.trim() || null }),
  };
  return Object.keys(fields).length > 0 ? { supplier_id: supplier.id, ...fields } : null;
}
