import cluster from 'node:cluster';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { openAlone } from './bare-alone';
import { getItem, getOrder, listItems, listOrders } from './bare-reads';
import { signIn } from './bare-sign-in';
import { adjustItem, moveItem, placeOrder } from './bare-writes';
import type { Member } from './data';

/** What the parent passes as the only argument; without one, the server starts alone, on a database of its own. */
export interface BareConfig {
  url: string;
  /** Of each process. */
  pool: number;
  processes: number;
  wholesaler: Member;
  retailer: Member;
}

const passed = process.argv[2];
const alone = passed === undefined ? await openAlone() : null;
const { url, pool, processes, wholesaler, retailer } = alone ?? (JSON.parse(passed as string) as BareConfig);
const sql = postgres(url, { max: pool, onnotice: () => {} });

/**
 * The baseline: the same responses and rows as ours with only node:http and postgres.js. It has no sessions, validation,
 * router, rate limits, log or metrics; its statements are prepared, and a write is one transaction. It believes the
 * header X-Entity; without one a caller is the wholesaler, or for an order the retailer.
 */
async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { method, url: target = '' } = req;
  const address = req.socket.remoteAddress ?? '';
  const [, resource = '', id = '', query = ''] =
    /^\/(?:api\/v1\/)?([^/?]+)(?:\/([^?]+))?(?:\?(.*))?$/.exec(target) ?? [];
  const entityId = req.headers['x-entity']?.toString() ?? wholesaler.entityId;
  if (method === 'GET') {
    const [list, get] = resource === 'orders' ? [listOrders, getOrder] : [listItems, getItem];
    if (id) return send(res, 200, await get(sql, entityId, id));
    const parameters = new URLSearchParams(query);
    const wanted = {
      page: Number(parameters.get('page') ?? 1),
      limit: Number(parameters.get('limit') ?? 50),
    };
    return send(res, 200, await list(sql, entityId, wanted));
  }
  if (resource === 'contended') return send(res, 200, await moveItem(sql, wholesaler, id));
  const body = JSON.parse(await read(req));
  if (method === 'PATCH')
    return send(res, 200, await adjustItem(sql, { ...wholesaler, entityId, address }, id, body));
  if (resource === 'orders') return send(res, 201, await placeOrder(sql, { ...retailer, address }, body));
  send(res, 200, await signIn(sql, body, { address, userAgent: req.headers['user-agent'] ?? null }));
}

function send(res: ServerResponse, status: number, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  res.end(body);
}

function read(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      text += chunk;
    });
    req.on('end', () => resolve(text));
    req.on('error', reject);
  });
}

/** Serves in this process, or in forks of it that share the port. */
async function serve(): Promise<number> {
  if (processes > 1 && cluster.isPrimary) {
    const ports = Array.from({ length: processes }, () => {
      const fork = cluster.fork();
      return new Promise<number>((resolve) => fork.once('message', resolve));
    });
    return (await Promise.all(ports))[0] as number;
  }
  const server = createServer((req, res) => {
    answer(req, res).catch((error: Error) => send(res, 500, { error: { message: error.message } }));
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

process.once('disconnect', () => process.exit());
const port = await serve();
process.send?.(port);
if (alone) process.stdout.write(`the bare server: http://127.0.0.1:${port}/inventory\n`);
