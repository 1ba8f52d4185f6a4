import type { Db } from '../../../platform/db/client';
import { DailyAllowance } from '../../../platform/rate-limit/daily';
import { FairQueue } from '../../../platform/rate-limit/fair-queue';
import { programOf, Thread, ThreadEnded } from '../../../platform/threads/thread';
import type {
  FileQuestion,
  FileReaderName,
  FileValueOf,
  Question,
  ReaderName,
  Reading,
  SettingsOf,
  ValueOf,
} from '../responses/readers';
import { PosError } from './pos-error';

const PROGRAM = programOf(import.meta.url, '../thread.ts', './pos-thread.js');
/** A response of 4 MiB takes a fifth of a second; the rest is patience with a busy machine. */
const LIMITS = { ms: 15_000, memoryMb: 256 };
/** A thread that has nothing to read gives its memory back. */
const IDLE_MS = 10_000;

/** Processor time (ms) that a run may take within a minute, and a business within a day (decision 429). */
const RUN_MS_A_MINUTE = 5_000;
const MS_A_DAY = 10 * 60_000;
const MINUTE_MS = 60_000;
const days = new DailyAllowance('pos_parsing', MS_A_DAY, 1_000);

/** What a business has used today, in ms of processor time. */
export interface SpentToday {
  count(ms: number): Promise<void>;
  sum(): Promise<number>;
}

export const spentToday = (db: Db, entityId: string): SpentToday => ({
  count: (ms) => days.count(db, entityId, ms),
  sum: () => days.sumOf(db, entityId),
});

const TURNS = 2;
/** A run waits as long as it must: its request has been sent, and its business has two runs at most. */
const turns = new FairQueue({ perKey: 1, total: TURNS, waiting: 1_000, waitMs: 10 * MINUTE_MS });
const idle = new Set<{ thread: Thread; timer: NodeJS.Timeout }>();

/** Reads responses of one business's POS, during one run or test of the connection. */
export class Parsing {
  #minuteBegan = 0;
  #spentMs = 0;
  #isKnown = false;

  constructor(
    private readonly entityId: string,
    private readonly today: SpentToday,
  ) {}

  /**
   * @returns what the response says; null when it is not JSON
   * @throws PosError `pos_protocol` when it breaks the contract, `pos_too_costly` when reading takes too much
   */
  async read<R extends ReaderName>(
    reader: R,
    bytes: Uint8Array,
    settings?: SettingsOf<R>,
  ): Promise<ValueOf<R> | null> {
    const own = new Uint8Array(bytes);
    return this.#answer({ reader, bytes: own, settings } satisfies Question<R>, [own.buffer as ArrayBuffer]);
  }

  /** The same of a response in a file; what is needed of it is in another file then. */
  async readFile<R extends FileReaderName>(question: FileQuestion<R>): Promise<FileValueOf<R> | null> {
    return this.#answer(question, []);
  }

  async #answer<T>(question: Question | FileQuestion, transfer: readonly ArrayBuffer[]): Promise<T | null> {
    if (!this.#isKnown) await this.#assertDay();
    const reading = await this.#ask<T>(question, transfer);
    await this.#count(reading.ms);
    if ('value' in reading) return reading.value;
    if (reading.fault === null) return null;
    throw new PosError('pos_protocol', reading.fault, false);
  }

  async #ask<T>(question: Question | FileQuestion, transfer: readonly ArrayBuffer[]): Promise<Reading<T>> {
    const outcome = await turns.run(this.entityId, async () => {
      const thread = take();
      const began = Date.now();
      try {
        const reading = (await thread.ask(question, transfer)) as Reading<T>;
        keep(thread);
        return reading;
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        return Date.now() - began;
      }
    });
    if (typeof outcome !== 'number') return outcome;
    await this.today.count(outcome);
    throw tooCostly('A response takes more time or memory to read than it may.');
  }

  async #assertDay(): Promise<void> {
    if ((await this.today.sum()) >= MS_A_DAY) {
      throw tooCostly('Reading the responses of your POS has taken ten minutes of processor time today.');
    }
    this.#isKnown = true;
  }

  async #count(ms: number): Promise<void> {
    const now = Date.now();
    if (now - this.#minuteBegan >= MINUTE_MS) {
      this.#minuteBegan = now;
      this.#spentMs = 0;
      this.#isKnown = false;
    }
    this.#spentMs += ms;
    await this.today.count(ms);
    if (this.#spentMs > RUN_MS_A_MINUTE) {
      throw tooCostly(
        'Reading the responses of your POS takes more than five seconds of processor time a minute.',
      );
    }
  }
}

function tooCostly(message: string): PosError {
  return new PosError('pos_too_costly', `${message} Contact its vendor.`, true);
}

function take(): Thread {
  for (const kept of idle) {
    clearTimeout(kept.timer);
    idle.delete(kept);
    return kept.thread;
  }
  return new Thread(PROGRAM, LIMITS);
}

function keep(thread: Thread): void {
  const timer = setTimeout(() => {
    idle.delete(kept);
    void thread.end();
  }, IDLE_MS).unref();
  const kept = { thread, timer };
  idle.add(kept);
}
