import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { startDatabase } from './database';
import { parentOf } from './processes';
import { type BenchServer, startOurs } from './servers';

/** A filled database and the compiled server on it. */
export interface BenchStage<D> extends Pick<BenchServer, 'url' | 'pid'> {
  /** Of PostgreSQL's first process. */
  databasePid: number;
  sql: postgres.Sql;
  data: D;
  secret: string;
  databaseUrl: string;
  /** DATA_DIR, which ends with the stage. */
  folder: string;
  fillSeconds: number;
  /** Where PostgreSQL writes its log. */
  logFile: string;
  /** Replaces the server by one without jobs. @returns its URL */
  withoutJobs(): Promise<string>;
}

interface StageOptions {
  /** Of PostgreSQL, on top of the bench's own. */
  settings?: Record<string, string>;
  /** A folder in which the filled database stays, and is found filled by the next run. */
  keep?: string | undefined;
  /** True to serve the built pages, too. */
  pages?: boolean;
}

/**
 * Fills a temporary database, runs the server on it, and removes both, whatever happens meanwhile.
 * @returns what `measure` does
 */
export async function onStage<D, R>(
  fill: (sql: postgres.Sql, secret: string) => Promise<D>,
  measure: (stage: BenchStage<D>) => Promise<R>,
  { settings = {}, keep, pages = false }: StageOptions = {},
): Promise<R> {
  const { onStop, stop } = openStops();
  try {
    const database = await startDatabase(settings, keep);
    onStop(database.stop);
    // Filling takes longer than the server lets a statement run.
    const connection = { options: '-c statement_timeout=0' };
    const sql = postgres(database.url, { max: 4, onnotice: () => {}, connection });
    onStop(() => sql.end({ timeout: 5 }));
    const note = keep && join(database.folder, 'filled.json');
    const { secret, data, fillSeconds } = (await readNote<D>(note)) ?? (await fillNow(sql, fill, note));
    const start = (role: 'all' | 'web') =>
      startOurs({ databaseUrl: database.url, secret, folder: database.folder, pages, role });
    let server = await start('all');
    onStop(() => server.stop());
    const { url, pid } = server;
    const withoutJobs = async () => {
      await server.stop();
      server = await start('web');
      return server.url;
    };
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const databasePid = parentOf(backend?.pid ?? 0);
    const { url: databaseUrl, folder, logFile } = database;
    const place = { databaseUrl, folder, logFile };
    return await measure({ url, pid, databasePid, sql, data, secret, fillSeconds, ...place, withoutJobs });
  } finally {
    await stop();
  }
}

/** Keeps what ends the parts of a run: `stop` ends them once, the last first, and so does a signal, which ends the run. */
export function openStops() {
  const stops: Array<() => Promise<void>> = [];
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const abort = (signal: NodeJS.Signals) => {
    console.error(`stopped by ${signal}: nothing of this run counts as measured`);
    void stop().then(() => process.exit(1));
  };
  const stop = async () => {
    for (const end of stops.splice(0).reverse())
      await end().catch((error: Error) => console.error(error.message));
    for (const signal of signals) process.off(signal, abort);
  };
  for (const signal of signals) process.on(signal, abort);
  return { onStop: (end: () => Promise<void>) => void stops.push(end), stop };
}

/** What a filled database holds. */
interface Filled<D> {
  secret: string;
  data: D;
  fillSeconds: number;
}

async function readNote<D>(note: string | undefined): Promise<Filled<D> | undefined> {
  const text = note && (await readFile(note, 'utf8').catch(() => undefined));
  return text ? (JSON.parse(text) as Filled<D>) : undefined;
}

async function fillNow<D>(
  sql: postgres.Sql,
  fill: (sql: postgres.Sql, secret: string) => Promise<D>,
  note: string | undefined,
): Promise<Filled<D>> {
  const secret = randomBytes(32).toString('hex');
  const began = performance.now();
  const data = await fill(sql, secret);
  const fillSeconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(`filled in ${fillSeconds} s\n`);
  if (note) await writeFile(note, JSON.stringify({ secret, data, fillSeconds }));
  return { secret, data, fillSeconds };
}
