import { z } from 'zod/mini';

const Quantity = z.int().check(z.minimum(1), z.maximum(1_000_000));

/** A line as it looked when it was put in; the cart page compares it with what the supplier says now. */
const CartLine = z.object({
  product_id: z.string(),
  variant_id: z.string(),
  product_name: z.string(),
  /** Unknown of a line that came from an earlier order. */
  variant_name: z.nullable(z.string()),
  sku: z.string(),
  unit_price: z.number(),
  quantity: Quantity,
});

const SupplierCart = z.object({
  supplier: z.object({ id: z.string(), name: z.string() }),
  lines: z.array(CartLine).check(z.minLength(1)),
  delivery_date: z.nullable(z.string()),
  window_from: z.string(),
  window_to: z.string(),
  location_id: z.nullable(z.string()),
  notes: z.string(),
});

const Cart = z.object({ version: z.literal(1), suppliers: z.array(SupplierCart) });

export type CartLine = z.infer<typeof CartLine>;
export type SupplierCart = z.infer<typeof SupplierCart>;
export type Cart = z.infer<typeof Cart>;
export type Delivery = Omit<SupplierCart, 'supplier' | 'lines'>;

export const EMPTY_CART: Cart = { version: 1, suppliers: [] };

/** Lines that one order takes. */
export const MAX_LINES = 200;

const NO_DELIVERY: Delivery = {
  delivery_date: null,
  window_from: '',
  window_to: '',
  location_id: null,
  notes: '',
};

/** A stored cart; one that cannot be read, or is of another version, counts as empty. */
export function parseCart(text: string | null): Cart {
  if (!text) return EMPTY_CART;
  try {
    const read = Cart.safeParse(JSON.parse(text));
    return read.success ? read.data : EMPTY_CART;
  } catch {
    return EMPTY_CART;
  }
}

export function cartOf(cart: Cart, supplierId: string): SupplierCart | undefined {
  return cart.suppliers.find(({ supplier }) => supplier.id === supplierId);
}

/**
 * Puts lines in; a variant that is there already takes the new quantity and price.
 * @returns null when the supplier's lines would be more than one order takes
 */
export function withLines(
  cart: Cart,
  supplier: SupplierCart['supplier'],
  lines: readonly CartLine[],
): Cart | null {
  const present = cartOf(cart, supplier.id);
  const merged = new Map((present?.lines ?? []).map((line) => [line.variant_id, line]));
  for (const line of lines) merged.set(line.variant_id, line);
  if (merged.size > MAX_LINES) return null;
  const filled = { ...NO_DELIVERY, ...present, supplier, lines: [...merged.values()] };
  return replaceSupplier(cart, supplier.id, filled);
}

/** Changes one line; null removes it, and with its last line the supplier. */
export function withLine(
  cart: Cart,
  supplierId: string,
  variantId: string,
  change: Pick<CartLine, 'quantity'> | null,
): Cart {
  const present = cartOf(cart, supplierId);
  if (!present) return cart;
  const lines = present.lines.flatMap((line) => {
    if (line.variant_id !== variantId) return [line];
    return change ? [{ ...line, ...change }] : [];
  });
  return replaceSupplier(cart, supplierId, lines.length > 0 ? { ...present, lines } : null);
}

export function withDelivery(cart: Cart, supplierId: string, change: Partial<Delivery>): Cart {
  const present = cartOf(cart, supplierId);
  return present ? replaceSupplier(cart, supplierId, { ...present, ...change }) : cart;
}

export function withoutSupplier(cart: Cart, supplierId: string): Cart {
  return replaceSupplier(cart, supplierId, null);
}

function replaceSupplier(cart: Cart, supplierId: string, next: SupplierCart | null): Cart {
  const has = cart.suppliers.some(({ supplier }) => supplier.id === supplierId);
  const suppliers = cart.suppliers.flatMap((one) => {
    if (one.supplier.id !== supplierId) return [one];
    return next ? [next] : [];
  });
  return { ...cart, suppliers: next && !has ? [...suppliers, next] : suppliers };
}

/** Dollars, summed in cents so that no fraction of a cent creeps in. */
export function subtotalOf(lines: readonly Pick<CartLine, 'unit_price' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + Math.round(line.unit_price * 100) * line.quantity, 0) / 100;
}
