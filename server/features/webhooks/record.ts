import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import { storeAttempts } from './deliveries.sql';
import type { AttemptKind, DeliveryStatus } from './schema';

/** How long (ms) attempts wait whose delivery is locked, before they are tried again, and for how long in all. */
const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;

/** Result of an attempt, and the delivery's new state. */
export interface AttemptResult {
  deliveryId: string;
  round: number;
  at: Date;
  kind: AttemptKind;
  statusCode: number | null;
  durationMs: number;
  responseBody: string | null;
  error: string | null;
  /** The batch that it was sent in; null outside of one. */
  batchId: string | null;
  signature: string;
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
  /** False where the attempt is outside of the schedule: its batch was too large, and is sent in halves. */
  counts: boolean;
}

export interface Recorder {
  /** Resolves once the attempt is stored. @throws Error when the database rejects it, or its delivery stays locked for a minute */
  record(result: AttemptResult): Promise<void>;
}

interface Waiting {
  result: AttemptResult;
  /** When to give up (ms since 1970). */
  until: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Stores attempts of all endpoints in batches: while one statement runs, the next batch collects. Those whose delivery is locked, as a
 * replay or a deletion of one business locks many, go into a later batch: those of others don't wait for them.
 */
export function openRecorder(db: Db): Recorder {
  let waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, 200);
      waiting = waiting.slice(200);
      await storeResults(
        db,
        batch.map(({ result }) => result),
      ).then(
        (locked) => settle(batch, locked),
        (error) => {
          for (const { reject } of batch) reject(error);
        },
      );
    }
    writing = false;
  }

  function add(more: readonly Waiting[]): void {
    waiting.push(...more);
    if (!writing) void write();
  }

  function settle(batch: readonly Waiting[], locked: ReadonlySet<string>): void {
    const again = batch.filter(({ result }) => locked.has(result.deliveryId));
    for (const one of batch) if (!again.includes(one)) one.resolve();
    if (again.length > 0) void delay(PAUSE_MS).then(() => retry(again));
  }

  function retry(again: readonly Waiting[]): void {
    const late = again.filter(({ until }) => until < Date.now());
    for (const { reject } of late) reject(new Error('its delivery stayed locked'));
    add(again.filter((one) => !late.includes(one)));
  }

  return {
    record: (result) =>
      new Promise((resolve, reject) => {
        add([{ result, until: Date.now() + PATIENCE_MS, resolve, reject }]);
      }),
  };
}

/**
 * An attempt of a round ended by a replay is only logged. For an endpoint disabled meanwhile, only a success changes
 * the delivery: a failure is not scheduled again.
 * @returns the ids of deliveries whose attempt isn't stored because something locks them
 */
async function storeResults(db: Db, results: readonly AttemptResult[]): Promise<ReadonlySet<string>> {
  const rows = results.map((result) => ({
    id: newId(),
    delivery_id: result.deliveryId,
    round: result.round,
    at: result.at,
    kind: result.kind,
    status_code: result.statusCode,
    duration_ms: result.durationMs,
    response_body: result.responseBody,
    error: result.error,
    batch_id: result.batchId,
    signature: result.signature,
    status: result.status,
    next_attempt_at: result.nextAttemptAt,
    counts: result.counts,
  }));
  const locked = await storeAttempts(db, rows);
  return new Set(locked.map(({ id }) => id));
}
