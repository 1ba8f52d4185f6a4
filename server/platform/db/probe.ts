import { AppError } from '../../kernel/errors';
import type { Database } from './client';
import { readGeneration } from './schema-generation.sql';

const LIMIT_MS = 2_000;

/** Checks that the database responds, over a dedicated connection that no other work can keep busy. */
export class Probe {
  readonly #open: () => Database;
  #database: Database;
  #asked: Promise<void> | null = null;

  /**
   * @param open opens a pool of one connection
   * @param note takes the schema's generation
   */
  constructor(
    open: () => Database,
    private readonly note: (generation: number) => void = () => {},
  ) {
    this.#open = open;
    this.#database = open();
  }

  /**
   * Probes the database; concurrent callers share one statement.
   * @throws AppError SERVICE_UNAVAILABLE within two seconds, or the connection's failure
   */
  check(): Promise<void> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #ask(): Promise<void> {
    const database = this.#database;
    const probed = readGeneration(database.db).then();
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(noResponse()), LIMIT_MS);
    });
    try {
      const [row] = await Promise.race([probed, late]);
      if (row) this.note(row.generation);
    } catch (error) {
      // A connection whose peer vanished silently hangs for hours, so the next probe opens a new one.
      this.#database = this.#open();
      probed.catch(() => {});
      void database.close().catch(() => {});
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }
}

function noResponse(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The database does not respond.', {}, { 'Retry-After': '2' });
}
