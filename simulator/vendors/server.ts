import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sendJson as json, type Listening, listen } from '../listen';

type Row = Record<string, unknown>;

/** What goes wrong with the next requests of a token. */
export interface Fault {
  /** Only requests whose path contains it. */
  path?: string;
  /**
   * `429`, `500`, `401` and `302` are statuses; `large` a body of 40 MB, `slow` one that doesn't end, `cut` a connection that does,
   * `garbage` no JSON, `shape` JSON of another form, `repeat` the page before once more, `elsewhere` a next page on another host.
   */
  kind:
    | '401'
    | '429'
    | '500'
    | '302'
    | 'large'
    | 'slow'
    | 'cut'
    | 'garbage'
    | 'shape'
    | 'repeat'
    | 'elsewhere';
  /** So many requests; 1 when absent. */
  times?: number;
  /** Requests that pass before. */
  after?: number;
}

/** What a token reaches: rows by the last part of the path, such as `products`. */
export interface World {
  lists: Record<string, Row[]>;
  faults?: Fault[];
  /** Rows of a page of Distru, whatever is asked for. */
  pageSize?: number;
}

export interface VendorRequest {
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  at: number;
}

/**
 * A server in place of LeafLink (`/api/v2/`, `limit` and `offset`) and Distru (`/public/v1/`, whole addresses of the next page), as
 * public texts describe them. Each token has rows and faults of its own: PUT /_mock/TOKEN sets them, GET /_mock/TOKEN has its requests.
 */
export async function openVendors(port = 0): Promise<Listening> {
  const worlds = new Map<string, World & { requests: VendorRequest[]; last: Map<string, object> }>();

  async function control(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    if (request.method === 'PUT') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const world = JSON.parse(Buffer.concat(chunks).toString('utf8')) as World;
      worlds.set(token, { ...world, requests: worlds.get(token)?.requests ?? [], last: new Map() });
      return json(response, 200, {});
    }
    return json(response, 200, { requests: worlds.get(token)?.requests ?? [] });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const [, first = '', token = ''] = url.pathname.split('/');
    if (first === '_mock') return control(request, response, token);
    const world = worlds.get(request.headers.authorization?.split(' ').at(-1) ?? '');
    if (!world) return json(response, 401, { detail: 'Invalid token.' });
    const query = Object.fromEntries(url.searchParams);
    world.requests.push({ path: url.pathname, query, headers: request.headers, at: Date.now() });
    const fault = takeFault(world, url.pathname);
    if (fault && fault !== 'repeat' && fault !== 'elsewhere') return fail(response, fault, url.origin);
    const name = url.pathname.split('/').filter(Boolean).at(-1) ?? '';
    const isLeaflink = url.pathname.startsWith('/api/v2/');
    if (isLeaflink && !url.pathname.endsWith('/'))
      return json(response, 400, { detail: 'Path must end in /.' });
    const rows = world.lists[name];
    if (!rows) return json(response, 404, { detail: 'Not found.' });
    const list = isLeaflink ? filtered(rows, query) : rows;
    const page = isLeaflink ? byOffset(list, url) : byNumber(list, url, world.pageSize ?? 100);
    const sent = fault === 'repeat' ? (world.last.get(name) ?? page) : page;
    world.last.set(name, page);
    if (fault === 'elsewhere') {
      return json(response, 200, {
        ...page,
        next: 'http://127.0.0.1:9/api/v2/',
        next_page: 'http://127.0.0.1:9/',
      });
    }
    return json(response, 200, sent);
  }

  return listen(port, async (request, response) => {
    try {
      await serve(request, response);
    } catch (error) {
      json(response, 500, { detail: String(error) });
    }
  });
}

function takeFault(world: World, path: string): Fault['kind'] | undefined {
  for (const fault of world.faults ?? []) {
    if (fault.path !== undefined && !path.includes(fault.path)) continue;
    if ((fault.after ?? 0) > 0) {
      fault.after = (fault.after ?? 0) - 1;
      continue;
    }
    if ((fault.times ?? 1) <= 0) continue;
    fault.times = (fault.times ?? 1) - 1;
    return fault.kind;
  }
  return undefined;
}

/** LeafLink's filters that are used. */
function filtered(rows: Row[], query: Record<string, string>): Row[] {
  const statuses = query.status?.toLowerCase().split(',');
  return rows
    .filter(
      ({ status }) => !statuses || typeof status !== 'string' || statuses.includes(status.toLowerCase()),
    )
    .map((row) => {
      const { prices, ...shown } = row as Row & { prices?: Record<string, unknown> };
      const price = query.buyer === undefined ? undefined : prices?.[query.buyer];
      return price === undefined ? shown : { ...shown, price_schedule_price: price };
    });
}

function byOffset(rows: Row[], url: URL) {
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 50), 100);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const after = new URL(url);
  after.searchParams.set('offset', String(offset + limit));
  return {
    count: rows.length,
    next: offset + limit < rows.length ? after.href : null,
    previous: null,
    results: rows.slice(offset, offset + limit),
  };
}

function byNumber(rows: Row[], url: URL, size: number) {
  const number = Number(url.searchParams.get('page[number]') ?? 1);
  const after = new URL(url);
  after.searchParams.set('page[number]', String(number + 1));
  return {
    data: rows.slice((number - 1) * size, number * size),
    ...(number * size < rows.length && { next_page: after.href }),
  };
}

async function fail(response: ServerResponse, kind: Fault['kind'], origin: string): Promise<void> {
  if (kind === '302') {
    response.writeHead(302, { location: `${origin}/api/v2/products/` });
    response.end();
  } else if (kind === 'large') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(1024 * 1024, 32);
    for (let sent = 0; sent < 40 && !response.destroyed; sent++) {
      if (!response.write(chunk))
        await Promise.race([new Promise((done) => response.once('drain', done)), delay(5_000)]);
    }
    response.end('[]');
  } else if (kind === 'slow') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"results": [');
  } else if (kind === 'cut') response.destroy();
  else if (kind === 'garbage') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('<html>Maintenance</html>');
  } else if (kind === 'shape') json(response, 200, { results: 'none', next: 7 });
  else json(response, Number(kind), { detail: 'x' }, kind === '429' ? { 'ratelimit-reset': '1' } : {});
}
