import { deepStrictEqual } from 'node:assert';
import type postgres from 'postgres';
import type { BenchRequest, Scenario } from './scenarios';

/** Tables that a write adds rows to, with the column that orders them. */
const TABLES = {
  inventory_movements: 'position',
  audit_log: 'id',
  events: 'id',
  orders: 'id',
  order_items: 'id',
  order_allocations: 'order_item_id',
  order_history: 'id',
} as const;

/** Stock changes between the two calls. */
const MOVING = new Set([
  ...['quantity', 'reserved_quantity', 'available_quantity', 'previous_quantity', 'sellable_quantity'],
  ...['unassigned_quantity', 'quantity_after', 'reserved_after', 'position'],
]);
const ORDER_QUANTITY = new Set(['order_items', 'order_allocations']);

interface Trace {
  answer: unknown;
  /** What the call left in each table. */
  rows: Record<string, unknown[]>;
}

/** A request of one side. */
interface Asked {
  scenario: Scenario;
  url: string;
  sql: postgres.Sql;
}

/**
 * Calls both servers once and compares: a read's responses must be the same text except for ids and times, since each side has
 * data of its own; a write's responses and rows the same except for these and the stock that moved.
 * @throws Error showing where they differ
 */
export async function verifyScenario(ours: Asked, bare: Asked): Promise<void> {
  const { title, writes, status } = ours.scenario;
  if (writes) {
    same(await trace(bare), await trace(ours), `${title}: the responses or rows differ`);
    return;
  }
  const [own, other] = await Promise.all(
    [ours, bare].map(async ({ scenario, url }) => {
      const { text, ...rest } = await send(url, scenario.request(0, 1, 3));
      return {
        ...rest,
        text: text
          .replaceAll(CURSOR, '"next_cursor":"…"')
          .replaceAll(ANY_ID, '<id>')
          .replaceAll(ANY_TIME, '<time>'),
      };
    }),
  );
  same(other, own, `${title}: the responses differ`);
  same(own?.status, status, `${title} was rejected: ${own?.text}`);
}

const CURSOR = /"next_cursor":"[^"]*"/g;
const ANY_ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const ANY_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g;

function same(bare: unknown, ours: unknown, fault: string): void {
  try {
    deepStrictEqual(bare, ours);
  } catch (error) {
    throw new Error(`${fault} (+ bare, - ours)\n${(error as Error).message}`);
  }
}

async function send(url: string, { method, path, headers, body }: BenchRequest) {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, text: await response.text() };
}

async function trace({ scenario, url, sql }: Asked): Promise<Trace> {
  const before = await countRows(sql);
  const { status, text } = await send(url, scenario.request(0, 1, 0));
  same(status, scenario.status, `${scenario.title} was rejected: ${text}`);
  const after = await countRows(sql);
  const rows: Trace['rows'] = {};
  for (const [table, column] of Object.entries(TABLES)) {
    const added = (after[table] ?? 0) - (before[table] ?? 0);
    const newest = await sql<{ row: object }[]>`
      select to_jsonb(t) as row from ${sql(table)} t order by ${sql(column)} desc limit ${added}`;
    const keep = ORDER_QUANTITY.has(table);
    rows[table] = newest.map(({ row }) => JSON.stringify(row, (...pair) => masked(pair, keep))).sort();
  }
  const keep = scenario.name === 'order';
  return { answer: JSON.stringify(JSON.parse(text), (...pair) => masked(pair, keep)), rows };
}

async function countRows(sql: postgres.Sql): Promise<Record<string, number>> {
  const counts = await Promise.all(
    Object.keys(TABLES).map((table) => sql<{ n: number }[]>`select count(*)::int as n from ${sql(table)}`),
  );
  return Object.fromEntries(Object.keys(TABLES).map((table, i) => [table, counts[i]?.[0]?.n ?? 0]));
}

const VARYING: [RegExp, string][] = [
  [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '<id>'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.?\d*(Z|\+00:00)$/, '<time>'],
  [/^eyJ[\w-]+(\.[\w-]+){2}$/, '<token>'],
  [/^\\x[0-9a-f]{64}$/, '<digest>'],
  // Of what an audit row says, before it is erased.
  [/^\\x[0-9a-f]{32}$/, '<salt>'],
  [/^ORD-\d{8}-[0-9A-Z]{6}$/, '<number>'],
];

function masked([key, value]: [string, unknown], keepQuantity: boolean): unknown {
  if (typeof value === 'number' && MOVING.has(key) && !(keepQuantity && key === 'quantity')) return '<stock>';
  // Assigned after the commit, when the outbox is read next.
  if (key === 'sequence') return '<sequence>';
  if (typeof value !== 'string') return value;
  return VARYING.find(([pattern]) => pattern.test(value))?.[1] ?? value;
}
