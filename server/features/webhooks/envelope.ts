import { z } from 'zod';
import { withoutMoney } from '../../kernel/customer-money';
import { declarationOf, type EventName } from '../../kernel/events';
import { UnitsByLocation } from '../lots/schema';
import type { DueDelivery } from './due.sql';
import type { WebhookBatch, WebhookEvent } from './schema';

/** Events from before locations were listed have none, and stay as they were stored. */
const Units = z.object({ locations: UnitsByLocation });

/** Formats an event as in deliveries and in the list of events (decision 61). */
export function envelopeOf({
  id,
  type,
  createdAt,
  sequence,
  epoch,
  data,
  locationIds,
}: {
  id: string;
  type: z.infer<typeof WebhookEvent>['type'];
  /** ISO 8601, UTC. */
  createdAt: string;
  sequence: number;
  /** That of the installation now (decision 931). */
  epoch: number;
  data: Record<string, unknown>;
  /** Locations that its reader is limited to; null without a limit. */
  locationIds: readonly string[] | null;
}): z.infer<typeof WebhookEvent> {
  const seen = locationIds ? seenWithin(type, data, locationIds) : data;
  return { id, type, timestamp: createdAt, api_version: 'v1', sequence, epoch, data: seen };
}

type Delivered = Pick<
  DueDelivery,
  'eventId' | 'eventType' | 'createdAt' | 'sequence' | 'epoch' | 'data' | 'locationIds'
>;

/** The event of a delivery, under the name that the endpoint subscribed to. */
export const envelopeOfDelivery = ({ eventId, eventType, data, ...event }: Delivered) =>
  envelopeOf({ ...event, id: eventId, type: eventType, data: data ?? {} });

/** Several of them in one request (decision 939). @param id of the batch */
export const batchOf = (id: string, deliveries: readonly Delivered[]): z.infer<typeof WebhookBatch> => ({
  id,
  type: 'batch',
  api_version: 'v1',
  epoch: Math.max(...deliveries.map(({ epoch }) => epoch)),
  events: deliveries.map(envelopeOfDelivery),
});

type Data = Record<string, unknown>;

function seenWithin(type: EventName, data: Data, locationIds: readonly string[]): Data {
  const { hides } = declarationOf(type);
  if (hides === 'money') return withoutMoney(data);
  return hides === 'units' ? within(data, locationIds) : data;
}

/** The data as a reader of some locations sees it: the units that are there. */
function within(data: Data, locationIds: readonly string[]): Data {
  const units = Units.safeParse(data);
  if (!units.success) return data;
  const locations = units.data.locations.filter(({ location_id }) => locationIds.includes(location_id));
  return { ...data, quantity: locations.reduce((sum, { quantity }) => sum + quantity, 0), locations };
}
