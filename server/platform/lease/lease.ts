import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { type Db, isUnreachable } from '../db/client';

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

interface Take {
  /** Further columns to set, such as the number of attempts. */
  set?: SQL;
  /** Joins another table. */
  from?: SQL;
  /** Which rows may be taken. */
  where: SQL;
  returning: SQL;
}

/**
 * Leases on the rows of one table with the columns `id`, `lease_token` and `lease_until`. At most one process holds a
 * row; a dead process's lease expires after 15 seconds. In every condition the row has the alias `t`.
 */
export class Leases<L extends Leased> {
  /** @param held SQL condition, besides the token, under which the holder may change the row */
  constructor(
    private readonly table: SQL,
    private readonly held: (leased: L) => SQL = () => sql`true`,
  ) {}

  /** Takes a row. @returns null when it doesn't match or another process holds it */
  async take<R extends object>(db: Db, id: string, { set, from, where, returning }: Take) {
    const token = v7();
    const more = set ? sql`${set},` : sql``;
    const [row] = await db.execute<R & Record<string, unknown>>(sql`
      update ${this.table} t set ${more} lease_token = ${token}, lease_until = now() + ${TERM}
      ${from ? sql`from ${from}` : sql``}
      where t.id = ${id} and ${where} and (t.lease_token is null or t.lease_until < now()) returning ${returning}`);
    return row ? { ...(row as R), id, token } : null;
  }

  /** Changes a leased row in the transaction of the recorded work, and renews the lease. @throws LeaseLost */
  async update<R extends object>(
    db: Db,
    leased: L,
    set: SQL,
    { where = sql`true`, returning = sql`t.id` }: { where?: SQL; returning?: SQL } = {},
  ): Promise<R> {
    const [row] = await db.execute<R & Record<string, unknown>>(sql`
      update ${this.table} t set ${set}, lease_until = now() + ${TERM}
      where t.id = ${leased.id} and t.lease_token = ${leased.token} and ${this.held(leased)} and ${where}
      returning ${returning}`);
    if (!row) throw new LeaseLost();
    return row as R;
  }

  /** @throws LeaseLost */
  async renew(db: Db, leased: L): Promise<void> {
    await this.update(db, leased, sql`lease_token = t.lease_token`);
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

  /**
   * Releases a row; does nothing when the lease is lost. Retried after a lost connection: until the lease expires, no
   * other process may work on the row.
   * @param until SQL: when the row counts as abandoned unless a process takes it
   */
  async release(db: Db, leased: L, until: SQL, set?: SQL): Promise<void> {
    const more = set ? sql`${set},` : sql``;
    for (let tries = 1; ; tries++) {
      try {
        await db.execute(sql`
          update ${this.table} t set ${more} lease_token = null, lease_until = ${until}
          where t.id = ${leased.id} and t.lease_token = ${leased.token} and ${this.held(leased)}`);
        return;
      } catch (error) {
        if (tries === RELEASE_TRIES || !isUnreachable(error)) throw error;
        await delay(RELEASE_PAUSE_MS);
      }
    }
  }
}
