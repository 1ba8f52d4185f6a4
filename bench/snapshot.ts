import { deepStrictEqual } from 'node:assert';
import type postgres from 'postgres';
import { addDays, dateIn, startOfDay } from '../server/kernel/clock';
import { as, call } from './http';
import { program, readArgs } from './options';
import { median, writeResults } from './report';
import { type Archive, DAYS, insertArchive, insertStockTotals } from './snapshot-data';
import { onStage } from './stage';

const TIMEZONE = 'America/Los_Angeles';
const LIMIT = 50;

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
  const headers = as({ token: one.scope === 'limited member' ? tokens.limited : tokens.owner });
  const ask = async (page: number) => {
    const query = new URLSearchParams({ date: one.date, page: String(page), limit: String(LIMIT) });
    if (one.scope === 'location') query.set('location_id', locationIds[3] ?? '');
    const path = `/api/v1/inventory/snapshot${one.operation === 'comparison' ? '/comparison' : ''}?${query}`;
    const began = performance.now();
    const answer = await call<{ data: Row[]; pagination: { total: number } }>(url, { path, headers });
    return { took: performance.now() - began, ...answer };
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
  const [middle, worst] = [median(times), Math.max(...times)].map((ms) => `${ms.toFixed(0)} ms`.padStart(8));
  const name = `${operation}, ${day}, ${scope}, ${page} page of ${Math.ceil(total / LIMIT)}`;
  return `${name.padEnd(72)} ${middle} ${worst}`;
}

await program(async () => {
  const options = readArgs({ items: [1_000_000, 10_000_000], moves: [10, 1000], repeats: [5, 100] });
  const fill = async (sql: postgres.Sql, secret: string) => {
    const archive = await insertArchive(sql, secret, { items: options.items, movesPerItem: options.moves });
    await insertStockTotals(sql);
    return archive;
  };
  return onStage(fill, async ({ url, sql, data, fillSeconds }) => {
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
    return true;
  });
});
