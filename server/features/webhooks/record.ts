import { v7 } from 'uuid';
import type { Db } from '../../platform/db/client';
import { lockAndStoreAttempts } from './deliveries.sql';
import type { AttemptKind, DeliveryStatus } from './schema';

/** What an attempt came to, and what its delivery is from then on. */
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
  /** Resolves once the attempt stands in the log. @throws Error when the database does not take it */
  record(result: AttemptResult): Promise<void>;
}

interface Waiting {
  result: AttemptResult;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Writes attempts of all endpoints together: while one statement is under way, the next gathers. */
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
 * An attempt of a round that a replay has ended stands in the log and decides nothing. One that ends after its endpoint
 * was disabled can only tell that the delivery arrived: what has failed does not wait again.
 */
async function storeAttempts(db: Db, results: readonly AttemptResult[]): Promise<void> {
  const rows = results.map((result) => ({
    id: v7(),
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
