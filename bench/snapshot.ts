import { deepStrictEqual } from 'node:assert';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { addDays, dateIn, startOfDay } from '../server/kernel/clock';
import { percentile, writeResults } from './report';
import { type Archive, DAYS, insertArchive } from './snapshot-data';
import { onStage } from './stage';

const TIMEZONE = 'America/Los_Angeles';
const LIMIT = 50;

interface Options {
  items: number;
  moves: number;
  repeats: number;
}

interface Case {
  operation: 'snapshot' | 'comparison';
  date: string;
  day: string;
  scope: 'all' | 'location' | 'limited member';
  page: 'first' | 'middle' | 'last';
}

interface Timed extends Case {
  total: number;
  /** Milliseconds of each response over HTTP, in order of arrival. */
  times: number[];
}

interface Row {
  id: string;
  quantity: number;
}

/** @throws Error naming the option that is wrong and what it should be */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      items: { type: 'string', default: '1000000' },
      moves: { type: 'string', default: '10' },
      repeats: { type: 'string', default: '5' },
    },
  });
  const read = (name: keyof Options, max: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= 1 && value <= max) return value;
    throw new Error(`--${name} must be a whole number from 1 to ${max}`);
  };
  return { items: read('items', 10_000_000), moves: read('moves', 1000), repeats: read('repeats', 100) };
}

function casesOf(today: string): Case[] {
  const days = [
    ['today', today],
    ['last month', addDays(today, -30)],
    ['near the beginning', addDays(today, 20 - DAYS)],
  ] as const;
  const cases: Case[] = [];
  for (const [day, date] of days) {
    for (const scope of ['all', 'location', 'limited member'] as const) {
      for (const page of ['first', 'middle', 'last'] as const) {
        cases.push({ operation: 'snapshot', date, day, scope, page });
      }
    }
  }
  const [, [day, date]] = days;
  for (const page of ['first', 'last'] as const) {
    cases.push({ operation: 'comparison', date, day, scope: 'all', page });
  }
  return cases;
}

/** Times a page repeatedly. @throws Error when a response differs from the ledger */
async function time(
  url: string,
  sql: postgres.Sql,
  { tokens, locationIds }: Archive,
  one: Case,
  repeats: number,
): Promise<Timed> {
  const headers = {
    authorization: `Bearer ${one.scope === 'limited member' ? tokens.limited : tokens.owner}`,
  };
  const ask = async (page: number) => {
    const query = new URLSearchParams({ date: one.date, page: String(page), limit: String(LIMIT) });
    if (one.scope === 'location') query.set('location_id', locationIds[3] ?? '');
    const path = `/api/v1/inventory/snapshot${one.operation === 'comparison' ? '/comparison' : ''}`;
    const began = performance.now();
    const response = await fetch(`${url}${path}?${query}`, { headers });
    const text = await response.text();
    const took = performance.now() - began;
    if (!response.ok) throw new Error(`${path}?${query} responds with ${response.status}: ${text}`);
    return { took, ...(JSON.parse(text) as { data: Row[]; pagination: { total: number } }) };
  };
  const { total } = (await ask(1)).pagination;
  const last = Math.max(1, Math.ceil(total / LIMIT));
  const page = { first: 1, middle: Math.ceil(last / 2), last }[one.page];
  const times: number[] = [];
  for (let n = 0; n < repeats; n++) {
    const answer = await ask(page);
    times.push(answer.took);
    if (n === 0) await verify(sql, one, answer.data);
  }
  return { ...one, total, times };
}

/** Each row's quantity must be the sum of its ledger up to the end of the day. */
async function verify(sql: postgres.Sql, { date }: Case, data: readonly Row[]): Promise<void> {
  const end = startOfDay(TIMEZONE, addDays(date, 1));
  const sums = await sql<Row[]>`
    select item_id as id, sum(delta)::int as quantity from inventory_movements
    where item_id = any(${data.map((row) => row.id)}::uuid[]) and created_at < ${end} group by item_id`;
  const summed = new Map(sums.map((row) => [row.id, row.quantity]));
  deepStrictEqual(
    data.map((row) => row.quantity),
    data.map((row) => summed.get(row.id) ?? 0),
  );
}

function lineOf({ operation, day, scope, page, total, times }: Timed): string {
  const [middle, worst] = [percentile(times, 0.5), Math.max(...times)].map((ms) =>
    `${ms.toFixed(0)} ms`.padStart(8),
  );
  const name = `${operation}, ${day}, ${scope}, ${page} page of ${Math.ceil(total / LIMIT)}`;
  return `${name.padEnd(72)} ${middle} ${worst}`;
}

async function main(options: Options): Promise<void> {
  const fill = (sql: postgres.Sql, secret: string) =>
    insertArchive(sql, secret, { items: options.items, movesPerItem: options.moves });
  await onStage(fill, async ({ url, sql, data, fillSeconds }) => {
    const cases: Timed[] = [];
    for (const one of casesOf(dateIn(TIMEZONE))) {
      const timed = await time(url, sql, data, one, options.repeats);
      cases.push(timed);
      process.stdout.write(`${lineOf(timed)}\n`);
    }
    const [version] = await sql`show server_version`;
    const slowest = Math.max(...cases.flatMap((one) => one.times));
    const results = { postgres: version?.server_version, options, fillSeconds, limit: LIMIT, slowest, cases };
    process.stdout.write(`slowest response ${slowest.toFixed(0)} ms\n${writeResults(results)}\n`);
  });
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
