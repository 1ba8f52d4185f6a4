import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { foldSales } from '../server/features/orders/figures/totals';
import { program, wholeNumber } from './options';
import { drawPlan, faultsOf, PLAN_SETTINGS, type Plan, withPlans } from './plans';
import { usageOf } from './processes';
import { percentile, writeResults } from './report';
import { type Case, casesOf, mayGrow } from './scale-cases';
import { FILL_SETTINGS, insertScale, type Scale, type ScaleSizes, sizesAt } from './scale-data';
import { fillSearch } from './scale-search';
import { type BenchStage, onStage } from './stage';

interface Options {
  /** Share of the full size. */
  scale: number;
  repeats: number;
  only: string;
  /** Milliseconds that a request may take at p95. */
  limit: number;
  /** Whether the limit is on processor time, which other work on the machine changes less. */
  byCpu: boolean;
  /** Whether a tenth is measured too. */
  tenth: boolean;
  /** Whether the plans are written to `bench/plans`. */
  keepPlans: boolean;
  /** A folder in which the filled databases stay for the next run. */
  keep: string | undefined;
}

interface Timed {
  name: string;
  /** Of the last response. */
  status: number;
  /** Milliseconds of each response, in order of arrival; of an export, until its first bytes. */
  times: number[];
  /** Processor milliseconds of the server and PostgreSQL per request; null where the system doesn't report it. */
  cpu: number | null;
  /** Lines of an export per second. */
  linesPerSecond?: number;
  faults: string[];
}

interface Measured {
  scale: number;
  sizes: ScaleSizes;
  fillSeconds: number;
  cases: Timed[];
}

/** @throws Error naming the option that is wrong and what it should be */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      scale: { type: 'string', default: '1' },
      repeats: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      'keep-plans': { type: 'boolean', default: false },
      keep: { type: 'string' },
      limit: { type: 'string', default: '300' },
      'by-cpu': { type: 'boolean', default: false },
    },
  });
  const scale = values.quick ? 0.02 : Number(values.scale);
  if (!(scale >= 0.001 && scale <= 10)) throw new Error('--scale must be a number from 0.001 to 10');
  const { only, keep } = values;
  const limit = Number(values.limit);
  if (!(limit > 0)) throw new Error('--limit must be a number of milliseconds');
  return {
    limit,
    byCpu: values['by-cpu'],
    scale,
    repeats: wholeNumber('repeats', values.repeats, 100),
    only,
    tenth: !values.quick && !values.alone,
    keepPlans: values['keep-plans'],
    keep,
  };
}

interface Sent {
  status: number;
  /** Milliseconds until the first bytes of the body, and until the last. */
  first: number;
  took: number;
  text: string;
}

async function send(url: string, one: Case, n: number): Promise<Sent> {
  const { method, path, body } = one.write?.(n) ?? { method: 'GET', path: one.path, body: undefined };
  const began = performance.now();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${one.token}`,
      accept: one.accept ?? 'application/json',
      // A connection that was idle while plans were read may be closed just when it is used again.
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const chunks: Uint8Array[] = [];
  let first: number | undefined;
  for await (const chunk of response.body ?? []) {
    first ??= performance.now() - began;
    chunks.push(chunk);
  }
  const took = performance.now() - began;
  const text = Buffer.concat(chunks).toString();
  if (!response.ok) process.stderr.write(`${method} ${path}: ${response.status} ${text.slice(0, 300)}\n`);
  return { status: response.status, first: first ?? took, took, text };
}

/** An export is written while it is read: its reader waits for the first bytes. */
const waitedFor = (one: Case, { first, took }: Sent) => (one.accept ? first : took);

/** Sends each case once to warm up, then repeatedly, and once more to see its plans. */
async function measure(
  stage: BenchStage<Scale>,
  cases: Case[],
  { repeats, keepPlans }: Options,
): Promise<Timed[]> {
  const { sql, logFile } = stage;
  const timed: Timed[] = [];
  const pids = [stage.pid, stage.databasePid];
  let n = 0;
  for (const one of cases) {
    // Else the first case of a table would be measured while its pages come into memory.
    if (!one.once) await send(stage.url, one, n++);
    const before = cpuOf(pids);
    const sent: Sent[] = [];
    while (!one.once && sent.length < repeats && !(sent.at(-1) && isError(sent.at(-1)))) {
      sent.push(await send(stage.url, one, n++));
    }
    const after = cpuOf(pids);
    const last = sent.at(-1);
    timed.push({
      name: one.name,
      status: last?.status ?? 0,
      times: sent.map((each) => waitedFor(one, each)),
      cpu: before === null || after === null || !last ? null : (after - before) / sent.length,
      ...(one.accept &&
        last && { linesPerSecond: Math.round(last.text.split('\n').length / (last.took / 1000)) }),
      faults: [],
    });
    if (!one.once) process.stderr.write(`${lineOf(timed.at(-1) as Timed)}\n`);
  }
  const drawn = new Map<string, string[]>();
  // Jobs' statements would be taken for those of the request that runs beside them.
  const url = await stage.withoutJobs();
  await withPlans(sql, logFile, async (plansOf) => {
    for (const [i, one] of cases.entries()) {
      const result = timed[i] as Timed;
      const plans = await plansOf(async () => {
        const { status, took } = await send(url, one, n++);
        if (!one.once) return;
        result.status = status;
        result.times.push(took);
      });
      result.faults = [...new Set(plans.flatMap(faultsOf))];
      for (const fault of result.faults) process.stderr.write(`${one.name} ${fault}\n`);
      drawn.set(one.name, plans.map(draw));
    }
  });
  if (keepPlans) writePlans(drawn);
  return timed;
}

const isError = (sent: Sent | undefined) => (sent?.status ?? 0) >= 400;

/** @returns processor milliseconds that the processes and their children have used */
function cpuOf(pids: readonly number[]): number | null {
  const usages = pids.map(usageOf);
  return usages.reduce<number | null>((sum, one) => (sum === null || !one ? null : sum + one.cpu), 0);
}

/** The statement's first words say which it is: its text is in the code. */
function draw({ text, root }: Plan): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return `-- ${words.length > 100 ? `${words.slice(0, 100)}…` : words}\n${drawPlan(root)}`;
}

/** Writes a file for each group of cases, the name up to its comma; in it, each plan once. */
function writePlans(drawn: ReadonlyMap<string, string[]>): void {
  const folder = join(process.cwd(), 'bench/plans');
  mkdirSync(folder, { recursive: true });
  const groups = new Map<string, string>();
  const firstOf = new Map<string, string>();
  for (const [name, plans] of drawn) {
    const [group = name] = name.split(',');
    const parts = plans.map((plan) => {
      const first = firstOf.get(group + plan);
      firstOf.set(group + plan, first ?? name);
      return first ? `${plan.split('\n', 1)[0]}\n(as for ${first})` : plan;
    });
    groups.set(group, `${groups.get(group) ?? ''}## ${name}\n${parts.join('\n\n')}\n\n`);
  }
  for (const [group, text] of groups) {
    writeFileSync(join(folder, `${group.replaceAll(/[^a-z]+/gi, '-')}.txt`), `${text.trim()}\n`);
  }
}

async function measureAt(scale: number, options: Options): Promise<Measured> {
  const sizes = sizesAt(scale);
  return onStage(
    (sql, secret) => insertScale(sql, secret, sizes),
    async (stage) => {
      await forgetRecalls(stage.sql);
      await keepWindows(stage.sql);
      const named = casesOf(stage.data).filter(({ name }) => isNamed(name, options.only));
      await fillSearch(stage.sql);
      const cases: Case[] = [];
      for (const one of named) cases.push(await atEnd(stage.url, one));
      const { fillSeconds } = stage;
      return { scale, sizes, fillSeconds, cases: await measure(stage, cases, options) };
    },
    {
      settings: { ...FILL_SETTINGS, ...PLAN_SETTINGS },
      keep: options.keep && join(options.keep, String(sizes.orders)),
    },
  );
}

/** Of an earlier run on a database that was kept. */
async function forgetRecalls(sql: postgres.Sql): Promise<void> {
  await sql`update recalls set closed_at = now() where closed_at is null`;
  await sql`update batches set recall_id = null, held_at = null, hold_reason = null where recall_id is not null`;
  await sql`update stock_levels set blocked = 0 where blocked > 0`;
}

/** Finds the path of a page that is counted from the end. */
async function atEnd(url: string, { pathAtEnd, ...one }: Case): Promise<Case> {
  if (!pathAtEnd) return one;
  const { text } = await send(url, one, 0);
  const { pagination } = JSON.parse(text) as { pagination: { total: number } };
  return { ...one, path: pathAtEnd(pagination.total) };
}

/** As the job does each minute, which may not have begun yet. A database that was kept has rows that the cases of earlier runs wrote. */
async function keepWindows(sql: postgres.Sql): Promise<void> {
  await foldSales(drizzle(sql));
  await sql`vacuum analyze products, product_variants`;
  await sql`vacuum analyze product_windows, sales_windows, product_reach, batch_reach, lot_reach`;
}

/** @param only parts of names, separated by commas */
const isNamed = (name: string, only: string) => only.split(',').some((part) => name.includes(part));

const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`.padStart(9);
const figuresOf = ({ times }: Timed) => [percentile(times, 0.5), percentile(times, 0.95)] as const;

/** @param tenth the same case at a tenth of the size */
function lineOf(one: Timed, tenth?: Timed): string {
  const [p50, p95] = figuresOf(one);
  const before = tenth && figuresOf(tenth);
  const factor = before
    ? `${ms(before[0])} ${ms(before[1])} ${(p50 / before[0]).toFixed(1).padStart(6)}`
    : '';
  const cpu = one.cpu === null ? ''.padStart(9) : ms(one.cpu);
  const lines = one.linesPerSecond ? `  ${one.linesPerSecond} lines/s` : '';
  return `${one.name.padEnd(38)} ${ms(p50)} ${ms(p95)} ${cpu} ${factor}${lines}${one.status < 400 ? '' : `  ${one.status}`}`;
}

async function main(options: Options): Promise<boolean> {
  const { scale } = options;
  const tenth = options.tenth ? await measureAt(scale / 10, { ...options, keepPlans: false }) : undefined;
  const whole = await measureAt(scale, options);
  process.stdout.write(
    `${''.padEnd(38)}       p50       p95       cpu${tenth ? '     tenth     tenth factor' : ''}\n`,
  );
  for (const [i, one] of whole.cases.entries()) process.stdout.write(`${lineOf(one, tenth?.cases[i])}\n`);
  const failed = whole.cases.filter((one) => reportFaults(one, options));
  process.stdout.write(`${writeResults({ options, tenth, whole })}\n`);
  return failed.length === 0;
}

/** Prints what is wrong with a case. @returns whether it fails the run */
function reportFaults(one: Timed, { limit, byCpu }: Options): boolean {
  const took = byCpu ? (one.cpu ?? 0) : figuresOf(one)[1];
  const growing = mayGrow(one.name);
  const slow = took > limit ? [`${ms(took).trim()} ${byCpu ? 'of processor time' : 'at p95'}`] : [];
  const failures = one.status >= 400 ? [`responds with ${one.status}`] : [];
  const found = [...failures, ...slow, ...one.faults];
  if (found.length === 0) return false;
  const isAccepted = growing && failures.length === 0 && took <= (growing.limit ?? limit);
  process.stdout.write(
    `${one.name}: ${found.join('; ')}${isAccepted ? ` (accepted: ${growing.why})` : ''}\n`,
  );
  return !isAccepted;
}

await program(() => main(readOptions(process.argv.slice(2))));
