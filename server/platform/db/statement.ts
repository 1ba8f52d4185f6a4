import type { SQL } from 'drizzle-orm';
import type { Db } from './client';

/** The rows of a statement, and how many rows it wrote. */
type Rows<R> = R[] & { count: number };

/** A statement in raw SQL, which tests/integration/db/statements.test.ts prepares against the migrated schema. */
export interface Statement<A extends unknown[], R> {
  /** Runs when it is awaited, as Drizzle's queries do. */
  (db: Db, ...args: A): Promise<Rows<R>>;
  /** The text and parameters. */
  readonly build: (...args: A) => SQL<R>;
  /** Arguments that lead to each form of the text. */
  readonly samples: readonly A[];
}

/**
 * Declares a statement of a `*.sql.ts` file. A statement that waits for row locks or an advisory lock is named `lock…`.
 * @param samples arguments that lead to each form that the text takes: the test prepares every one of them
 * @param build returns the statement; the row type of `sql<Row>` is compared with the columns that PostgreSQL describes
 */
export function statement<A extends unknown[], R>(
  samples: ReadonlyArray<NoInfer<A>>,
  build: (...args: A) => SQL<R>,
): Statement<A, R> {
  const run = (db: Db, ...args: A) => db.execute(build(...args)) as unknown as Promise<Rows<R>>;
  return Object.assign(run, { build, samples });
}
