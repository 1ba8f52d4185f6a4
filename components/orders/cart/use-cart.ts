'use client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { showFailure } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { BUYERS } from '@/server/kernel/permissions';
import { type CartLine, cartKey, cartOf, type Delivery, MAX_LINES, type SupplierCart } from './cart';
import { CartStore, NOTHING } from './cart-store';
import type { CartChange } from './change';

/** Of each client, which lives as long as the pages of one member. */
const stores = new WeakMap<QueryClient, CartStore>();
const never = () => () => {};
const nothing = () => NOTHING;

/** The carts of this member; null for those who don't order, such as all of a cultivator. */
export function useCartStore(): CartStore | null {
  const { can, entity } = useViewer();
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  if (!can('create:orders') || !BUYERS.includes(entity.type)) return null;
  const known = stores.get(queryClient);
  if (known) return known;
  const store = new CartStore(
    {
      list: async () => (await client.carts.list.query({ limit: 500 })).data,
      change: (request) => client.carts.change.mutate(request),
    },
    (error) => showFailure('The cart was not changed', errorText(error)),
  );
  stores.set(queryClient, store);
  return store;
}

/**
 * The cart of this member in this business, on all devices. A change shows at once, and adds to what other tabs and
 * devices change. `ready` is false until the server was asked.
 */
export function useCart() {
  const store = useCartStore();
  const { cart, ready } = useSyncExternalStore(store?.subscribe ?? never, store?.shown ?? nothing, nothing);
  const acts = useMemo(() => actsOf(store), [store]);
  return { cart, ready, ...acts };
}

function actsOf(store: CartStore | null) {
  const present = (supplierId: string) => cartOf(store?.shown().cart ?? NOTHING.cart, supplierId);
  const change = (supplier: SupplierCart['supplier'], parts: Partial<CartChange>) =>
    store?.change({ supplier, lines: new Map(), delivery: {}, ...parts });
  /** Adds to a line that is there. */
  const add = (supplierId: string, units: ReadonlyArray<readonly [string, number]>) => {
    const cart = present(supplierId);
    if (!cart) return;
    change(cart.supplier, { lines: new Map(units.map(([id, add]) => [id, { add, line: null }])) });
  };
  const lineAt = (supplierId: string, key: string) =>
    present(supplierId)?.lines.find((line) => cartKey(line) === key);
  const unitsOf = (supplierId: string, key: string) => lineAt(supplierId, key)?.quantity ?? 0;
  return {
    /**
     * Adds lines; the units of a variant that is there already add up.
     * @returns false when the order would have too many lines
     */
    put(
      supplier: SupplierCart['supplier'],
      lines: readonly CartLine[],
      delivery: Partial<Delivery> = {},
    ): boolean {
      const there = present(supplier.id)?.lines ?? [];
      const keys = new Set([...there, ...lines].map(cartKey));
      if (keys.size > MAX_LINES) return false;
      const added = new Map<string, { add: number; line: CartLine }>();
      for (const line of lines) {
        const before = added.get(cartKey(line))?.add ?? 0;
        added.set(cartKey(line), { add: before + line.quantity, line });
      }
      change(supplier, { lines: added, delivery });
      return true;
    },
    /** @param key as of `cartKey` */
    setQuantity: (supplierId: string, key: string, quantity: number) =>
      add(supplierId, [[key, quantity - unitsOf(supplierId, key)]]),
    remove: (supplierId: string, key: string) => add(supplierId, [[key, -unitsOf(supplierId, key)]]),
    /** Gives a line to another store; what that has of it already adds up. */
    moveTo(supplierId: string, key: string, locationId: string | null) {
      const cart = present(supplierId);
      const line = lineAt(supplierId, key);
      if (!cart || !line) return;
      const moved = { ...line, location_id: locationId };
      if (cartKey(moved) === key) return;
      change(cart.supplier, {
        lines: new Map([
          [key, { add: -line.quantity, line: null }],
          [cartKey(moved), { add: line.quantity, line: moved }],
        ]),
      });
    },
    /** Takes out what was ordered; what was added meanwhile stays. */
    take: (supplierId: string, lines: readonly CartLine[]) =>
      add(
        supplierId,
        lines.map((line) => [cartKey(line), -line.quantity]),
      ),
    setDelivery(supplierId: string, fields: Partial<Delivery>) {
      const cart = present(supplierId);
      if (!cart) return;
      const { window_from, window_to } = cart;
      const isWindow = fields.window_from !== undefined || fields.window_to !== undefined;
      change(cart.supplier, { delivery: { ...(isWindow && { window_from, window_to }), ...fields } });
    },
    /** The cart as the server has it, once it has what was changed here. */
    reread: async () => {
      await store?.settled();
      return store ? store.refresh() : NOTHING.cart;
    },
  };
}
