import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { type EventType, locationsOf } from '../../kernel/events';
import type { Db } from '../db/client';

export interface PendingEvent {
  type: EventType;
  entityId: string;
  data: object;
}

/** Stores events in the transaction of their effect, in one statement. */
export async function storeEvents(db: Db, pending: readonly PendingEvent[]): Promise<void> {
  if (pending.length === 0) return;
  const rows = pending.map(({ type, entityId, data }) => ({
    id: v7(),
    entity_id: entityId,
    type,
    location_ids: locationsOf(type, data),
    data,
  }));
  await db.execute(sql`
    insert into events (id, entity_id, type, location_ids, data)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (id uuid, entity_id uuid, type text, location_ids uuid[], data jsonb)`);
}
