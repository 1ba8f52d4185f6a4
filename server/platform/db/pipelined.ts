import { databaseErrorCode } from './client';

/** SQLSTATE of a statement in a transaction that an earlier statement has aborted. */
const ABORTED = '25P02';

/**
 * Sends statements of one transaction in one round trip; PostgreSQL runs them in list order, and the first failure
 * aborts the transaction. No statement may need another's result; of a function that sends several, only the first
 * keeps its place. All settle before this returns or throws. Outside a transaction they run concurrently, in no order.
 * @returns the results in list order
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
