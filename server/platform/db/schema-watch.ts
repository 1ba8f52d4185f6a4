import type { Db } from './client';
import { ownGeneration, ownVersion } from './lineage';
import { readGeneration } from './schema-generation.sql';

const WATCH_MS = 2_000;

/** Notices that a newer version has migrated the schema so that this process can't write safely (decision 404). */
export class SchemaWatch {
  readonly #own = ownGeneration();
  #timer: NodeJS.Timeout | undefined;
  #db: Db | undefined;
  #report: ((line: string) => void) | null;

  /** @param report called once, with a line for the operator */
  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** Takes the database's generation, as a statement read it. */
  note(generation: number): void {
    if (generation <= this.#own) return;
    const report = this.#report;
    this.#report = null;
    clearTimeout(this.#timer);
    report?.(
      `the database's schema is of generation ${generation} since an upgrade; this process (version ${ownVersion()}, ` +
        `generation ${this.#own}) can't write to it safely and stops. Start the newer version.`,
    );
  }

  /** Reads the generation every two seconds: idle processes and workers read no sessions. */
  start(db: Db): void {
    this.#db = db;
    this.#timer = setTimeout(async () => {
      await this.check();
      if (this.#report) this.start(db);
    }, WATCH_MS).unref();
  }

  async check(): Promise<void> {
    const [row] = this.#db ? await readGeneration(this.#db).catch(() => []) : [];
    if (row) this.note(row.generation);
  }

  stop(): void {
    this.#report = null;
    clearTimeout(this.#timer);
  }
}
