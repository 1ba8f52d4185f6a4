import type { Logger } from 'pino';
import type { Actor, RequestInfo } from '../kernel/actor';
import type { AuditAction, PlacedAction } from '../kernel/audit-actions';
import type { Cipher } from '../kernel/cipher';
import type { AppError } from '../kernel/errors';
import type { EventData, EventType } from '../kernel/events';
import type { TokenSigner } from '../kernel/signer';
import type { Storage } from '../kernel/storage';
import type { Db } from '../platform/db/client';
import type { KeyedRequest } from '../platform/idempotency/once';
import type { Slots } from '../platform/rate-limit/slots';

/** What a transport hands to a procedure: nothing in it depends on which transport it was. */
export interface Context {
  db: Db;
  /** Where the operation waits for its turn; null inside work that has its slot already. */
  slots: Slots | null;
  /** Null for a caller who showed no credentials, or bad ones: `refusal` then says what was wrong. */
  actor: Actor | null;
  refusal: AppError | null;
  request: RequestInfo;
  log: Logger;
  /** An operation that raises an error it did not declare fails loudly in tests, and is logged in production. */
  strict: boolean;
  /** Set by REST for a request that carries an Idempotency-Key. */
  keyed?: KeyedRequest | null;
  signer: TokenSigner;
  cipher: Cipher;
  storage: Storage;
  /** Where links to us lead; no trailing slash. */
  publicUrl: string;
  /** Whether webhooks may go to this machine and by plain http (decision 69). */
  webhookLoopback: boolean;
  /** Set by REST for a request that carried a file. */
  upload?: Upload | null;
}

/** A file that was sent with a request: stored and checked, and removed again unless a record takes it over. */
export interface Upload {
  /** Where the storage has it. */
  key: string;
  /** The name that it had at the sender, without path and control characters; 1 to 255 characters. */
  fileName: string;
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
  /** Of a CSV: its first 64 KiB at most, and how many lines it has. */
  text?: { head: Buffer; lines: number };
  /** To be called in the transaction that writes the record. */
  takeOver(db: Db): Promise<void>;
  /** Removes it, unless a record has taken it over. */
  release(): Promise<void>;
}

interface AuditDetails {
  /** The entity whose log gets the row; the actor's own by default. */
  entityId?: string;
  /** Id of the object, whose type `AUDIT_ACTIONS` gives. */
  objectId: string;
  before?: unknown;
  after?: unknown;
}

/** A row of the audit log. Actions on stock, POS systems, imports and locations name the locations they affect. */
export type AuditEntry = AuditDetails &
  (
    | { action: PlacedAction; locationIds: readonly string[] | null }
    | { action: Exclude<AuditAction, PlacedAction>; locationIds?: null }
  );

/** What reads need. */
export interface ReadContext {
  db: Db;
  actor: Actor;
}

/** What writes need: a transaction, and the rows that go with the effect. */
export interface WriteContext extends ReadContext {
  request: RequestInfo;
  /** Adds an event to the entity's stream; it is stored with the effect or not at all. */
  emit<T extends EventType>(type: T, entityId: string, data: EventData[T]): void;
  /** Adds a row to the audit log; it is stored with the effect or not at all. */
  audit(entry: AuditEntry): void;
}
