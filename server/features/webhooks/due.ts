import type { Db } from '../../platform/db/client';
import type { DueDelivery } from './due.sql';
import { dueDeliveries, nextDueOf } from './due.sql';

export type { DueDelivery } from './due.sql';

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

/** Reads when the next delivery to an active endpoint is due; null when none is waiting. */
export async function nextDueAt(db: Db, endpointId: string): Promise<Date | null> {
  const [row] = await nextDueOf(db, endpointId);
  return row?.at ? new Date(row.at) : null;
}
