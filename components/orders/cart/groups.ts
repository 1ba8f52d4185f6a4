import type { CartLine, SupplierCart } from './cart';

type Place = { id: string; name: string };

/** What becomes one order: a supplier's lines for one store. */
export type OrderGroup = {
  /** Of the page. */
  key: string;
  /** With the lines of the group alone. */
  cart: SupplierCart;
  /** Null for a business without a location. */
  store: Place | null;
};

/** The store of a line: its own, else that of the cart; one that is gone gives way to the first. */
export function storeOf<P extends Place>(
  cart: Pick<SupplierCart, 'location_id'>,
  line: Pick<CartLine, 'location_id'>,
  locations: readonly P[],
): P | null {
  const wanted = line.location_id ?? cart.location_id;
  return locations.find(({ id }) => id === wanted) ?? locations[0] ?? null;
}

/** The orders that carts become, by supplier and then by store in the order of the locations. */
export function groupsOf(suppliers: readonly SupplierCart[], locations: readonly Place[]): OrderGroup[] {
  return suppliers.flatMap((cart) =>
    (locations.length > 0 ? locations : [null]).flatMap((store) => {
      const lines = cart.lines.filter((line) => storeOf(cart, line, locations)?.id === store?.id);
      if (lines.length === 0) return [];
      return [{ key: `${cart.supplier.id} ${store?.id ?? ''}`, cart: { ...cart, lines }, store }];
    }),
  );
}
