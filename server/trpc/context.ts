import type { Logger } from 'pino';
import type { Db } from '../db/client';
import type { Actor, RequestInfo } from '../kernel/actor';
import type { Cipher } from '../kernel/cipher';
import type { AppError } from '../kernel/errors';
import type { EventType } from '../kernel/events';
import type { TokenSigner } from '../kernel/signer';

/** What a transport hands to a procedure: nothing in it depends on which transport it was. */
export interface Context {
  db: Db;
  /** Null for a caller who showed no credentials, or bad ones: `refusal` then says what was wrong. */
  actor: Actor | null;
  refusal: AppError | null;
  request: RequestInfo;
  log: Logger;
  /** An operation that raises an error it did not declare fails loudly in tests, and is logged in production. */
  strict: boolean;
  signer: TokenSigner;
  cipher: Cipher;
}

export interface AuditEntry {
  /** The business in whose log it stands; the actor's own when absent. */
  entityId?: string;
  /** `<resource>.<what happened>`. */
  action: string;
  objectType: string;
  objectId: string;
  before?: unknown;
  after?: unknown;
}

/** What reads need. */
export interface ReadContext {
  db: Db;
  actor: Actor;
}

/** What writes need: a transaction, and the rows that go with the effect. */
export interface WriteContext extends ReadContext {
  request: RequestInfo;
  /** Adds an event to the entity's stream; it is stored with the effect or not at all. */
  emit(type: EventType, entityId: string, data: object): void;
  /** Adds a row to the audit log; it is stored with the effect or not at all. */
  audit(entry: AuditEntry): void;
}
