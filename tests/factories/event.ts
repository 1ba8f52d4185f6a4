import { CATALOG } from '../../server/features/webhooks/catalog';
import type { EventType } from '../../server/kernel/events';
import type { Db } from '../../server/platform/db/client';
import { storeEvents } from '../../server/platform/outbox/emit';
import type { Received } from '../setup/receiver';

/** Events as their sample is, so many at once, numbered by `delta` from `first` on; without a change of stock. */
export function emitUpdates(db: Db, entityId: string, count: number, first = 1): Promise<void> {
  const { sample } = CATALOG['inventory.updated'];
  return storeEvents(
    db,
    Array.from({ length: count }, (_, i) => ({
      type: 'inventory.updated' as const,
      entityId,
      data: { ...sample, delta: first + i },
    })),
  );
}

/** One event as its sample is. */
export function emitSample(db: Db, entityId: string, type: EventType): Promise<void> {
  return storeEvents(db, [{ type, entityId, data: CATALOG[type].sample }]);
}

export interface Envelope {
  id: string;
  type: string;
  timestamp: string;
  api_version: string;
  sequence: number;
  epoch: number;
  data: Record<string, unknown>;
}

export const envelopeIn = ({ body }: Pick<Received, 'body'>): Envelope => JSON.parse(body) as Envelope;
/** Of an event of `emitUpdates`: its number. */
export const numberOf = (request: Pick<Received, 'body'>): number => Number(envelopeIn(request).data.delta);
