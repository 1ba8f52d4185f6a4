import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Faults, failuresFrom, reported } from './faults';
import { type Listening, listen, sendJson } from './listen';
import type { Shelf, Shop } from './shop';

export interface SimulatorOptions extends Partial<Faults> {
  shop: Shop;
  seed?: number;
  /** A free one when absent. */
  port?: number;
  /** The bearer token that a request must have, or `user:password` for basic; none when absent. */
  token?: string;
  basic?: string;
}

export interface Simulator extends Listening {
  /** May be changed while it runs. */
  faults: Faults;
  /** The paths of all requests so far, oldest first. */
  requests: readonly string[];
  /** Awaited before each page, so that a test can act at that moment. */
  beforePage: (() => Promise<void> | void) | null;
  /** Expires all cursors and moments given so far: they respond with 410. */
  forget(): void;
}

export const LOCATION = { id: 'shop-1', name: 'Simulated shop' };
const MAX_LIMIT = 500;

interface Cursor {
  generation: number;
  offset: number;
  /** Returns the previous page once more. */
  again?: boolean;
}

/** Serves the contract of `docs/pos.md` for a shop in memory, with the given faults. */
export async function startSimulator({
  shop,
  seed = 1,
  port = 0,
  token,
  basic,
  ...faults
}: SimulatorOptions): Promise<Simulator> {
  const requests: string[] = [];
  let generation = 1;
  const simulator: Simulator = {
    url: '',
    faults: { fail: 0, slow: 0, lies: [], retryAfter: 1, ...faults },
    requests,
    beforePage: null,
    forget: () => {
      generation += 1;
    },
    close: async () => {},
  };
  const nextFailure = failuresFrom(seed, { fail: simulator.faults.fail });
  const expected = token
    ? `Bearer ${token}`
    : basic
      ? `Basic ${Buffer.from(basic).toString('base64')}`
      : null;

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = <T extends { generation: number }>(text: string): T | null => {
    try {
      const value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T;
      return value.generation === generation ? value : null;
    } catch {
      return null;
    }
  };

  function pageOf(shelves: readonly Shelf[], query: URLSearchParams): [status: number, body: object] {
    const { lies } = simulator.faults;
    const limit = Math.min(Number(query.get('limit') ?? 100) || 100, MAX_LIMIT);
    const given = query.get('cursor');
    const cursor: Cursor | null = given === null ? { generation, offset: 0 } : decode<Cursor>(given);
    if (!cursor) return [410, { error: 'cursor_expired' }];
    const { offset } = cursor;
    const room = lies.includes('duplicate') || lies.includes('unknown') || lies.includes('garbage') ? 3 : 0;
    const end = offset + Math.max(1, limit - room);
    const items = reported(shelves.slice(offset, end), lies, offset === 0);
    const total = lies.includes('total') ? shelves.length * 10 + 7 : shelves.length;
    const body = (next: number | null) => ({
      items,
      next_cursor: next === null ? null : encode({ generation, offset: next }),
      total,
    });
    if (lies.includes('endless'))
      return [200, { ...body(end), items: [{ id: 'loop', sku: 'LOOP', quantity: 1 }] }];
    if (end >= shelves.length) return [200, body(null)];
    if (!lies.includes('repeat') || cursor.again) return [200, body(end)];
    // The same page repeats once, under the cursor of the next one.
    return [200, { ...body(end), next_cursor: encode({ generation, offset, again: true }) }];
  }

  async function respond(path: string, query: URLSearchParams): Promise<[status: number, body: object]> {
    if (path === '/health') return [200, { status: 'ok' }];
    if (path === '/locations') return [200, { locations: [LOCATION] }];
    if (query.get('location_id') !== LOCATION.id) return [404, { error: 'unknown_location' }];
    if (path === '/changes') {
      const since = query.get('since');
      if (since === null) return [200, { since: encode({ generation, moment: shop.moment }) }];
      const from = decode<{ generation: number; moment: number }>(since);
      if (!from) return [410, { error: 'since_expired' }];
      await simulator.beforePage?.();
      return pageOf(shop.changedSince(from.moment), query);
    }
    if (path === '/items') {
      await simulator.beforePage?.();
      return pageOf(shop.shelves, query);
    }
    return [404, { error: 'not_found' }];
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://simulator');
    requests.push(message.url ?? '/');
    const send = (status: number, body: object, headers: Record<string, string> = {}) =>
      sendJson(response, status, body, headers);
    await delay(simulator.faults.slow);
    if (expected !== null && message.headers.authorization !== expected) {
      return send(401, { error: 'unauthorized' });
    }
    const failure = /items|changes/.test(url.pathname) ? nextFailure() : null;
    if (failure === 'silence') return;
    if (failure === 'reset') {
      message.socket.destroy();
      return;
    }
    if (failure === 'error') return send(500, { error: 'out_of_order' });
    if (failure === 'limit') {
      return send(429, { error: 'slow_down' }, { 'retry-after': String(simulator.faults.retryAfter) });
    }
    const [status, body] = await respond(url.pathname, url.searchParams);
    send(status, body);
  }

  return Object.assign(simulator, await listen(port, serve));
}
