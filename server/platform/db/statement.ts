import { QueryPromise, type SQL } from 'drizzle-orm';
import type postgres from 'postgres';
import type { Db } from './client';
import { render } from './render';

/** Rows of a statement, and the number of rows it wrote. */
type Rows<R> = R[] & { count: number };

/** A statement in raw SQL, which tests/integration/db/statements.test.ts prepares against the migrated schema. */
export interface Statement<A extends unknown[], R, Result = Rows<R>> {
  /** Runs when awaited, like Drizzle's queries. */
  (db: Db, ...args: A): Promise<Result>;
  /** The text and parameters. */
  readonly build: (...args: A) => SQL<R>;
  /** Arguments that produce each form of the text. */
  readonly samples: readonly A[];
}

/**
 * Declares a statement of a `*.sql.ts` file. Statements that wait for row locks or an advisory lock are named `lock…`.
 * @param samples arguments that produce each form of the text: the test prepares all of them
 * @param build returns the statement; the row type of `sql<Row>` is compared with the columns that PostgreSQL describes
 */
export function statement<A extends unknown[], R>(
  samples: ReadonlyArray<NoInfer<A>>,
  build: (...args: A) => SQL<R>,
): Statement<A, R> {
  const run = (db: Db, ...args: A): Promise<Rows<R>> => new Prepared<Rows<R>>(db, build(...args));
  return Object.assign(run, { build, samples });
}

/** The same, whose rows are made into something else. */
export function mappedStatement<A extends unknown[], R, T>(
  samples: ReadonlyArray<NoInfer<A>>,
  build: (...args: A) => SQL<R>,
  map: (row: R) => T,
): Statement<A, R, T[]> {
  const run = (db: Db, ...args: A): Promise<T[]> =>
    new Prepared<T[]>(db, build(...args), (rows) => (rows as R[]).map(map));
  return Object.assign(run, { build, samples });
}

/** What of a pool or a transaction runs a statement: without Drizzle's result mapping, which raw SQL has no use for. */
interface Session {
  client: postgres.Sql;
}

class Prepared<Result> extends QueryPromise<Result> {
  constructor(
    private readonly db: Db,
    private readonly query: SQL,
    private readonly map: ((rows: unknown) => Result) | null = null,
  ) {
    super();
  }

  override execute(): Promise<Result> {
    const { client } = this.db._.session as unknown as Session;
    const { sql, params } = render(this.query);
    const rows = client.unsafe(sql, params as never[]);
    return (this.map ? rows.then(this.map) : rows) as unknown as Promise<Result>;
  }
}
