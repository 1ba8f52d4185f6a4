import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Listening, listen, sendJson } from '../listen';
import { randomFrom } from '../random';
import { type DutchiePackage, type DutchieShop, ROOMS } from './shop';

/** `cut` ends the connection within the body, `short` the body within a package. */
export type DutchieFault = '401' | '403' | '429' | '500' | 'cut' | 'short' | 'reset' | 'garbage' | 'slow';

interface Planned {
  kind: DutchieFault;
  /** Only requests whose path contains it. */
  path?: string;
  /** So many requests; 1 when absent. */
  times?: number;
}

export interface DutchieOptions {
  shop: DutchieShop;
  /** A free one when absent. */
  port?: number;
  /** The key that requests must have as their user; any when absent. */
  key?: string;
  /** The integrator's key that they must have as their password. */
  integratorKey?: string;
  location?: { id: number; name: string };
  /** Share of requests that fail, from 0 to 1, and the seed of it. */
  fail?: number;
  seed?: number;
}

export interface Dutchie extends Listening {
  planned: Planned[];
  /** Paths with their queries, oldest first. */
  requests: string[];
}

export const DUTCHIE_LOCATION = { id: 4711, name: 'Dutchie shop' };
const DAY_MS = 24 * 3_600_000;
const FAILURES: readonly DutchieFault[] = ['429', '500', 'reset', 'cut'];

/** Serves what our connector reads of Dutchie POS, as public texts describe it, for a shop in memory. */
export async function startDutchie({
  shop,
  port = 0,
  key,
  integratorKey,
  location = DUTCHIE_LOCATION,
  fail = 0,
  seed = 1,
}: DutchieOptions): Promise<Dutchie> {
  const planned: Planned[] = [];
  const requests: string[] = [];
  const random = randomFrom(seed);

  function nextFault(path: string): DutchieFault | null {
    const found = planned.find((one) => (one.times ?? 1) > 0 && path.includes(one.path ?? ''));
    if (found) {
      found.times = (found.times ?? 1) - 1;
      return found.kind;
    }
    if (random() >= fail) return null;
    return FAILURES[Math.floor(random() * FAILURES.length)] ?? null;
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://dutchie');
    requests.push(message.url ?? '/');
    response.setHeader('date', new Date(shop.now()).toUTCString());
    const [user = '', password = ''] = keysOf(message.headers.authorization);
    const isKnown = user !== '' && (key === undefined || user === key);
    if (!isKnown || (integratorKey !== undefined && password !== integratorKey))
      return sendJson(response, 401, { message: 'Unauthorized' });
    const fault = nextFault(message.url ?? '/');
    if (fault === 'slow') await delay(2_000);
    else if (fault) return failBy(fault, message, response, () => answerTo(url));
    const answer = answerTo(url);
    sendJson(response, answer === undefined ? 404 : 200, answer ?? { message: 'Not found' });
  }

  function answerTo({ pathname, searchParams: query }: URL): unknown {
    switch (pathname) {
      case '/whoami':
        return { LocationId: location.id, LocationName: location.name };
      case '/room/rooms':
        return ROOMS;
      case '/reporting/inventory':
        return [...shop.packages.values()].map((one) => shownPackage(one, query));
      case '/inventory':
        return [...shop.packages.values()]
          .filter((one) => !one.isHidden && unitsOf(one) > 0)
          .map((one) => shownPackage(one, query));
      case '/inventory/inventorytransaction': {
        const [from, to] = [momentOf(query, 'startDate'), momentOf(query, 'endDate')];
        return shop.movements
          .filter(({ at }) => at >= from && at <= to)
          .map(({ inventoryId, at }) => ({ inventoryId, transactionDate: new Date(at).toISOString() }));
      }
      case '/reporting/transactions':
        return transactionsIn(shop, query);
      default:
        return undefined;
    }
  }

  return { ...(await listen(port, serve)), planned, requests };
}

const unitsOf = ({ rooms }: DutchiePackage) => [...rooms.values()].reduce((sum, units) => sum + units, 0);
const momentOf = (query: URLSearchParams, name: string) => Date.parse(query.get(name) ?? '');

function shownPackage(one: DutchiePackage, query: URLSearchParams): object {
  const { rooms, allocated, isHidden, modified, ...shown } = one;
  return {
    ...shown,
    quantityAvailable: unitsOf(one),
    ...(query.get('includeAllocated') === 'true' && { allocatedQuantity: allocated }),
    ...(query.get('includeRoomQuantities') === 'true' && {
      roomQuantities: [...rooms].map(([roomId, quantityAvailable]) => ({
        roomId,
        room: ROOMS.find((room) => room.roomId === roomId)?.roomName,
        quantityAvailable,
      })),
    }),
    lastModifiedDateUtc: new Date(modified).toISOString().replace('Z', ''),
  };
}

/** Transactions of a window of at most 24 hours; nothing of a longer one. */
function transactionsIn({ transactions }: DutchieShop, query: URLSearchParams): object[] {
  const [from, to] = [momentOf(query, 'FromLastModifiedDateUTC'), momentOf(query, 'ToLastModifiedDateUTC')];
  if (!(to - from <= DAY_MS)) return [];
  return transactions
    .filter(({ modified }) => modified >= from && modified <= to)
    .map(({ modified, items, ...shown }) => ({
      ...shown,
      customerId: 17,
      customerTypeId: 1,
      employeeId: 3,
      lastModifiedDateUTC: new Date(modified).toISOString().replace('Z', ''),
      ...(query.get('IncludeDetail') === 'true' && { items }),
    }));
}

function keysOf(header: string | undefined): string[] {
  const [scheme, encoded = ''] = header?.split(' ') ?? [];
  return scheme === 'Basic' ? Buffer.from(encoded, 'base64').toString('utf8').split(':') : [];
}

function failBy(
  fault: DutchieFault,
  message: IncomingMessage,
  response: ServerResponse,
  answer: () => unknown,
): void {
  const text = JSON.stringify(answer() ?? []);
  const half = text.slice(0, Math.ceil(text.length / 2));
  if (fault === 'reset') message.socket.destroy();
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(half, () => message.socket.destroy());
  } else if (fault === 'short' || fault === 'garbage') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(fault === 'short' ? half : '<html>Maintenance</html>');
  } else sendJson(response, Number(fault), { message: 'x' }, fault === '429' ? { 'retry-after': '1' } : {});
}
