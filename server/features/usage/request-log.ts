import type { Logger } from 'pino';
import type { Actor, RequestInfo } from '../../kernel/actor';
import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import { insertRequests } from './queries.sql';

const FLUSH_MS = 500;
/** Above this, the oldest entries are dropped: the log must not fill the memory while the database is down. */
const HELD_AT_MOST = 20_000;
const PATH_LIMIT = 300;

interface Entry {
  actor: Actor;
  request: RequestInfo;
  method: string;
  path: string;
  status: number;
  durationMs: number;
}

/** Keeps requests for the usage page and writes them in batches after their responses, so that none waits for it. */
export class RequestLog {
  #held: object[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
  ) {}

  add({ actor, request, method, path, status, durationMs }: Entry): void {
    if (this.#held.length >= HELD_AT_MOST) return;
    this.#held.push({
      id: newId(),
      entity_id: actor.entity.id,
      user_id: actor.userId,
      user_name: actor.key?.memberName ?? actor.name,
      key_id: actor.key?.id ?? null,
      key_name: actor.key?.name ?? null,
      method,
      path: path.slice(0, PATH_LIMIT),
      status,
      duration_ms: Math.round(durationMs),
      request_id: request.id,
      address: request.address,
      created_at: new Date(),
    });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the pending entries; resolves when they are stored, or lost and the loss logged. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const rows = this.#held;
    this.#held = [];
    if (rows.length > 0) {
      this.#writing = this.#writing
        .then(() => this.#write(rows))
        .catch((error) => this.log.warn({ err: error, rows: rows.length }, 'request log not written'));
    }
    return this.#writing;
  }

  async #write(rows: readonly object[]): Promise<void> {
    await insertRequests(this.db, rows);
  }
}
