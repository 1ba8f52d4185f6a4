import type postgres from 'postgres';
import { expect } from 'vitest';
import { eventually } from './eventually';

/**
 * Sends a request that waits for its business.
 * @param check runs in the transaction that it waits for
 * @returns the response
 */
export async function whileLocked<T>(
  sql: postgres.Sql,
  entityId: string,
  request: () => Promise<T>,
  check: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<T> {
  const sent = await sql.begin(async (tx) => {
    const [me] = await tx<[{ pid: number }]>`
      select pg_backend_pid() as pid from entities where id = ${entityId} for no key update`;
    const response = request();
    await eventually(
      () => sql`select from pg_stat_activity where ${me.pid} = any(pg_blocking_pids(pid))`,
      (rows) => expect(rows).toHaveLength(1),
    );
    await check(tx);
    return { response };
  });
  return sent.response;
}
