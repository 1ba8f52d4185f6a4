import { isUnreachable } from './client';

/**
 * Does work for each item in turn; one that fails doesn't stop the others, unless the database is out of reach.
 * @throws what the first failed with, after all of them
 */
export async function eachAlone<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
