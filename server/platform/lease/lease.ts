import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import { type Db, isUnreachable } from '../db/client';
import { ID } from '../db/samples';
import { type Statement, statement } from '../db/statement';

/** How long a row stays leased after its holder's last renewal. */
const TERM = sql`interval '15 seconds'`;
const RENEW_MS = 4000;
const RELEASE_TRIES = 3;
const RELEASE_PAUSE_MS = 300;

/** SQL: the row's holder (alias `t`) has died, or its job was lost. */
export const ABANDONED = sql`t.lease_until < now() - interval '3 seconds'`;

/** A row that one process works on. */
export interface Leased {
  id: string;
  /** Proves who holds the lease. */
  token: string;
}

/** Another process holds the lease, or the row changed so that no work is left. */
export class LeaseLost extends Error {}

interface Take<R> {
  /** Further columns to set, such as the number of attempts. */
  set?: SQL;
  /** Joins another table. */
  from?: SQL;
  /** Which rows may be taken. */
  where: SQL;
  returning: SQL<R>;
  /** Passes over a row that a transaction of its holder works on (`hold`), however long ago the lease was renewed. A free row is taken. */
  skipsHeld?: true;
}

/** What tests prepare the statements with. */
const SAMPLE: Leased = { id: ID, token: ID };

/**
 * Declares, in a `*.sql.ts` file, statements that lease the rows of one table with the columns `id`, `lease_token` and
 * `lease_until`. At most one process holds a row; a dead process's lease expires after 15 seconds (decision 159). In
 * every condition the row has the alias `t`.
 */
export class Leases<L extends Leased = Leased> {
  /** Renews a lease. @throws LeaseLost */
  readonly renew: Statement<[leased: L], unknown, unknown>;
  /**
   * Begins a transaction of the holder: until it ends, no process takes the row (`skipsHeld`), while renewals pass. @throws LeaseLost
   */
  readonly hold: Statement<[leased: L], unknown, unknown>;

  /**
   * @param held SQL condition, besides the token, under which the holder may change the row
   * @param sample what `held` reads of a leased row, for the test that prepares the statements
   */
  constructor(
    private readonly table: SQL,
    private readonly held: (leased: L) => SQL,
    private readonly sample: Omit<L, keyof Leased>,
  ) {
    this.renew = this.change([[]], () => sql`lease_token = t.lease_token`);
    const lock = statement(
      this.sampled([[] as []]),
      (leased: L) => sql`select t.id from ${this.table} t where ${this.isHeldBy(leased)} for key share`,
    );
    const hold = async (db: Db, leased: L) => {
      const [row] = await lock(db, leased);
      if (!row) throw new LeaseLost();
      return row;
    };
    this.hold = Object.assign(hold, { build: lock.build, samples: lock.samples });
  }

  /** Declares how to take a row. The statement returns null when it doesn't match or another process holds it. */
  take<R>({
    set,
    from,
    where,
    returning,
    skipsHeld,
  }: Take<R>): Statement<[id: string], R & Leased, (R & Leased) | null> {
    const more = set ? sql`${set},` : sql``;
    const unheld = (id: string) =>
      skipsHeld
        ? sql`and (t.lease_token is null
          or t.id in (select u.id from ${this.table} u where u.id = ${id} for update skip locked))`
        : sql``;
    const run = statement(
      [[ID]],
      (id: string) => sql<R & Leased>`
      update ${this.table} t set ${more} lease_token = ${newId()}, lease_until = clock_timestamp() + ${TERM}
      ${from ? sql`from ${from}` : sql``}
      where t.id = ${id} and ${where} ${unheld(id)} and (t.lease_token is null or t.lease_until < now())
      returning t.id, t.lease_token as token, ${returning}`,
    );
    const take = async (db: Db, id: string) => (await run(db, id))[0] ?? null;
    return Object.assign(take, { build: run.build, samples: run.samples });
  }

  /**
   * Declares a change of a leased row, for the transaction of the recorded work. It renews the lease.
   * The statement throws LeaseLost.
   */
  change<A extends unknown[], R = unknown>(
    samples: ReadonlyArray<NoInfer<A>>,
    set: (...args: A) => SQL,
    { where = sql`true`, returning }: { where?: SQL; returning?: SQL<R> } = {},
  ): Statement<[leased: L, ...A], R, R> {
    const run = statement(
      this.sampled(samples),
      (leased: L, ...args: A) => sql<R>`
      update ${this.table} t set ${set(...args)}, lease_until = clock_timestamp() + ${TERM}
      where ${this.isHeldBy(leased)} and ${where} returning ${returning ?? sql`t.id`}`,
    );
    const change = async (db: Db, leased: L, ...args: A) => {
      const [row] = await run(db, leased, ...args);
      if (!row) throw new LeaseLost();
      return row;
    };
    return Object.assign(change, { build: run.build, samples: run.samples });
  }

  /**
   * Declares how to release a row; the statement does nothing when the lease is lost. It is retried after a lost
   * connection: until the lease expires, no other process may work on the row.
   * @param how `until`: when the row counts as abandoned unless a process takes it
   */
  release<A extends unknown[]>(
    samples: ReadonlyArray<NoInfer<A>>,
    how: (...args: A) => { until: SQL; set?: SQL },
  ): Statement<[leased: L, ...A], unknown, void> {
    const run = statement(this.sampled(samples), (leased: L, ...args: A) => {
      const { until, set } = how(...args);
      const more = set ? sql`${set},` : sql``;
      return sql`
      update ${this.table} t set ${more} lease_token = null, lease_until = ${until} where ${this.isHeldBy(leased)}`;
    });
    const release = async (db: Db, leased: L, ...args: A) => {
      for (let tries = 1; ; tries++) {
        try {
          await run(db, leased, ...args);
          return;
        } catch (error) {
          if (tries === RELEASE_TRIES || !isUnreachable(error)) throw error;
          await delay(RELEASE_PAUSE_MS);
        }
      }
    };
    return Object.assign(release, { build: run.build, samples: run.samples });
  }

  /** Renews the lease every four seconds while `work` runs. */
  async whileHeld<T>(db: Db, leased: L, work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      // The next renewal makes up for a failed one; when all fail, the work's own statements detect it.
      this.renew(db, leased).catch(() => {});
    }, RENEW_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  private isHeldBy(leased: L): SQL {
    return sql`t.id = ${leased.id} and t.lease_token = ${leased.token} and ${this.held(leased)}`;
  }

  private sampled<A extends unknown[]>(samples: readonly A[]): Array<[L, ...A]> {
    return samples.map((args) => [{ ...SAMPLE, ...this.sample } as L, ...args]);
  }
}
