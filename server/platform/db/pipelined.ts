import { databaseErrorCode } from './client';

/** PostgreSQL's code for a statement of a transaction that an earlier statement has aborted. */
const ABORTED = '25P02';

/**
 * Sends statements of one transaction without waiting between them, in one round trip. PostgreSQL runs them in the order
 * of the list; the first failure aborts the transaction.
 * - No statement may need the result of another. Of a function that sends several, only the first is in that order.
 * - All settle before this returns or throws, so that none reaches the connection after its transaction has ended.
 * Outside a transaction they run side by side on several connections, in no order.
 * @returns the results in the order of the list
 * @throws the failure that aborted the others, or else the first of the list
 */
export async function pipelined<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw failures.find((one) => databaseErrorCode(one) !== ABORTED) ?? failures[0];
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}
