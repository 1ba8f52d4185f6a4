import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isAppError } from '../../kernel/errors';
import { Batches } from './batches';
import { type Database, type Db, databaseErrorCode, isConnectionRejected, isUnreachable } from './client';
import { Probe } from './probe';
import { type Isolation, lookAndBegin, type Position, positionOfPrimary } from './replica.sql';

/** Why the primary served a read. */
type Reason = 'behind' | 'unreachable' | 'unusable' | 'failed';
export type ReplicaOutcome = 'replica' | Reason;

/** Pauses (ms) between looks at a replica that is behind; after the last one the primary serves the read. */
const PAUSES_MS = [2, 4, 8, 16, 32, 64];
/** How long (ms) a replica that was behind gets a single look per read. */
const IMPATIENT_MS = 1_000;
/** Time (ms) for a look at the replica, connecting included. */
const LOOK_MS = 1_000;
const WATCH_MS = 2_000;
/** Each reason is logged at most this often (ms). */
const LOG_MS = 60_000;
const MESSAGES: Record<Reason, string> = {
  behind: 'the replica is behind: reads go to the primary',
  unreachable: 'the replica does not respond: reads go to the primary',
  unusable: 'DATABASE_REPLICA_URL is no streaming replica of the primary: reads go to the primary',
  failed: 'a read failed on the replica and ran on the primary',
};

interface ReplicaOptions {
  /** Opens a pool of connections to the replica. */
  open(pool?: number): Database;
  /** Connections to the primary that work never keeps busy. */
  primary: Db;
  log: Pick<Logger, 'info' | 'warn'>;
  observe(outcome: ReplicaOutcome): void;
}

/** The replica can't serve a read. */
class Unserved extends Error {
  constructor(
    readonly reason: Reason,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/**
 * Serves reads from a streaming replica, and from the primary where the replica can't. It serves a read once it has
 * replayed what the primary had written when the read began, so that the read sees every write acknowledged before, of any
 * session on any process (decision 245).
 */
export class Replica {
  readonly #probe: Probe;
  readonly #positions: Batches<null, Position>;
  readonly #watch: NodeJS.Timeout;
  /** Rejects the reads that run on the replica. */
  readonly #running = new Set<(error: Error) => void>();
  readonly #logged = new Map<Reason, number>();
  #database: Database;
  #isUp = true;
  /** The last probe failed, and the pool was replaced for it. */
  #isLost = false;
  #impatientUntil = 0;

  constructor(private readonly options: ReplicaOptions) {
    this.#database = options.open();
    this.#probe = new Probe(() => options.open(1));
    this.#positions = new Batches(async (keys) => {
      const [position] = await positionOfPrimary(options.primary);
      return keys.map(() => position as Position);
    });
    this.#watch = setInterval(() => void this.#check(), WATCH_MS).unref();
  }

  /**
   * Runs a read in one transaction on the replica.
   * @param work must not write
   * @param onPrimary the same on the primary; runs after `work` when the replica failed under it
   */
  async read<T>(
    work: (db: Db) => Promise<T>,
    onPrimary: () => Promise<T>,
    isolation: Isolation = 'read committed',
  ): Promise<T> {
    try {
      const value = await this.#serve(work, isolation);
      this.options.observe('replica');
      return value;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      this.#note(reason, error);
    }
    return onPrimary();
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all([this.#database.close(), this.#probe.close()]);
  }

  async #serve<T>(work: (db: Db) => Promise<T>, isolation: Isolation): Promise<T> {
    if (!this.#isUp) throw new Unserved('unreachable');
    const position = await this.#positions.of(null).catch((error) => {
      throw new Unserved('failed', error);
    });
    const pauses = Date.now() < this.#impatientUntil ? [] : PAUSES_MS;
    for (const pause of [0, ...pauses]) {
      if (pause > 0) await delay(pause);
      const served = await this.#attempt(position, work, isolation);
      if (served) return served.value;
    }
    this.#impatientUntil = Date.now() + IMPATIENT_MS;
    throw new Unserved('behind');
  }

  /** @returns null while the replica hasn't replayed up to the position; nothing was read then */
  async #attempt<T>(
    position: Position,
    work: (db: Db) => Promise<T>,
    isolation: Isolation,
  ): Promise<{ value: T } | null> {
    let lose: (error: Error) => void = () => {};
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
    });
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      lose(new Unserved('unreachable'));
    }, LOOK_MS);
    this.#running.add(lose);
    const served = this.#database.db.transaction(async (tx) => {
      const { is_replica, has_replayed } = await lookAndBegin(tx, position, isolation);
      clearTimeout(limit);
      if (isLate) throw new Unserved('unreachable');
      if (!is_replica) throw new Unserved('unusable');
      return has_replayed ? { value: await work(tx) } : null;
    });
    try {
      return await Promise.race([served, lost]);
    } finally {
      clearTimeout(limit);
      this.#running.delete(lose);
    }
  }

  #note(reason: Reason, error: unknown): void {
    this.options.observe(reason);
    if (reason === 'unreachable' && this.#isUp) {
      this.#isUp = false;
      void this.#check();
    }
    const now = Date.now();
    if (now - (this.#logged.get(reason) ?? -Infinity) < LOG_MS) return;
    this.#logged.set(reason, now);
    const cause = error instanceof Unserved ? error.cause : error;
    this.options.log.warn(cause === undefined ? {} : { err: cause }, MESSAGES[reason]);
  }

  /** Probes a replica that is in use or was unreachable: a server that vanished silently would hold its reads. */
  async #check(): Promise<void> {
    if (this.#isUp && this.#running.size === 0) return;
    try {
      await this.#probe.check();
      if (!this.#isUp) this.options.log.info('the replica responds again');
      this.#isUp = true;
      this.#isLost = false;
    } catch {
      this.#isUp = false;
      for (const lose of this.#running) lose(new Unserved('unreachable'));
      if (this.#isLost) return;
      this.#isLost = true;
      const former = this.#database;
      this.#database = this.options.open();
      await former.close().catch(() => {});
    }
  }
}

/** Returns null for a failure of the caller, and for a read that would take as long on the primary. */
function reasonOf(error: unknown): Reason | null {
  if (error instanceof Unserved) return error.reason;
  if (isAppError(error) || databaseErrorCode(error) === '57014') return null;
  return isUnreachable(error) || isConnectionRejected(error) ? 'unreachable' : 'failed';
}
