import { showFailure } from '@/components/ui/base/toast';
import { failureOf } from '@/components/ui/forms/failure';
import type { trpc } from '@/components/ui/providers/trpc';
import { type CartLine, parseCart, type SupplierCart } from './cart';
import { requestOf } from './change';

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** What no later attempt would change. */
const LASTING = ['CONFLICT', 'FORBIDDEN', 'INVALID_REQUEST', 'NOT_FOUND'];

/**
 * Moves the cart that this browser kept to the server, and removes it here. A line that the server has already gets the
 * larger quantity, so that a second run changes nothing.
 * @throws without a response: the cart stays for the next time
 */
export async function takeOver(client: Client, key: string): Promise<void> {
  const run = () => moveAll(client, key);
  // Tabs that open together take turns; locks need https.
  await (navigator.locks ? navigator.locks.request(key, run) : run());
}

async function moveAll(client: Client, key: string): Promise<void> {
  const old = parseCart(localStorage.getItem(key));
  const lost = [];
  for (const one of old.suppliers) lost.push(...(await move(client, one)));
  localStorage.removeItem(key);
  if (lost.length > 0) {
    showFailure(
      'Some items left your cart',
      `They can't be ordered anymore: ${lost.map(({ product_name, sku }) => `${product_name} ${sku}`).join(', ')}.`,
    );
  }
}

/** @returns lines that can't be ordered */
async function move(client: Client, old: SupplierCart): Promise<readonly CartLine[]> {
  try {
    const { lines } = await client.orders.quote.mutate({
      wholesaler_id: old.supplier.id,
      items: old.lines.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity })),
    });
    const sold = new Set(lines.map(({ variant_id }) => variant_id));
    const { data } = await client.carts.list.query({ limit: 500 });
    const stored = data.find(({ supplier_id }) => supplier_id === old.supplier.id);
    const there = new Map(stored?.lines.map((line) => [line.variant_id, line.quantity]));
    const kept = old.lines.filter(({ variant_id }) => sold.has(variant_id));
    const added = new Map(
      kept.map((line) => {
        const add = Math.max(0, line.quantity - (there.get(line.variant_id) ?? 0));
        return [line.variant_id, { add, line }] as const;
      }),
    );
    const { supplier, lines: _, ...delivery } = old;
    const request = requestOf({ supplier, lines: added, delivery: stored ? {} : delivery });
    if (request) await change(client, request);
    return old.lines.filter(({ variant_id }) => !sold.has(variant_id));
  } catch (error) {
    if (!LASTING.includes(failureOf(error)?.code ?? '')) throw error;
    return old.lines;
  }
}

/** Without its location, when that is gone. */
async function change(client: Client, request: NonNullable<ReturnType<typeof requestOf>>): Promise<void> {
  const { receiving_location_id: location, ...rest } = request;
  try {
    await client.carts.change.mutate(request);
  } catch (error) {
    if (!location || failureOf(error)?.code !== 'NOT_FOUND') throw error;
    await client.carts.change.mutate(rest);
  }
}
