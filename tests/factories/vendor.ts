import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An entry as the POS lists it. */
export interface Row {
  id?: string;
  package_id?: string | null;
  sku?: string;
  quantity: unknown;
  room?: string;
  unit_cost?: number;
  [field: string]: unknown;
}

/** A POS with cursors, that lists `items` and reports `changes`, until the test ends. */
export async function openVendor() {
  const vendor = { items: [] as Row[], changes: [] as Row[], url: '', expire: 0 };
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://pos');
    const answer = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/health') return answer(200, { status: 'ok' });
    if (url.pathname === '/changes' && !url.searchParams.has('since')) return answer(200, { since: 'now' });
    const rows = url.pathname === '/items' ? vendor.items : vendor.changes;
    const [from, limit] = [
      Number(url.searchParams.get('cursor') ?? 0),
      Number(url.searchParams.get('limit')),
    ];
    if (from > 0 && vendor.expire > 0) {
      vendor.expire -= 1;
      return answer(410, {});
    }
    const next = from + limit < rows.length ? String(from + limit) : null;
    return answer(200, { items: rows.slice(from, from + limit), next_cursor: next });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return vendor;
}
