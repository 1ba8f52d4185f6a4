import { timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { Actor } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import { isWriteProtected } from '../../platform/db/unavailable';
import type { FairQueue } from '../../platform/rate-limit/fair-queue';
import { releaseFailure, reserveFailure } from '../auth/service.sql';
import { digestOf, lookupOf } from './format';
import { findKey, type StoredKey } from './queries';
import { noteUse } from './service.sql';

/** Wrong keys of a network in five minutes. */
const GUESSES = 100;
/** Counted beside failed sign-ins, but not with them: a program with an old key must not lock its office out (decision 167). */
const guesserOf = (network: string) => `api-key ${network}`;

const KNOWN = 10_000;
const FLUSH_MS = 500;
const WINDOW_SECONDS = 300;

/** Resolves API keys to callers, limits guesses, and notes uses after their responses. */
export class KeyReader {
  /** Digests that were right in this process, with their entity: their calls are no guesses. */
  readonly #accepted = new Map<string, string>();
  /** Digests that no key has: a repeat is neither looked up nor counted. */
  readonly #rejected = new Set<string>();
  #used = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: Db,
    private readonly admissions: FairQueue,
    private readonly log: Logger,
  ) {}

  /**
   * Reads the caller of a key, with one statement once the process knows the key.
   * @param network where the call came from; 100 wrong keys in five minutes are its limit
   * @throws AppError TOKEN_INVALID (malformed), UNAUTHORIZED (unknown, revoked), TOKEN_EXPIRED, RATE_LIMITED with Retry-After in seconds
   */
  async read(key: string, network: string, signal: AbortSignal): Promise<Actor> {
    const lookup = lookupOf(key);
    const digest = digestOf(key);
    if (lookup === null) throw rejected('TOKEN_INVALID', 'The API key is malformed.');
    if (this.#rejected.has(digest)) throw unknownKey();
    const entityId = this.#accepted.get(digest);
    const find = () =>
      entityId === undefined ? this.#guess(lookup, digest, network) : this.#find(lookup, digest);
    const found = await this.admissions.run(entityId ?? network, find, signal);
    if (!found) {
      this.#accepted.delete(digest);
      if (this.#rejected.size >= KNOWN) this.#rejected.clear();
      this.#rejected.add(digest);
      throw unknownKey();
    }
    const { actor, expired, unnoted } = found;
    if (this.#accepted.size >= KNOWN) this.#accepted.clear();
    this.#accepted.set(digest, actor.entity.id);
    if (expired) throw rejected('TOKEN_EXPIRED', 'The API key has expired.');
    if (unnoted) this.noteUse(actor.sessionId);
    return actor;
  }

  /** Writes the pending uses; resolves when they are stored, or lost and the loss logged. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const used = [...this.#used];
    this.#used = new Set();
    if (used.length === 0) return;
    await noteUse(this.db, used).catch((error: unknown) => {
      this.log.warn({ err: error, keys: used.length }, 'uses of API keys not noted');
    });
  }

  /** Counts a key that is new to this process as wrong until it turns out right. */
  async #guess(lookup: string, digest: string, network: string): Promise<StoredKey | null> {
    const window = await this.#reserve(network);
    const found = await this.#find(lookup, digest);
    if (found && window !== null) await releaseFailure(this.db, guesserOf(network), window);
    return found;
  }

  /** @returns null on a full disk, where reads go on without counting */
  async #reserve(network: string): Promise<string | null> {
    const reserved = await reserveFailure(this.db, guesserOf(network), GUESSES).catch((error: unknown) => {
      if (isWriteProtected(error)) return null;
      throw error;
    });
    if (reserved === null) return null;
    if (!reserved[0]) throw tooManyGuesses();
    return reserved[0].window;
  }

  async #find(lookup: string, digest: string): Promise<StoredKey | null> {
    const found = await findKey(this.db, lookup);
    if (!found) return null;
    const hashes = [found.secret_hash, found.previous_hash];
    return hashes.some((hash) => hash !== null && isEqual(hash, digest)) ? found : null;
  }

  /** Notes the use of a key, or of a token that stands for one, after its response. */
  noteUse(keyId: string): void {
    this.#used.add(keyId);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }
}

/** In constant time; both are SHA-256 in hex. */
const isEqual = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

function unknownKey(): AppError {
  return rejected('UNAUTHORIZED', 'The API key is unknown or revoked.');
}

function rejected(code: 'UNAUTHORIZED' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED', message: string): AppError {
  return new AppError(code, message, {}, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
}

function tooManyGuesses(): AppError {
  const seconds = Math.max(1, Math.ceil(WINDOW_SECONDS - ((Date.now() / 1000) % WINDOW_SECONDS)));
  return new AppError(
    'RATE_LIMITED',
    `Too many wrong API keys from this address. Try again in ${seconds} s.`,
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}
