import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { startPooler } from '../tests/setup/pooler';
import { insertData } from './data';
import { startDatabase } from './database';
import type { Options } from './options';
import { parentOf } from './processes';
import type { Side } from './report';
import { type Scenario, scenariosOf } from './scenarios';
import { type BenchServer, POOL, startBare, startOurs } from './servers';

/** A server with a cluster and data of its own: what one side writes makes nothing dearer for another. */
export interface OpenSide extends BenchServer {
  sql: postgres.Sql;
  /** The server of its cluster. */
  databasePid: number;
  scenarios: Scenario[];
}

/** Opens the sides that take part. @param onStop takes what ends each part, in the order of starts */
export async function openSides(
  { processes, sellers, before, pooler }: Options,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Partial<Record<Side, OpenSide>>> {
  const open = async (program: string | null, start: (cluster: Cluster) => Promise<BenchServer>) => {
    const cluster = await openCluster(processes, program, onStop, sellers);
    const server = await start(cluster);
    onStop(server.stop);
    return { ...cluster, ...server };
  };
  const started = (cluster: Cluster) => startOurs({ ...cluster, processes });
  const pooled = async (cluster: Cluster) => {
    const isPrepared = pooler === 'prepared';
    const { port, stop } = await startPooler(cluster.databaseUrl, isPrepared);
    onStop(stop);
    return startOurs({ ...cluster, processes, pooler: { port, isPrepared } });
  };
  const program = before && resolve(before);
  return {
    ours: await open(null, pooler ? pooled : started),
    bare: await open(null, ({ databaseUrl: url, data: { wholesaler, retailer } }) =>
      startBare({ url, pool: POOL, processes, wholesaler, retailer }),
    ),
    ...(pooler && { before: await open(null, started) }),
    ...(program && {
      before: await open(program, (cluster) =>
        startOurs({ ...cluster, processes, program: join(program, 'main.js') }),
      ),
    }),
  };
}

type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Opens a cluster and data of one side. @param program the folder of the build that makes the schema; this build when null */
export async function openCluster(
  processes: number,
  program: string | null,
  onStop: (stop: () => Promise<void>) => void,
  sellers = 1,
) {
  // The embedded 100 connections are too few for several processes.
  const settings = { max_connections: String(100 * processes) };
  const { url, folder, stop } = await startDatabase(settings, undefined, program === null);
  onStop(stop);
  const secret = randomBytes(32).toString('hex');
  if (program !== null) {
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production' as const,
      DATABASE_URL: url,
      DATA_DIR: folder,
      PUBLIC_URL: 'http://127.0.0.1',
      AUTH_SECRET: secret,
    };
    execFileSync(process.execPath, [join(program, 'cli.js'), 'migrate'], { cwd: folder, env });
  }
  const sql = postgres(url, { max: 4, onnotice: () => {} });
  onStop(() => sql.end({ timeout: 5 }));
  const data = await insertData(sql, secret, sellers);
  const [row] = await sql`select pg_backend_pid() as pid`;
  const databasePid = parentOf(Number(row?.pid));
  return { databaseUrl: url, folder, sql, secret, data, databasePid, scenarios: scenariosOf(data) };
}
