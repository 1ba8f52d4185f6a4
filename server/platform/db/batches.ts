import { AppError } from '../../kernel/errors';
import { currentScope, inScope, type Scope } from '../tracing/trace';

interface Asked<K, V> {
  key: K;
  /** What asked, in a trace: a statement is a span of the first who asked. */
  scope: Scope | undefined;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/** The most that one statement carries. */
const SIZE = 500;
/** A connection whose peer vanished silently hangs for hours: what waits for it fails, and the next statement goes out. */
const LIMIT_MS = 30_000;

/**
 * Sends what concurrent callers ask as one statement. A caller's statement begins after it asked, so that it never gets
 * what was read before: those who ask while a statement runs wait for the next one.
 */
export class Batches<K, V> {
  #waiting: Array<Asked<K, V>> = [];
  #running = false;

  /** @param ask asks for all keys at once; the results are in their order */
  constructor(private readonly ask: (keys: readonly K[]) => Promise<readonly V[]>) {}

  of(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, scope: currentScope(), resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, SIZE);
      try {
        const asking = () => this.ask(batch.map(({ key }) => key));
        const values = await withinLimit(inScope(batch[0]?.scope, asking));
        for (const [i, { resolve }] of batch.entries()) resolve(values[i] as V);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = false;
  }
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(noResponse()), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(limit);
  }
}

function noResponse(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The database does not respond.', {}, { 'Retry-After': '2' });
}
