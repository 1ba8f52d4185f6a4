import type { Logger } from 'pino';
import postgres from 'postgres';
import type { Env } from '../../kernel/env';

/** Connections of a worker's job pools and their listeners; they bypass the pooler. */
const WORKER = 32;
/** For `/readyz`. */
const PROBE = 1;
/** For sessions and rate limits of a web process; one statement each at a time. */
export const ADMISSION = 2;
/** For migrations, commands and manual inspection. */
const SPARE = 10;

type Shape = Pick<Env, 'ROLE' | 'WEB_CONCURRENCY' | 'DATABASE_POOL' | 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** Returns how many connections the server must allow for this machine's processes. */
export function connectionsNeeded(env: Shape): number {
  const { ROLE, WEB_CONCURRENCY, DATABASE_POOL } = env;
  // With several web processes the first one keeps a pool for the worker and for start-up.
  const processes = ROLE === 'worker' || WEB_CONCURRENCY === 1 ? 1 : WEB_CONCURRENCY + 1;
  const isPooled = env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_DIRECT_URL !== env.DATABASE_URL;
  return (
    (isPooled ? 0 : processes * (DATABASE_POOL + PROBE + ADMISSION)) + (ROLE === 'web' ? 0 : WORKER) + SPARE
  );
}

/** Warns when this machine's processes could open more connections than the server allows. */
export async function checkConnections(url: string, env: Shape, log: Logger): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [{ allowed }] = await sql<[{ allowed: number }]>`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`;
    const needed = connectionsNeeded(env);
    if (needed <= allowed) return;
    log.warn(
      { needed, allowed, pool: env.DATABASE_POOL, webs: env.WEB_CONCURRENCY },
      `this machine may need ${needed} database connections and max_connections allows ${allowed}: ` +
        'lower DATABASE_POOL or WEB_CONCURRENCY, raise max_connections, or use a pooler',
    );
  } finally {
    await sql.end({ timeout: 5 });
  }
}
