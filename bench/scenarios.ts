import type { DataSet, Member } from './data';
import { as } from './http';
import type { ScenarioName } from './options';

/** A request, the same for both servers. */
export interface BenchRequest {
  method: 'GET' | 'PATCH' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Scenario {
  name: ScenarioName;
  title: string;
  /** The status of every response. */
  status: number;
  writes: boolean;
  /** The nth request of a client; clients of one round never meet on a row. */
  request(client: number, clients: number, n: number): BenchRequest;
}

const LIMIT = 50;
/** Pages are visited in steps of a prime, so that neighbors in time are far apart. */
const STEP = 7919;

export function scenariosOf(data: DataSet): Scenario[] {
  return [...readsOf(data), ...writesOf(data)];
}

export const scenarioOf = (data: DataSet, wanted: ScenarioName) =>
  scenariosOf(data).find(({ name }) => name === wanted) as Scenario;

function readsOf({ wholesaler, itemIds, orderIds, pros }: DataSet): Scenario[] {
  const read = (
    name: ScenarioName,
    title: string,
    path: (place: number) => string,
    headers = (_place: number) => as(wholesaler),
  ): Scenario => ({
    name,
    title,
    status: 200,
    writes: false,
    request: (client, clients, n) => {
      const place = client + n * clients;
      return { method: 'GET', path: `/api/v1/${path(place)}`, headers: headers(place) };
    },
  });
  const anyPage = (of: string, rows: number) => (place: number) =>
    `${of}?limit=${LIMIT}&page=${1 + ((place * STEP) % Math.ceil(rows / LIMIT))}`;
  const pro = (place: number) => pros[place % pros.length] as DataSet['pros'][number];
  return [
    read('list', 'list of 50', () => `inventory?limit=${LIMIT}`),
    read('list-any', 'list of 50, any page', anyPage('inventory', itemIds.length)),
    read('item', 'one item', (place) => `inventory/${pick(itemIds, place)}`),
    read(
      'item-pro',
      'one item, pro tier',
      (place) => `inventory/${pro(place).itemId}`,
      (place) => ({ ...as(pro(place)), 'x-entity': pro(place).entityId }),
    ),
    read('one-order', 'one order', (place) => `orders/${pick(orderIds, place)}`),
    read('orders', '50 orders', () => `orders?limit=${LIMIT}`),
    read('orders-any', '50 orders, any page', anyPage('orders', orderIds.length)),
  ];
}

function writesOf({ sellers, retailer, signIns }: DataSet): Scenario[] {
  const sellerOf = (client: number) => sellers[client % sellers.length] as (typeof sellers)[0];
  return [
    {
      name: 'adjust',
      title: 'adjustment',
      status: 200,
      writes: true,
      request: (client, clients, n) => {
        const seller = sellerOf(client);
        const body = { quantity_change: 1, reason_code: 'ADJUSTMENT', notes: 'counted again' };
        const { headers, ...rest } = json(body, seller);
        return {
          method: 'PATCH',
          path: `/api/v1/inventory/${pick(seller.itemIds, client + n * clients)}`,
          headers: { ...headers, 'x-entity': seller.entityId },
          ...rest,
        };
      },
    },
    {
      name: 'order',
      title: 'order of three lines',
      status: 201,
      writes: true,
      request: (client, clients, n) => ({
        method: 'POST',
        path: '/api/v1/orders',
        ...json(
          {
            wholesaler_id: sellerOf(client).entityId,
            items: [0, 1, 2].map((line) => ({
              product_id: pick(sellerOf(client).productIds, 3 * (client + n * clients) + line),
              quantity: 1 + line,
            })),
          },
          retailer,
        ),
      }),
    },
    {
      name: 'sign-in',
      title: 'sign-in',
      status: 200,
      writes: true,
      request: (client) => ({
        method: 'POST',
        path: '/auth/login',
        ...json(signIns[client % signIns.length] as object),
      }),
    },
  ];
}

function json(body: object, member?: Member) {
  return {
    headers: { ...(member && as(member)), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function pick(ids: readonly string[], index: number): string {
  return ids[index % ids.length] ?? '';
}
