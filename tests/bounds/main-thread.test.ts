import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { JSON_LIMIT, TABLE_LIMIT } from '../../server/transport/rest/body';
import { type Document, type Entry, resolve, type Schema } from '../contract/fuzz/document';
import { PASSWORD } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { openTrade } from '../factories/trade';
import type { Answer, Client, RequestOptions } from '../setup/client';
import { ok } from '../setup/client';
import { openOwnStage } from '../setup/stage';
import { atBounds } from './at-bounds';

const SOCKET = join(tmpdir(), `tallyleaf-pieces-${process.pid}.sock`);
const PROBE = pathToFileURL(resolvePath(import.meta.dirname, '../setup/pieces-probe.mjs')).href;
/** Milliseconds of processor time that the main thread may work in one piece (decision 910). */
const MOST_MS = 100;
/** The shortest counts: the first one compiles, and any may collect garbage. */
const ROUNDS = 4;
/** Lines of an order, orders of a list, and rows of a statement. */
const [LINES, ORDERS, ROWS] = [200, 20, 10_000];
/** Bytes of a body, and of one with a list that may be long. */
const BODIES = [JSON_LIMIT, TABLE_LIMIT] as const;

const stage = await openOwnStage({ NODE_OPTIONS: `--import=${PROBE}`, PIECES_SOCKET: SOCKET });
const trade = await openTrade(stage, { quantity: 100_000 });
const { body: document } = await stage.anybody.get<Document>('/api/openapi.json');
const orders = await placeLongOrders();
await owe();

/** Orders of as many lines as there may be. */
async function placeLongOrders(): Promise<string[]> {
  const items: { product_id: string; quantity: number }[] = [];
  for (let n = 0; n < LINES; n++) {
    const product = await createProduct(stage.db, trade.wholesaler, { prices: [1000] });
    await createStock(stage.db, trade.wholesaler, product.variantId, 100_000);
    items.push({ product_id: product.id, quantity: 1 });
  }
  const ids: string[] = [];
  for (let n = 0; n < ORDERS; n++) {
    const { id } = ok(
      await trade.buyer.post<{ id: string }>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }),
    );
    ids.push(id);
  }
  return ids;
}

/** What a customer owes, in as many invoices as a statement may have. */
async function owe(): Promise<void> {
  await stage.sql`
    insert into invoices (id, seller_id, buyer_id, number, opening, issued_on, due_on, subtotal_cents, discount_cents,
      freight_cents, tax_cents, total_cents)
    select gen_random_uuid(), ${trade.wholesaler.id}, ${trade.retailer.id}, 'OPEN-' || n, true, current_date - 1,
      current_date + 30, 100, 0, 0, 0, 100
    from generate_series(1, ${ROWS - 500}) n`;
}

function probe(word: 'start' | 'stop'): Promise<number> {
  return new Promise((done, fail) => {
    let text = '';
    connect(SOCKET, function send(this: Socket) {
      this.write(word);
    })
      .on('data', (data) => {
        text += data;
      })
      .on('end', () => done(Number(text)))
      .on('error', fail);
  });
}

/** The longest piece of the main thread while a request is served, in milliseconds; the shortest of some rounds. */
async function longestOf(send: () => Promise<Answer>): Promise<{ ms: number; status: number }> {
  let [ms, status] = [Number.POSITIVE_INFINITY, 0];
  for (let n = 0; n < 2 || (n < ROUNDS && ms > MOST_MS); n++) {
    // What is drawn is kept: each round draws it.
    await stage.sql`delete from drawn_documents`;
    await probe('start');
    ({ status } = await send());
    ms = Math.min(ms, await probe('stop'));
  }
  return { ms, status };
}

const ids = [trade.product.id, trade.stockId, trade.retailer.id, trade.wholesaler.id, ...orders];

const made = async (path: string, body: unknown) =>
  ok(await trade.seller.post<{ id: string }>(path, body)).id;
const [invoice] = await stage.sql<{ id: string }[]>`select id from invoices limit 1`;
/** What the first id of an address names, by its first word. */
const byKind: Record<string, string | undefined> = {
  customers: trade.retailer.id,
  suppliers: trade.wholesaler.id,
  products: trade.product.id,
  inventory: trade.stockId,
  orders: orders[0],
  invoices: invoice?.id,
  'price-lists': await made('/api/v1/price-lists', { name: 'Bounds' }),
  market: trade.wholesaler.id,
};

/** The largest body that a schema allows within so many bytes. */
function largest(schema: Schema, bytes: number): string {
  for (let entries = 20_000; entries > 0; entries = Math.floor(entries * 0.7)) {
    const value = atBounds({ document, ids, entries }, schema);
    // A wrong password ends at the confirmation; without a second factor there is no code.
    if (value && typeof value === 'object' && 'password' in value)
      Object.assign(value, { password: PASSWORD, code: undefined });
    const body = JSON.stringify(value);
    if (Buffer.byteLength(body) < bytes) return body;
  }
  return '{}';
}

/** The same with a fault in each entry of its lists. */
const spoiled = (body: string): string =>
  JSON.stringify(
    JSON.parse(body, (_, value) => (Array.isArray(value) ? value.map(() => ({ no: 1 })) : value)),
  );

/** The largest body in CSV: a row of each entry, with all its columns. */
function csvOf(body: string): string | null {
  const list = Object.values(JSON.parse(body) as Record<string, unknown>).find(Array.isArray);
  const [first] = (list ?? []) as Record<string, unknown>[];
  if (!first || typeof first !== 'object') return null;
  const row = Object.values(first).map((value) => (typeof value === 'object' ? '' : String(value)));
  const line = row.join(',');
  const rows = Math.floor(BODIES[1] / (line.length + 1));
  return [Object.keys(first).join(','), ...Array.from({ length: rows }, () => line)].join('\n');
}

/** Without these, requests of the operations after them are 401. */
const ENDS_SESSIONS =
  /logout|sign-out|erase|\/auth\/(?:refresh|password|mfa|sessions)|DELETE \/api\/v1\/entity$/i;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    path,
    entry,
  })),
);

const addressOf = (path: string, entry: Entry) => {
  const parameters = (entry.parameters ?? []).map((one) => resolve(document, one));
  const query = parameters
    .filter(({ in: place, name, required }) => place === 'query' && (required || name === 'limit'))
    .map(({ name, schema }) => {
      const known = resolve(document, schema);
      const value =
        name === 'limit' ? (known.maximum ?? 500) : atBounds({ document, ids, entries: 1 }, schema, 0, 3);
      return `${name}=${encodeURIComponent(String(value))}`;
    });
  const [first] = path.slice('/api/v1/'.length).split('/');
  let at = 0;
  const filled = path.replaceAll(/\{\w+\}/g, () => (at++ === 0 && byKind[first ?? '']) || (ids[at] ?? ''));
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
};

const tooLong: string[] = [];
const report: string[] = [];
/** Operations by the status that a request of theirs came to. */
const reached = new Map<number, Set<string>>();
afterAll(() => {
  const counts = [...reached].map(([status, names]) => `${status}: ${names.size}`).toSorted();
  process.stdout.write(`${[...longestFirst(), `operations by status: ${counts.join(', ')}`].join('\n')}\n`);
});
/** The longest pieces of all. */
function longestFirst(): string[] {
  return report.toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10)).slice(0, 10);
}
async function measure(name: string, send: () => Promise<Answer>): Promise<void> {
  const { ms, status } = await longestOf(send);
  const line = `${Math.round(ms)} ms: ${name} (${status})`;
  report.push(line);
  reached.set(status, (reached.get(status) ?? new Set()).add(name.split(' as ')[0] ?? name));
  if (ms > MOST_MS) tooLong.push(line);
}

function bodiesOf({ requestBody }: Entry): { what: string; options: RequestOptions }[] {
  const content = requestBody?.content ?? {};
  const schema = content['application/json']?.schema;
  if (!schema) return [{ what: '', options: {} }];
  const bodies = BODIES.map((bytes) => largest(schema, bytes));
  const csv = content['text/csv'] ? csvOf(bodies[1] ?? '') : null;
  const headers = { 'content-type': 'text/csv; charset=utf-8' };
  return [
    ...[...new Set(bodies.flatMap((body) => [body, spoiled(body)]))].map((body) => ({
      what: `, ${Math.round(body.length / 1000)} KB`,
      options: { body },
    })),
    ...(csv === null
      ? []
      : [{ what: `, ${Math.round(csv.length / 1000)} KB of CSV`, options: { body: csv, headers } }]),
  ];
}

/** Linux alone counts processor time by thread. */
const COUNTS = existsSync('/proc/self/schedstat');

test.skipIf(!COUNTS).each(operations.map((operation) => [operation.name, operation] as const))(
  'serves %s at its bounds in pieces of at most 100 ms',
  async (name, { method, path, entry }) => {
    if (ENDS_SESSIONS.test(name)) return;
    tooLong.length = 0;
    const callers: [string, Client][] = [
      ['seller', trade.seller],
      ['buyer', trade.buyer],
    ];
    for (const [who, caller] of callers) {
      for (const { what, options } of bodiesOf(entry)) {
        await measure(`${name} as ${who}${what}`, () =>
          caller.send(method.toUpperCase(), addressOf(path, entry), options),
        );
      }
    }
    expect(tooLong).toEqual([]);
  },
);
