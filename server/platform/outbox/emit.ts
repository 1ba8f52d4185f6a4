import { type EventType, locationsOf } from '../../kernel/events';
import { newId } from '../../kernel/ids';
import type { Db } from '../db/client';
import { currentTraceparent } from '../tracing/trace';
import { insertEvents } from './emit.sql';

export interface PendingEvent {
  type: EventType;
  entityId: string;
  data: object;
  /** Its subject concerns partners, who get it too (decision 403). */
  shared?: boolean;
  /** Of the request that caused it; of what is under way here when absent. */
  traceparent?: string | null | undefined;
}

/** Stores events in one statement, in the transaction of their effect. */
export async function storeEvents(db: Db, pending: readonly PendingEvent[]): Promise<void> {
  if (pending.length > 0) await insertEvents(db, rowsOf(pending));
}

/** Builds the rows of events for their insert. */
export function rowsOf(pending: readonly PendingEvent[]): Parameters<typeof insertEvents.build>[0] {
  return pending.map(({ type, entityId, data, shared = false, traceparent = currentTraceparent() }) => ({
    id: newId(),
    entity_id: entityId,
    type,
    location_ids: locationsOf(type, data),
    data,
    shared,
    traceparent,
  }));
}
