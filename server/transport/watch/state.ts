import { setTimeout as delay } from 'node:timers/promises';
import { readLastRuns } from '../../platform/backup/runs';
import type { Db } from '../../platform/db/client';
import { set, setAll } from '../../platform/metrics/metrics';
import { connectionStates, oldestUnsent, waitingChanges, waitingJobs } from './state.sql';

/** Reads within this time are one: any number of scrapers cost the database the same. */
const FRESH_MS = 10_000;
/** What a scrape waits for; what is read later is in the next one. */
const PATIENCE_MS = 2_000;

/** Keeps what metrics say of the database: queues, events, totals, backups. */
export class StateOfDatabase {
  #began = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(private readonly db: Db) {}

  /** Reads it again when what is known is older than ten seconds. Never throws: `tallyleaf_database_up` says it. */
  async refresh(): Promise<void> {
    if (this.#reading === null && performance.now() - this.#began > FRESH_MS) {
      this.#began = performance.now();
      this.#reading = this.#read().finally(() => {
        this.#reading = null;
      });
    }
    if (this.#reading === null) return;
    const late = delay(PATIENCE_MS, 'late', { ref: false });
    if ((await Promise.race([this.#reading, late])) === 'late') set('databaseUp', {}, 0);
  }

  async #read(): Promise<void> {
    const { db } = this;
    try {
      // In sequence: a scrape takes one connection of the pool.
      const jobs = await waitingJobs(db);
      const [oldest] = await oldestUnsent(db);
      const changes = await waitingChanges(db);
      const connections = await connectionStates(db);
      const runs = await readLastRuns(db);
      setAll(
        'queueJobs',
        jobs.map(({ job, jobs: n }) => [{ job }, n]),
      );
      setAll(
        'queueAge',
        jobs.map(({ job, age }) => [{ job }, age]),
      );
      set('eventAge', {}, oldest?.event ?? 0);
      set('deliveryAge', {}, oldest?.delivery ?? 0);
      setAll(
        'rollupWaiting',
        changes.map(({ rollup, rows }) => [{ rollup }, rows]),
      );
      setAll(
        'connections',
        connections.map(({ state, connections: n }) => [{ state }, n]),
      );
      setAll(
        'backupFailing',
        runs.map(({ kind, isFailing }) => [{ kind }, isFailing ? 1 : 0]),
      );
      const ended = runs.flatMap(({ kind, good }) =>
        good ? [{ kind, at: good.finishedAt.getTime() / 1000 }] : [],
      );
      setAll(
        'lastBackup',
        ended.filter(({ kind }) => kind !== 'verify').map(({ kind, at }) => [{ kind }, at]),
      );
      setAll(
        'lastVerified',
        ended.filter(({ kind }) => kind === 'verify').map(({ at }) => [{}, at]),
      );
      set('databaseUp', {}, 1);
    } catch {
      set('databaseUp', {}, 0);
    }
  }
}
