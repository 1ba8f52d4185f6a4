import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

/** A connection pool or a transaction on it; queries take either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

export interface Database {
  db: Db;
  sql: postgres.Sql;
  /** Waits for running queries, at most five seconds, and closes every connection. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  /** Connections at most. */
  pool: number;
  /** False behind a transaction pooler, which cannot keep prepared statements. */
  prepare?: boolean;
}

/** Opens a pool; nothing is connected before the first query. */
export function openDatabase({ url, pool, prepare = true }: DatabaseOptions): Database {
  const sql = postgres(url, {
    max: pool,
    prepare,
    // A pooler gives the server's connection to another client after each response, though the next statement may have
    // been sent already: PgBouncer 1.18 then drops the connection (`not linked`).
    ...(!prepare && { max_pipeline: 0 }),
    onnotice: () => {},
    idle_timeout: 300,
    connect_timeout: 5,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    // Nothing else: poolers reject other startup parameters. The role has its settings (server/platform/db/settings.ts).
    connection: { application_name: 'tallyleaf' },
  });
  const db = drizzle(prepare ? preparing(sql) : sql);
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}

/**
 * Drizzle sends each statement by `unsafe`, which postgres.js does not prepare unless told to: that costs a
 * further round trip and a plan for each query. The set of our statements is bounded, so all may be prepared.
 */
function preparing<T extends object>(sql: T): T {
  return new Proxy(sql, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'unsafe') {
        return (query: string, params?: unknown[], options?: object) =>
          value.call(target, query, params, { ...options, prepare: true });
      }
      if (key === 'begin' || key === 'savepoint') {
        return (...args: unknown[]) => {
          const run = args.pop() as (transaction: object) => unknown;
          return value.call(target, ...args, (transaction: object) => run(preparing(transaction)));
        };
      }
      return value;
    },
  });
}

const UNREACHABLE = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** The SQLSTATE or socket code of a failure, wherever it is wrapped; undefined when it is not the database's. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && (UNREACHABLE.has(code) || /^[0-9A-Z]{5}$/.test(code))) return code;
  }
  return undefined;
}

/** True when the database cannot be reached just now: the answer is 503 and the caller may try again. */
export function isUnreachable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  // Class 08 is a connection's end; poolers say 08P01.
  return code !== undefined && (UNREACHABLE.has(code) || code.startsWith('08'));
}

/** True when the server answers but does not let us in: a wrong password or user, or no such database. */
export function isRefusal(error: unknown): boolean {
  return ['28P01', '28000', '3D000'].includes(databaseErrorCode(error) ?? '');
}

/** True for a deadlock or serialization failure, whose transaction was rolled back whole and may be run again. */
export function isRetryable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === '40P01' || code === '40001';
}

/** True when a lock was not to be had within the transaction's lock_timeout. */
export function isLockTimeout(error: unknown): boolean {
  return databaseErrorCode(error) === '55P03';
}

/** The name of the violated constraint, for a unique, foreign-key or check violation. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const name = (e as { constraint_name?: unknown }).constraint_name;
    if (typeof name === 'string') return name;
  }
  return undefined;
}
