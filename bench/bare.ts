import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { getItem, listItems } from './bare-reads';
import { adjustItem, placeOrder } from './bare-writes';
import type { Member } from './data';

/** What the parent passes as the only argument. */
export interface BareConfig {
  url: string;
  pool: number;
  wholesaler: Member;
  retailer: Member;
}

const { url, pool, wholesaler, retailer } = JSON.parse(process.argv[2] ?? '') as BareConfig;
const sql = postgres(url, { max: pool, onnotice: () => {} });
const INVENTORY = '/api/v1/inventory';

/**
 * The baseline: the same responses and rows as ours with only node:http and postgres.js. It has no sign-in, validation,
 * router, log or metrics; its statements are prepared, and a write is one transaction.
 */
async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { method, url: target = '' } = req;
  const address = req.socket.remoteAddress ?? '';
  if (method === 'GET' && target.startsWith(`${INVENTORY}?`)) {
    const query = new URLSearchParams(target.slice(INVENTORY.length + 1));
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 50)];
    return send(res, 200, await listItems(sql, wholesaler.entityId, page, limit));
  }
  const id = target.slice(INVENTORY.length + 1);
  if (method === 'GET') return send(res, 200, await getItem(sql, wholesaler.entityId, id));
  const body = JSON.parse(await read(req));
  if (method === 'PATCH') return send(res, 200, await adjustItem(sql, { ...wholesaler, address }, id, body));
  send(res, 201, await placeOrder(sql, { ...retailer, address }, body));
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

const server = createServer((req, res) => {
  answer(req, res).catch((error: Error) => send(res, 500, { error: { message: error.message } }));
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
