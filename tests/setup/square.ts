import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A variation of an item in Square's catalog. */
export interface SquareVariation {
  id: string;
  sku?: string;
  itemName?: string;
  deleted?: boolean;
}

/** A count as Square keeps it: a decimal in a string, for one variation in one state at one location. */
export interface SquareCount {
  id: string;
  state: string;
  locationId: string;
  quantity: string;
  calculatedAt: string;
}

interface SquareRequest {
  method: string;
  path: string;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}

export interface Square {
  /** Without a trailing slash. */
  url: string;
  token: string;
  locations: Array<{ id: string; name: string; status: string }>;
  variations: SquareVariation[];
  counts: SquareCount[];
  /** Every request so far, oldest first. */
  requests: readonly SquareRequest[];
  /** Each page begins so many counts before the end of the last one, as when counts change during the paging. */
  overlap: number;
  /** Responds to this many requests with 429, with optional Retry-After seconds. */
  limitRate(requests: number, retryAfter?: number): void;
  /** Cursors that were given until now are not known any more. */
  expireCursors(): void;
  close(): Promise<void>;
}

const LARGEST_PAGE = 1000;
const DEFAULT_PAGE = 100;

type Answer = [status: number, body: object, headers?: Record<string, string>];
const failure = (status: number, category: string, code: string, detail: string): Answer => [
  status,
  { errors: [{ category, code, detail }] },
];
const invalid = (code: string, detail: string) => failure(400, 'INVALID_REQUEST_ERROR', code, detail);

/**
 * A server that responds as Square documents (Square-Version 2025-10-16): locations, inventory counts in batches,
 * newest first and page by page, and catalog objects in batches with their deleted ones on request.
 */
export async function openSquare(token = 'EAAA-square-test-token'): Promise<Square> {
  const requests: SquareRequest[] = [];
  let limited = 0;
  let retryAfter: number | undefined;
  let generation = 1;

  const square: Square = {
    url: '',
    token,
    locations: [{ id: 'L1', name: 'Main Street', status: 'ACTIVE' }],
    variations: [],
    counts: [],
    requests,
    overlap: 0,
    limitRate(count, seconds) {
      limited = count;
      retryAfter = seconds;
    },
    expireCursors() {
      generation += 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  function countsOf(body: Record<string, unknown>): Answer {
    const {
      cursor,
      limit = DEFAULT_PAGE,
      ...filter
    } = body as {
      cursor?: string;
      limit?: number;
      location_ids?: string[];
      states?: string[];
      updated_after?: string;
    };
    if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) {
      return invalid('INVALID_VALUE', '`limit` must be from 1 to 1000.');
    }
    const query = JSON.stringify(filter);
    const start = cursor === undefined ? 0 : offsetOf(cursor, query);
    if (start === null) return invalid('INVALID_CURSOR', 'The provided cursor is invalid.');
    const matches = square.counts
      .filter((count) => filter.location_ids?.includes(count.locationId) ?? true)
      .filter((count) => filter.states?.includes(count.state) ?? true)
      .filter((count) => filter.updated_after === undefined || count.calculatedAt > filter.updated_after)
      .sort((a, b) => (a.calculatedAt < b.calculatedAt ? 1 : -1));
    const end = start + limit;
    const counts = matches.slice(start, end).map((count) => ({
      catalog_object_id: count.id,
      catalog_object_type: 'ITEM_VARIATION',
      state: count.state,
      location_id: count.locationId,
      quantity: count.quantity,
      calculated_at: count.calculatedAt,
    }));
    const next = { generation, query, offset: Math.max(start + 1, end - square.overlap) };
    const more = end < matches.length;
    return [
      200,
      { counts, ...(more && { cursor: Buffer.from(JSON.stringify(next)).toString('base64url') }) },
    ];
  }

  /** A cursor counts for the query that it came from alone. */
  function offsetOf(cursor: string, query: string): number | null {
    try {
      const parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
      return parsed.generation === generation && parsed.query === query ? parsed.offset : null;
    } catch {
      return null;
    }
  }

  function objectsOf(body: Record<string, unknown>): Answer {
    const ids = body.object_ids;
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > LARGEST_PAGE) {
      return invalid('INVALID_VALUE', '`object_ids` must hold 1 to 1000 ids.');
    }
    const found = square.variations.filter(
      ({ id, deleted }) => ids.includes(id) && (!deleted || body.include_deleted_objects === true),
    );
    const common = { present_at_all_locations: true, updated_at: '2026-01-02T15:04:05.000Z', version: 1 };
    const objects = found.map(({ id, sku, deleted = false }) => ({
      ...common,
      type: 'ITEM_VARIATION',
      id,
      is_deleted: deleted,
      item_variation_data: { item_id: `${id}-ITEM`, name: 'Regular', ...(sku !== undefined && { sku }) },
    }));
    const items = found.map(({ id, itemName = `Item of ${id}` }) => ({
      ...common,
      type: 'ITEM',
      id: `${id}-ITEM`,
      is_deleted: false,
      item_data: { name: itemName },
    }));
    return [200, { objects, ...(body.include_related_objects === true && { related_objects: items }) }];
  }

  function answerTo({ method, path, body, headers }: SquareRequest): Answer {
    if (headers.authorization !== `Bearer ${token}`) {
      return failure(401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED', 'This request could not be authorized.');
    }
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers['square-version']))) {
      return invalid('INVALID_VALUE', 'Square-Version must be a date.');
    }
    if (limited > 0) {
      limited -= 1;
      const [status, errors] = failure(429, 'RATE_LIMIT_ERROR', 'RATE_LIMITED', 'Too many requests.');
      return [status, errors, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }];
    }
    if (method === 'GET' && path === '/v2/locations') return [200, { locations: square.locations }];
    if (method === 'POST' && path === '/v2/inventory/counts/batch-retrieve') return countsOf(body);
    if (method === 'POST' && path === '/v2/catalog/batch-retrieve') return objectsOf(body);
    return failure(404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND', 'Resource not found.');
  }

  const server = createServer(async (message, response) => {
    const request = await read(message);
    requests.push(request);
    const [status, body, headers = {}] = answerTo(request);
    send(response, status, body, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  square.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return square;
}

async function read(message: IncomingMessage): Promise<SquareRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: message.method ?? '',
    path: message.url ?? '',
    body: text ? JSON.parse(text) : {},
    headers: message.headers,
  };
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
