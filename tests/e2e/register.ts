import type { APIRequestContext } from '@playwright/test';
import { openReceiver } from '../setup/receiver';
import { restOf } from './support';

export const TOKEN = 'token-of-the-register';

export interface Reported {
  id: string;
  sku: string | null;
  name: string;
  quantity: number;
}

/** A POS that serves the published contract, with its own shop. */
export interface Register {
  url: string;
  /** What it counts from here on. */
  stock: Reported[];
  /** Holds back every page after the first, until called again with false. */
  hold(on: boolean): void;
  /** Responds to every request with 401. */
  lockOut(on: boolean): void;
  close(): Promise<void>;
}

const PAGE = 2;

export async function openRegister(): Promise<Register> {
  const receiver = await openReceiver();
  let held = false;
  let locked = false;
  let waiting: (() => void)[] = [];
  const register: Register = {
    url: receiver.url,
    stock: [],
    hold(on) {
      held = on;
      if (on) return;
      for (const answer of waiting) answer();
      waiting = [];
    },
    lockOut(on) {
      locked = on;
    },
    close: () => receiver.close(),
  };
  receiver.answer(({ path, headers }, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (locked || headers.authorization !== `Bearer ${TOKEN}`) return send(401, {});
    const { pathname, searchParams } = new URL(path, receiver.url);
    if (pathname === '/health') return send(200, { status: 'ok' });
    if (pathname === '/locations') return send(200, { locations: [{ id: 'shop-1', name: 'Main Street' }] });
    if (pathname !== '/items') return send(404, {});
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = start + PAGE;
    const page = () =>
      send(200, {
        items: register.stock.slice(start, end),
        next_cursor: end < register.stock.length ? String(end) : null,
        total: register.stock.length,
      });
    if (held && start > 0) waiting.push(page);
    else page();
  });
  return register;
}

export interface Shop {
  id: string;
  name: string;
}

/** A location of its own, so that no other spec sees what is counted there. */
export async function addShop(request: APIRequestContext, email: string): Promise<Shop> {
  const rest = await restOf(request, email);
  const name = `Corner shop ${Date.now() % 100_000}`;
  const address = { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' };
  return rest<Shop>('POST', '/entity/locations', { name, address });
}

export async function connectShop(
  request: APIRequestContext,
  email: string,
  shop: Shop,
  register: Register,
): Promise<void> {
  await (await restOf(request, email))('POST', `/entity/locations/${shop.id}/pos`, {
    provider: 'http',
    config: { base_url: register.url, location_id: 'shop-1', page_size: PAGE },
    credentials: { token: TOKEN },
  });
}

/** Takes the stock out again, then the location. */
export async function removeShop(request: APIRequestContext, email: string, shop: Shop): Promise<void> {
  const rest = await restOf(request, email);
  const { data } = await rest<{ data: { id: string; quantity: number }[] }>(
    'GET',
    `/inventory?location_id=${shop.id}&limit=100`,
  );
  for (const { id, quantity } of data.filter((item) => item.quantity > 0)) {
    await rest('PATCH', `/inventory/${id}`, { quantity_change: -quantity, reason_code: 'AUDIT' });
  }
  await rest('DELETE', `/entity/locations/${shop.id}`);
}
