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

/**
 * Fills a temporary database, runs the server on it, and removes both, whatever happens meanwhile.
 * @param settings of PostgreSQL, on top of the bench's own
 * @param keep a folder in which the filled database stays, and is found filled by the next run
 * @param pages true to serve the built pages, too
 */
export async function onStage<D>(
  fill: (sql: postgres.Sql, secret: string) => Promise<D>,
  measure: (stage: BenchStage<D>) => Promise<void>,
  settings: Record<string, string> = {},
  keep?: string,
  pages = false,
): Promise<void> {
  const database = await startDatabase(settings, keep);
  const stops = [database.stop];
  const stop = async () => {
    for (const end of stops.splice(0).reverse())
      await end().catch((error: Error) => console.error(error.message));
  };
  const abort = () => void stop().then(() => process.exit(1));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, abort);
  try {
    // Filling takes longer than the server lets a statement run.
    const connection = { options: '-c statement_timeout=0' };
    const sql = postgres(database.url, { max: 4, onnotice: () => {}, connection });
    stops.push(() => sql.end({ timeout: 5 }));
    const note = keep && join(database.folder, 'filled.json');
    const { secret, data, fillSeconds } = (await readNote<D>(note)) ?? (await fillNow(sql, fill, note));
    const start = (role: 'all' | 'web') =>
      startOurs({ databaseUrl: database.url, secret, folder: database.folder, pages, role });
    let server = await start('all');
    stops.push(() => server.stop());
    const { url, pid } = server;
    const withoutJobs = async () => {
      await server.stop();
      server = await start('web');
      return server.url;
    };
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const databasePid = parentOf(backend?.pid ?? 0);
    const { url: databaseUrl, folder, logFile } = database;
    await measure({
      url,
      pid,
      databasePid,
      sql,
      data,
      secret,
      databaseUrl,
      folder,
      fillSeconds,
      logFile,
      withoutJobs,
    });
  } finally {
    await stop();
    for (const signal of signals) process.off(signal, abort);
  }
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
