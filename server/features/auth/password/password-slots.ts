// Other features import this file.
import { availableParallelism } from 'node:os';
import { AppError } from '../../../kernel/errors';

/** The password's owner and the request's address, the units of fairness. */
export interface Whose {
  email: string;
  address: string;
}

interface Waiting {
  turn: number;
  begin(): void;
  reject(): void;
}

interface Limits {
  /** Concurrent hashes. */
  slots: number;
  waiting: number;
  waitMs: number;
}

const RETRY_SECONDS = 5;
/** An address may serve many people, so it gets this many turns per turn of a single email. */
const TURNS_PER_ADDRESS = 8;

/**
 * Bounds concurrent password hashes with start-time fair queueing: each request's turn follows the previous one of its
 * email and of its address, and the lowest turn goes first, so a flood delays only itself. A full queue drops the
 * highest turn.
 */
export class PasswordSlots {
  readonly #limits: Limits;
  #free: number;
  #now = 0;
  #waiting: Waiting[] = [];
  readonly #emails = new Map<string, number>();
  readonly #addresses = new Map<string, number>();

  constructor(limits: Partial<Limits> = {}) {
    const slots = Math.min(4, Math.max(2, availableParallelism()));
    this.#limits = { slots, waiting: 1_000, waitMs: 20_000, ...limits };
    this.#free = this.#limits.slots;
  }

  /**
   * @param beforeWaiting runs when no slot is free; what it throws is thrown instead of waiting
   * @throws AppError SERVICE_UNAVAILABLE with Retry-After when the queue is full or the wait is too long
   */
  async run<T>(whose: Whose, work: () => Promise<T>, beforeWaiting?: () => Promise<void>): Promise<T> {
    if (this.#free === 0) await beforeWaiting?.();
    await this.#enter(whose);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(whose: Whose): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    const turn = this.#turnOf(whose);
    return new Promise((resolve, reject) => {
      const leave = (settle: () => void) => {
        clearTimeout(late);
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        settle();
      };
      const entry: Waiting = {
        turn,
        begin: () => leave(resolve),
        reject: () => leave(() => reject(busy())),
      };
      const late = setTimeout(entry.reject, this.#limits.waitMs);
      this.#waiting.push(entry);
      if (this.#waiting.length > this.#limits.waiting) this.#last().reject();
    });
  }

  #leave(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#free++;
      this.#emails.clear();
      this.#addresses.clear();
      return;
    }
    const next = this.#waiting.reduce((best, entry) => (entry.turn < best.turn ? entry : best), first);
    this.#now = next.turn;
    next.begin();
  }

  #last(): Waiting {
    return this.#waiting.reduce((worst, entry) => (entry.turn >= worst.turn ? entry : worst));
  }

  #turnOf({ email, address }: Whose): number {
    const ofEmail = Math.max(this.#now, this.#emails.get(email) ?? 0) + 1;
    const ofAddress = Math.max(this.#now, this.#addresses.get(address) ?? 0) + 1 / TURNS_PER_ADDRESS;
    this.#remember(this.#emails, email, ofEmail);
    this.#remember(this.#addresses, address, ofAddress);
    return Math.max(ofEmail, ofAddress);
  }

  /** Forgets past turns: a queue that never empties would otherwise keep them all. */
  #remember(turns: Map<string, number>, key: string, turn: number): void {
    turns.set(key, turn);
    if (turns.size <= 4 * this.#limits.waiting) return;
    for (const [other, passed] of turns) if (passed <= this.#now) turns.delete(other);
  }
}

function busy(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many sign-ins at the moment. Try again in a few seconds.',
    { retry_after: RETRY_SECONDS },
    { 'Retry-After': String(RETRY_SECONDS) },
  );
}

/** The slots of this process. */
export const passwordSlots = new PasswordSlots();
