import type { DataSet, Member } from './data';
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

export function scenariosOf({ wholesaler, retailer, itemIds, productIds }: DataSet): Scenario[] {
  const itemPath = (client: number, clients: number, n: number) =>
    `/api/v1/inventory/${pick(itemIds, client + n * clients)}`;
  return [
    {
      name: 'list',
      title: 'list of 50',
      status: 200,
      writes: false,
      request: () => ({ method: 'GET', path: '/api/v1/inventory?limit=50', headers: as(wholesaler) }),
    },
    {
      name: 'item',
      title: 'one item',
      status: 200,
      writes: false,
      request: (...place) => ({ method: 'GET', path: itemPath(...place), headers: as(wholesaler) }),
    },
    {
      name: 'adjust',
      title: 'adjustment',
      status: 200,
      writes: true,
      request: (...place) => ({
        method: 'PATCH',
        path: itemPath(...place),
        ...json(wholesaler, { quantity_change: 1, reason_code: 'ADJUSTMENT', notes: 'counted again' }),
      }),
    },
    {
      name: 'order',
      title: 'order of three lines',
      status: 201,
      writes: true,
      request: (client, clients, n) => ({
        method: 'POST',
        path: '/api/v1/orders',
        ...json(retailer, {
          wholesaler_id: wholesaler.entityId,
          items: [0, 1, 2].map((line) => ({
            product_id: pick(productIds, 3 * (client + n * clients) + line),
            quantity: 1 + line,
          })),
        }),
      }),
    },
  ];
}

function as({ token }: Member): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function json(member: Member, body: object) {
  return { headers: { ...as(member), 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function pick(ids: readonly string[], index: number): string {
  return ids[index % ids.length] ?? '';
}
