import type { Actor, RequestInfo } from '../kernel/actor';
import type { EventType } from '../kernel/events';
import { type AuditRow, withIds } from '../platform/audit-log/record';
import { insertAudit } from '../platform/audit-log/record.sql';
import { type Db, isRetryable } from '../platform/db/client';
import { pipelined } from '../platform/db/pipelined';
import { diskFull, isDiskFull } from '../platform/db/unavailable';
import { storedResponses } from '../platform/idempotency/allowance';
import { type KeyedRequest, once } from '../platform/idempotency/once';
import { type PendingEvent, rowsOf } from '../platform/outbox/emit';
import { insertEvents } from '../platform/outbox/emit.sql';
import { noteOrigin, type Origin } from '../platform/outbox/origin';
import type { AuditEntry, WriteContext } from './context';
import { insertRecords } from './records.sql';

const ATTEMPTS = 4;
/** How long (ms) writes fail immediately after one found the disk full. */
const NO_SPACE_MS = 2_000;
/**
 * Failing transactions also fill the write-ahead log; when it has no space left, PostgreSQL stops and reads fail too.
 */
let noSpaceUntil = 0;

interface Scope {
  db: Db;
  actor: Actor | null;
  request: RequestInfo;
  /** Set for a request with an Idempotency-Key: the work runs once, and its stored result is returned again. */
  keyed?: KeyedRequest | null;
  /** What has to hold before the work, in its transaction. */
  precondition?: ((db: Db) => Promise<void>) | null;
}

/** Thrown by work that lost a race and should run again from scratch. */
export class RetryTransaction extends Error {}

/** Context that the unit of work adds. */
export type Unit = Pick<WriteContext, 'db' | 'emit' | 'audit' | 'atLast'>;

/**
 * Runs `work` in one transaction and stores its audit rows and events with it; a thrown error rolls all of it back.
 * Retries after a deadlock or serialization failure, up to four attempts in all.
 * @param emits the event types that the operation declares
 * @throws Error when the work emits an event that is not declared
 */
export async function runUnitOfWork<T>(
  scope: Scope,
  emits: readonly EventType[],
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  const { keyed, precondition } = scope;
  const outcome = await runUnits(scope.db, [scope], emits, ([unit]) => {
    const only = unit as Unit;
    const held = precondition ? () => precondition(only.db).then(() => work(only)) : () => work(only);
    return keyed ? once(only.db, keyed, held) : held();
  });
  // The work is done: a count that fails must not look like its failure.
  if (keyed?.storedBytes)
    await storedResponses.count(scope.db, keyed.entityId, keyed.storedBytes).catch(() => {});
  return outcome;
}

/**
 * As `runUnitOfWork`, for the work of several callers in one transaction, without their keys: each unit writes its own
 * caller's audit rows.
 * @param work gets the units in the order of the scopes
 * @param committing called as COMMIT goes out
 */
export async function runUnits<T>(
  db: Db,
  scopes: ReadonlyArray<Omit<Scope, 'db' | 'keyed' | 'precondition'>>,
  emits: readonly EventType[],
  work: (units: readonly Unit[]) => Promise<T>,
  committing?: () => void,
): Promise<T> {
  assertSpace();
  for (let attempt = 1; ; attempt++) {
    try {
      let records: Promise<unknown> = Promise.resolve();
      const outcome = await db.transaction(async (tx) => {
        const events: PendingEvent[] = [];
        const rows: AuditRow[] = [];
        const emitOf =
          ({ traceparent }: RequestInfo): Unit['emit'] =>
          (type, entityId, data, sharing) => {
            if (!emits.includes(type)) throw new Error(`The operation does not declare the event ${type}`);
            events.push({ type, entityId, data, shared: sharing === 'shared', traceparent });
          };
        if (scopes[0]) noteOrigin(tx, originOf(scopes[0]));
        const last: Array<() => ReadonlyArray<Promise<unknown>>> = [];
        const units = scopes.map((scope) => ({
          db: tx,
          emit: emitOf(scope.request),
          ...(attempt === 1 && { atLast: (send: (typeof last)[number]) => void last.push(send) }),
          audit: (entry: AuditEntry) => {
            rows.push(auditRow(scope, entry));
          },
        }));
        const result = await work(units);
        // COMMIT follows without waiting for their responses, so the rows stay locked for one round trip less (decision 216).
        records = settled([...last.flatMap((send) => send()), sendRecords(tx, rows, events)]);
        committing?.();
        return result;
      });
      await records;
      return outcome;
    } catch (error) {
      if (isDiskFull(error)) noSpaceUntil = Date.now() + NO_SPACE_MS;
      if (attempt === ATTEMPTS || !(isRetryable(error) || asksForRetry(error))) throw error;
    }
  }
}

/**
 * Awaits the last statements of a transaction. When one fails, COMMIT rolls back, and the caller must await the failure.
 * @returns their outcome; a lost connection also rejects the transaction, which then is what the caller sees
 */
function settled(sent: ReadonlyArray<Promise<unknown>>): Promise<unknown> {
  const outcome = pipelined(sent);
  outcome.catch(() => {});
  return outcome;
}

function sendRecords(tx: Db, rows: readonly AuditRow[], events: readonly PendingEvent[]): Promise<unknown> {
  if (rows.length === 0 && events.length === 0) return Promise.resolve();
  // `then` sends a statement at once; an async function around it would send it after COMMIT.
  if (rows.length === 0) return insertEvents(tx, rowsOf(events)).then();
  if (events.length === 0) return insertAudit(tx, withIds(rows)).then();
  return insertRecords(tx, withIds(rows), rowsOf(events)).then();
}

function assertSpace(): void {
  if (Date.now() < noSpaceUntil) throw diskFull();
}

/** Errors of the work arrive wrapped by the procedure that ran it. */
function asksForRetry(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return error instanceof RetryTransaction || cause instanceof RetryTransaction;
}

/** Jobs of several callers' work have the first of them as their origin. */
function originOf({ actor, request: { id, traceparent } }: Pick<Scope, 'actor' | 'request'>): Origin {
  return {
    request_id: id,
    ...(actor && { entity_id: actor.entity.id, user_id: actor.userId }),
    ...(traceparent && { traceparent }),
  };
}

function auditRow({ actor, request }: Pick<Scope, 'actor' | 'request'>, entry: AuditEntry): AuditRow {
  const entityId = entry.entityId ?? actor?.entity.id;
  if (!entityId) throw new Error(`The audit row ${entry.action} belongs to no entity`);
  return {
    entityId,
    actorId: entry.actor?.id ?? actor?.userId ?? null,
    actorName: entry.actor?.name ?? actor?.name ?? 'Tallyleaf',
    action: entry.action,
    objectId: entry.objectId,
    locationIds: entry.locationIds ? [...new Set(entry.locationIds)] : null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    requestId: request.id,
    address: request.address,
  };
}
