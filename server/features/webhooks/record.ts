import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import { lockAndStoreAttempts } from './deliveries.sql';
import type { AttemptKind, DeliveryStatus } from './schema';

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
  signature: string;
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
}

export interface Recorder {
  /** Resolves once the attempt is stored. @throws Error when the database rejects it */
  record(result: AttemptResult): Promise<void>;
}

interface Waiting {
  result: AttemptResult;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Stores attempts of all endpoints in batches: while one statement runs, the next batch collects. */
export function openRecorder(db: Db): Recorder {
  let waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, 200);
      waiting = waiting.slice(200);
      await storeAttempts(
        db,
        batch.map(({ result }) => result),
      ).then(
        () => {
          for (const { resolve } of batch) resolve();
        },
        (error) => {
          for (const { reject } of batch) reject(error);
        },
      );
    }
    writing = false;
  }

  return {
    record: (result) =>
      new Promise((resolve, reject) => {
        waiting.push({ result, resolve, reject });
        if (!writing) void write();
      }),
  };
}

/**
 * An attempt of a round ended by a replay is only logged. For an endpoint disabled meanwhile, only a success changes
 * the delivery: a failure is not scheduled again.
 */
async function storeAttempts(db: Db, results: readonly AttemptResult[]): Promise<void> {
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
    signature: result.signature,
    status: result.status,
    next_attempt_at: result.nextAttemptAt,
  }));
  await lockAndStoreAttempts(db, rows);
}
