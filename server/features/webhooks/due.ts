import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { iso, uuids } from '../../platform/db/listing';
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

interface DueRow extends Record<string, unknown>, Omit<DueDelivery, 'sequence'> {
  sequence: string | null;
}

/** What is due at an endpoint, the longest due first. @param known ids that are under way already */
export async function findDue(
  db: Db,
  endpointId: string,
  known: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const rows = await db.execute<DueRow>(sql`
    select d.id, d.event_id as "eventId", d.event_type as "eventType", d.round, d.tries, d.next_kind as kind,
      e.sequence, ${iso(sql`coalesce(e.created_at, d.created_at)`)} as "createdAt", coalesce(e.data, d.test_data) as data
    from webhook_deliveries d left join events e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.next_attempt_at <= now()
      and d.id <> all(${uuids(known)})
    order by d.next_attempt_at, d.id limit ${limit}`);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence ?? 0) }));
}

/** When the next delivery to an active endpoint is due; null when none is waiting. */
export async function nextDueAt(db: Db, endpointId: string): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select ${iso(sql`min(d.next_attempt_at)`)} as at from webhook_deliveries d
    join webhook_endpoints w on w.id = d.endpoint_id and w.active
    where d.endpoint_id = ${endpointId} and d.status = 'pending'`);
  return row?.at ? new Date(row.at) : null;
}
