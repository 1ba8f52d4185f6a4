import { AppError } from '../../kernel/errors';
import type { Database } from './client';
import { readReadiness } from './schema-generation.sql';
import { unavailabilityOf } from './unavailable';

const LIMIT_MS = 2_000;
/** How long (ms) a session is asked again. */
const SESSION_MS = 2_000;

/**
 * Checks that the database responds and takes new sessions, over a dedicated connection that no other work can keep busy: an
 * old session does not notice that the database's files are gone.
 */
export class Probe {
  readonly #open: () => Database;
  #database: Database;
  #openedAt = Date.now();
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
   * @throws AppError SERVICE_UNAVAILABLE within two seconds, or a failure that stands for it
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
    if (Date.now() - this.#openedAt > SESSION_MS) this.#reopen();
    const probed = readReadiness(this.#database.db).then();
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(noResponse()), LIMIT_MS);
    });
    try {
      const [row] = await Promise.race([probed, late]);
      if (row) this.note(row.generation);
    } catch (error) {
      // A connection whose peer vanished silently hangs for hours, so the next probe opens a new one.
      probed.catch(() => {});
      this.#reopen();
      throw error instanceof AppError || unavailabilityOf(error) ? error : damaged(error);
    } finally {
      clearTimeout(limit);
    }
  }

  #reopen(): void {
    const last = this.#database;
    this.#database = this.#open();
    this.#openedAt = Date.now();
    void last.close().catch(() => {});
  }
}

/** Whatever else a probe meets, such as a file that can't be read: writes would meet it, too. */
function damaged(cause: unknown): AppError {
  const message = 'The database does not work.';
  return Object.assign(new AppError('SERVICE_UNAVAILABLE', message, {}, { 'Retry-After': '30' }), { cause });
}

function noResponse(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The database does not respond.', {}, { 'Retry-After': '2' });
}
