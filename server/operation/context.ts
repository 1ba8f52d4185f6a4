import type { Logger } from 'pino';
import type { Actor, RequestInfo } from '../kernel/actor';
import type { AuditAction, PlacedAction } from '../kernel/audit-actions';
import type { Cipher } from '../kernel/cipher';
import type { AppError } from '../kernel/errors';
import type { EventData, EventType } from '../kernel/events';
import type { SignUpMode } from '../kernel/sign-up';
import type { TokenSigner } from '../kernel/signer';
import type { Storage } from '../kernel/storage';
import type { Tier } from '../kernel/tiers';
import type { Db } from '../platform/db/client';
import type { Replica } from '../platform/db/replica';
import type { KeyedRequest } from '../platform/idempotency/once';
import type { ImageFiles } from '../platform/images/store';
import type { Slots } from '../platform/rate-limit/slots';
import type { Confirmed, Recent } from './confirmation';

/** What a transport passes to a procedure, independent of the transport. */
export interface Context {
  db: Db;
  /** Serves reads of many rows; null without one, and inside a read that it serves. */
  replica: Replica | null;
  /** The queues that operations wait in; null inside work that already holds its slot. */
  slots: Slots | null;
  /** Null without valid credentials; `rejection` then holds the error. */
  actor: Actor | null;
  rejection: AppError | null;
  request: RequestInfo;
  log: Logger;
  /** When true, an undeclared error throws (tests); otherwise it is logged. */
  strict: boolean;
  /** Set by REST for a request that carries an Idempotency-Key. */
  keyed?: KeyedRequest | null;
  /** Set by REST for a change with If-Match: whether it names this version; null is that of what doesn't exist. */
  ifMatch?: ((version: string | null) => boolean) | null;
  /** Set with `ifMatch`: locks the object and compares its version, first of all in a unit of work (decision 932). */
  precondition?: ((db: Db) => Promise<void>) | null;
  /** Set by REST for a change: takes the tag of the object that the response shows, and a status other than the declared one. */
  shown?: { etag: string | null; status?: 200 };
  signer: TokenSigner;
  cipher: Cipher;
  storage: Storage;
  /**
   * Confirms a member, for this call and, by a second factor, for the next 10 minutes of the session.
   * @throws AppError INVALID_CREDENTIALS and INVALID_MFA_CODE, which count towards the lockout, ACCOUNT_LOCKED, RATE_LIMITED;
   *   FORBIDDEN for a key, and without the second factor that the member has
   */
  confirmMember(scope: Context & { actor: Actor }, by: Confirmed, when: Recent): Promise<Actor>;
  /** Base URL of links, without a trailing slash. */
  publicUrl: string;
  /** Whether webhooks may target this machine over plain http (decision 69). */
  webhookLoopback: boolean;
  /** Origins in place of the vendors' own, by vendor: of the environment. */
  vendorHosts: Readonly<Partial<Record<string, string>>>;
  /** Keys of Metrc by state, or by state and `-sandbox`: of the environment. */
  metrcKeys: Readonly<Record<string, string>>;
  /** Name servers that are asked for records of domains, as `IP:port`; empty for those of the machine. */
  dnsServers: readonly string[];
  /** Whether strangers may sign up, and the tier that they then get. */
  signUp: { mode: SignUpMode; tier: Tier };
  /** Set for an export: a list that adds up all of its rows for each page returns them at once. */
  allRows?: true;
  /** Set by REST: takes the key by which the response's `ETag` is made, where it is another for each reader. */
  tagged?: (key: string) => void;
  /** Set by REST for a request that carried a file. */
  upload?: Upload | null;
}

/** An uploaded file: stored and checked, and removed unless a record claims it. */
export interface Upload {
  /** Its key in the storage. */
  key: string;
  /** The client's file name, without path and control characters; 1 to 255 characters. */
  fileName: string;
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
  /** CSV only: what its beginning holds, in the shape of the imports, and its number of lines. */
  text?: { head: unknown; lines: number };
  /** Image only: what it was re-encoded to; its files are claimed and removed with the upload. */
  image?: ImageFiles;
  /** Logo only: the PNG that it was re-encoded to. The file itself is gone by then. */
  logo?: Buffer;
  /** A bank's file only: what its beginning says, in the shape of the statements. It is stored sealed. */
  statement?: unknown;
  /** PDF only: what was read from it, in the shape of its kind of document; absent when it wasn't read. */
  contents?: unknown;
  /** Claims the file. Call it in the transaction that writes the record. */
  takeOver(db: Db): Promise<void>;
  /** Removes the file unless a record has claimed it. */
  release(): Promise<void>;
}

interface AuditDetails {
  /** The entity whose log gets the row; defaults to the actor's. */
  entityId?: string;
  /** The member who acts without a session, such as one who signs in; defaults to the caller. */
  actor?: { id: string; name: string };
  /** Id of the object; `AUDIT_ACTIONS` gives its type. */
  objectId: string;
  /** Fields by name: a list is a field, too. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** A row of the audit log. Actions on stock, POS systems, imports, locations, webhooks and keys name locations. */
export type AuditEntry = AuditDetails &
  (
    | { action: PlacedAction; locationIds: readonly string[] | null }
    | { action: Exclude<AuditAction, PlacedAction>; locationIds?: null }
  );

/** Context of a read. */
export interface ReadContext {
  db: Db;
  actor: Actor;
}

/** Context of a write: a transaction, and the rows stored with its effect. */
export interface WriteContext extends ReadContext {
  request: RequestInfo;
  /**
   * Adds an event to the entity's stream, stored in the same transaction.
   * @param sharing `shared` where partners get it, too
   */
  emit<T extends EventType>(type: T, entityId: string, data: EventData[T], sharing?: 'shared'): void;
  /** Adds a row to the audit log, stored in the same transaction. */
  audit(entry: AuditEntry): void;
  /**
   * Sends statements in the last round trip, before the records and COMMIT: the locks that they take are held for that alone.
   * Each is sent before `send` returns; one that fails rolls back, and RetryTransaction runs the work once more. Absent then,
   * and outside of a unit of work: lock first.
   */
  atLast?(send: () => ReadonlyArray<Promise<unknown>>): void;
}

/** Context of a member's operation: in a mutation it writes, elsewhere it has no unit of work. */
export type MemberContext = Omit<Context, 'actor'> & WriteContext;
