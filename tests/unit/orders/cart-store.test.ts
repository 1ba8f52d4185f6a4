import { describe, expect, test, vi } from 'vitest';
import { type CartLine, cartOf, EMPTY_CART, NO_DELIVERY } from '../../../components/orders/cart/cart';
import { CartStore } from '../../../components/orders/cart/cart-store';
import {
  type CartChange,
  type CartRequest,
  merged,
  requestOf,
  type StoredCart,
  withChange,
} from '../../../components/orders/cart/change';

const SUPPLIER = { id: 's', name: 'Redwood' };
const line = (variant_id: string, quantity: number): CartLine => ({
  ...{ product_id: 'p', variant_id, product_name: 'Blue Dream', variant_name: '1 g', sku: variant_id },
  ...{ unit_price: 10, quantity },
});
const add = (variant_id: string, units: number): CartChange => ({
  supplier: SUPPLIER,
  lines: new Map([[variant_id, { add: units, line: line(variant_id, units) }]]),
  delivery: {},
});

/** A server whose responses wait until the test sends them. */
function openServer() {
  const units = new Map<string, number>();
  const requests: Array<{ request: CartRequest; respond: (error?: Error) => void }> = [];
  const cart = (): StoredCart => ({
    ...{ supplier_id: 's', supplier_name: 'Redwood', version: 'v', created_at: '', updated_at: '' },
    ...{ delivery_date: null, delivery_window: null, receiving_location_id: null, notes: null },
    po_number: null,
    lines: [...units].map(([id, quantity]) => ({
      ...{ price_ladder: [], case_size: 1, case_size_amount: 1 },
      ...{
        ...line(id, quantity),
        variant_name: '1 g',
        location_id: null,
        amount: quantity,
        unit: null,
        step: null,
      },
    })),
  });
  const server = {
    list: vi.fn(async () => (units.size > 0 ? [cart()] : [])),
    change: (request: CartRequest) =>
      new Promise<StoredCart>((resolve, reject) => {
        const respond = (error?: Error) => {
          if (error) return reject(error);
          for (const { variant_id, add = 0 } of request.lines ?? []) {
            const now = (units.get(variant_id) ?? 0) + add;
            if (now > 0) units.set(variant_id, now);
            else units.delete(variant_id);
          }
          resolve(cart());
        };
        requests.push({ request, respond });
      }),
  };
  const failures: unknown[] = [];
  const store = new CartStore(server, (error) => failures.push(error));
  const shown = () =>
    (cartOf(store.shown().cart, 's')?.lines ?? []).map(({ variant_id, quantity }) => [variant_id, quantity]);
  return { units, requests, server, store, failures, shown };
}

describe('a cart', () => {
  test('shows a change at once, and sends what changes meanwhile as one request after it', async () => {
    const { store, requests, shown, units } = openServer();
    store.change(add('a', 1));
    expect(shown()).toEqual([['a', 1]]);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    store.change(add('a', 11));
    store.change(add('b', 2));
    expect(shown()).toEqual([
      ['a', 12],
      ['b', 2],
    ]);
    expect(requests).toHaveLength(1);
    requests[0]?.respond();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]?.request.lines).toEqual([
      { variant_id: 'a', add: 11 },
      { variant_id: 'b', add: 2 },
    ]);
    requests[1]?.respond();
    await vi.waitFor(() => expect([...units]).toEqual(shown()));
    expect(shown()).toEqual([
      ['a', 12],
      ['b', 2],
    ]);
  });

  test('takes back a change that the server rejects, and says so', async () => {
    const { store, requests, shown, failures, units } = openServer();
    units.set('a', 4);
    await store.refresh();
    store.change(add('a', 1));
    expect(shown()).toEqual([['a', 5]]);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    requests[0]?.respond(new Error('no'));
    await vi.waitFor(() => expect(shown()).toEqual([['a', 4]]));
    expect(failures).toHaveLength(1);
  });

  test('ignores a list that was read while a change was under way', async () => {
    const { store, requests, server, shown, units } = openServer();
    await store.refresh();
    let send: (carts: StoredCart[]) => void = () => {};
    server.list.mockImplementationOnce(() => new Promise((resolve) => (send = resolve)));
    const reading = store.refresh();
    store.change(add('a', 3));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    requests[0]?.respond();
    await vi.waitFor(() => expect([...units]).toEqual([['a', 3]]));
    send([]);
    await reading;
    expect(shown()).toEqual([['a', 3]]);
  });

  test('loses its supplier with the last line, and keeps what was not changed', () => {
    const cart = withChange(EMPTY_CART, { ...add('a', 2), delivery: { notes: 'Dock 2' } });
    const more = withChange(cart, add('a', 3));
    expect(cartOf(more, 's')).toEqual({
      ...{ ...NO_DELIVERY, supplier: SUPPLIER, notes: 'Dock 2' },
      lines: [line('a', 5)],
    });
    expect(withChange(more, add('a', -5)).suppliers).toEqual([]);
  });

  test('sends nothing for changes that cancel out, and half a window unchanged', () => {
    expect(requestOf(merged(add('a', 2), add('a', -2)))).toBeNull();
    const delivery = { window_from: '09:00', window_to: '', notes: ' ', po_number: '' };
    expect(requestOf({ supplier: SUPPLIER, lines: new Map(), delivery })).toEqual({
      ...{ supplier_id: 's', delivery_window: '09:00-', notes: null, po_number: null },
    });
  });
});
