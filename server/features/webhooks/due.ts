import type { Db } from '../../platform/db/client';
import { dueDeliveries, nextDueOf } from './due.sql';
import type { AttemptKind, EventName } from './schema';

/** A delivery whose time has come, with what it carries. */
export interface DueDelivery {
  id: string;
  eventId: string;
  eventType: EventName;
  round: number;
  tries: number;
  kind: AttemptKind;
  sequence: number;
  createdAt: string;
  /** Null when the event is no longer kept. */
  data: Record<string, unknown> | null;
}

/** What is due at an endpoint, the longest due first. @param known ids that are under way already */
export async function findDue(
  db: Db,
  endpointId: string,
  known: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const rows = await dueDeliveries(db, endpointId, known, limit);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence ?? 0) }));
}

/** When the next delivery to an active endpoint is due; null when none is waiting. */
export async function nextDueAt(db: Db, endpointId: string): Promise<Date | null> {
  const [row] = await nextDueOf(db, endpointId);
  return row?.at ? new Date(row.at) : null;
}
