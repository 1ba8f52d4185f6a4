import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { traceStatement } from '../tracing/trace';
import { openFence } from './fence';
import { ownGeneration } from './lineage';

/** A connection pool or a transaction on it; queries take either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

export interface Database {
  db: Db;
  sql: postgres.Sql;
  /** Waits for running queries for at most five seconds, then closes every connection. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  /** Maximum number of connections. */
  pool: number;
  /** False behind a transaction pooler, which does not support prepared statements. */
  prepare?: boolean;
  /** True for a standby; else a connection that reaches one is dropped before it is used. */
  isReplica?: boolean;
  /** The schema's generation that writes are made for; null where nothing is written. */
  generation?: number | null;
  /** Seconds without a byte of a response after which a connection counts as lost; absent for statements without limit. */
  silence?: number | undefined;
}

/**
 * Seconds of a connection without traffic, after which the kernel asks its peer whether it is still there. A peer that says no, or nothing
 * for ten seconds, is gone.
 */
export const KEEP_ALIVE = 10;

/** Opens a pool; the first query connects. */
export function openDatabase({
  url,
  pool,
  prepare = true,
  isReplica = false,
  generation = isReplica ? null : ownGeneration(),
  silence,
}: DatabaseOptions): Database {
  const sql = postgres(url, {
    max: pool,
    prepare,
    // A pooler hands the server's connection to another client after each response, even if the next statement was
    // already sent: PgBouncer 1.18 then drops the connection (`not linked`).
    ...(!prepare && { max_pipeline: 0 }),
    // After a failover, an address may lead to the former primary for a moment (decision 246): its sessions and stock are out of date.
    target_session_attrs: isReplica ? undefined : 'primary',
    onnotice: () => {},
    idle_timeout: 300,
    connect_timeout: 5,
    keep_alive: KEEP_ALIVE,
    // An option of our patch.
    ...(silence && { silence_timeout: silence }),
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    // Poolers reject other startup parameters; the role carries the settings (server/platform/db/settings.ts).
    connection: { application_name: `tallyleaf/${generation ?? 0}` },
  });
  const db = drizzle(
    tuned(sql, { prepare, fenced: generation === null ? () => null : openFence(generation) }),
  );
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}

interface Tuning {
  prepare: boolean;
  /** Adds the fence to a statement that writes; null for others. */
  fenced: (text: string) => string | null;
  /** Set in a transaction. The fence of its first write holds for all of it, that of a savepoint for the savepoint. */
  transaction?: { isFenced: boolean };
}

/**
 * Drizzle calls `unsafe`, which postgres.js does not prepare by default: that costs an extra round trip and a plan per
 * query. The set of our statements is bounded, so all of them can be prepared. In a transaction, statements go out in the
 * order in which they are made, BEGIN with the first and COMMIT after all of them (`deferred` is of our patch).
 */
function tuned<T extends object>(sql: T, { prepare, fenced, transaction }: Tuning): T {
  const guarded = (text: string) => {
    const withFence = transaction?.isFenced ? null : fenced(text);
    if (withFence !== null && transaction) transaction.isFenced = true;
    return withFence ?? text;
  };
  return new Proxy(sql, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'unsafe') {
        return (text: string, params?: unknown[], options?: object) => {
          const query = value.call(
            target,
            guarded(text),
            params,
            prepare ? { ...options, prepare } : options,
          );
          traceStatement(text, query);
          // A query is sent once it has a handler.
          if (transaction) query.catch(() => {});
          return query;
        };
      }
      if (key === 'begin' || key === 'savepoint') {
        return (...args: unknown[]) => {
          const run = args.pop() as (transaction: object) => unknown;
          const isPlain = key === 'begin' && args.length === 0;
          // Options make a transaction read-only.
          const isFenced = (key === 'begin' && !isPlain) || transaction?.isFenced === true;
          return value.call(target, ...(isPlain ? [{ deferred: true }] : args), (nested: object) =>
            run(tuned(nested, { prepare, fenced, transaction: { isFenced } })),
          );
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

/**
 * Returns the SQLSTATE or socket code of a failure, however deeply wrapped; undefined for failures outside the
 * database.
 */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && (UNREACHABLE.has(code) || /^[0-9A-Z]{5}$/.test(code))) return code;
  }
  return undefined;
}

/** Returns true when the database is unreachable: the response is 503 and the caller may retry. */
export function isUnreachable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  // Class 08 is a lost connection; poolers use 08P01.
  return code !== undefined && (UNREACHABLE.has(code) || code.startsWith('08'));
}

/** Returns true when the server rejects the connection: wrong password or user, or no such database. */
export function isConnectionRejected(error: unknown): boolean {
  return ['28P01', '28000', '3D000'].includes(databaseErrorCode(error) ?? '');
}

/** Returns true for a deadlock or serialization failure: the transaction was rolled back and can be retried. */
export function isRetryable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === '40P01' || code === '40001';
}

/** Returns true when a lock was not acquired within the transaction's lock_timeout. */
export function isLockTimeout(error: unknown): boolean {
  return databaseErrorCode(error) === '55P03';
}

/** Returns the name of the violated unique, foreign-key or check constraint. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const name = (e as { constraint_name?: unknown }).constraint_name;
    if (typeof name === 'string') return name;
  }
  return undefined;
}
