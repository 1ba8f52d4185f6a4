/** The nine event types of the specification, and those that were added to them. */
export const EVENT_TYPES = [
  'inventory.updated',
  'inventory.low_stock',
  'inventory.sync.completed',
  'inventory.changed',
  'order.created',
  'order.updated',
  'order.shipped',
  'order.delivered',
  'order.edited',
  'order.commented',
  'transfer.completed',
  'batch.held',
  'batch.released',
  'batch.expiring',
  'quote.sent',
  'quote.accepted',
  'quote.declined',
  'quote.expired',
  'receipt.completed',
  'return.received',
  'batch.recalled',
  'batch.created',
  'batch.updated',
  'product.created',
  'product.updated',
  'product.deleted',
  'connection.requested',
  'connection.accepted',
  'connection.rejected',
  'connection.ended',
  'location.created',
  'location.updated',
  'location.deleted',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'backorder.opened',
  'backorder.filled',
  'backorder.cancelled',
  'customer.claimed',
  'invoice.issued',
  'invoice.overdue',
  'payment.recorded',
  'payment.voided',
  'invoice.settled',
  'credit.issued',
] as const;

/** Data of each event type; `webhooks/catalog.ts` adds the other members by declaration merging. */
export interface EventData {
  'inventory.changed': never;
}

/** `inventory.changed` is an alias for subscribers of `inventory.updated` (decision 64) and is never emitted itself. */
export type EventType = Exclude<(typeof EVENT_TYPES)[number], 'inventory.changed'>;

interface PlacedData {
  id?: unknown;
  location_id?: unknown;
  order_id?: unknown;
  items?: ReadonlyArray<{ from_location_id?: unknown; to_location_id?: unknown }>;
}

const one = ({ location_id }: PlacedData) => [location_id];
const itself = ({ id }: PlacedData) => [id];
const everywhere = () => null;
/** No member is limited to it: money of the whole business is for readers without a limit alone (decision 690). */
const nowhere = () => ['00000000-0000-0000-0000-000000000000'];

/** Locations that each event type is about. Every new event type needs an entry. */
const PLACES: Record<EventType, (data: PlacedData) => unknown[] | null> = {
  'inventory.updated': one,
  'inventory.low_stock': one,
  'inventory.sync.completed': one,
  'order.created': everywhere,
  'order.updated': everywhere,
  'order.shipped': everywhere,
  'order.delivered': everywhere,
  'order.edited': everywhere,
  'order.commented': everywhere,
  'quote.sent': everywhere,
  'quote.accepted': everywhere,
  'quote.declined': everywhere,
  'quote.expired': everywhere,
  'transfer.completed': ({ order_id, items = [] }) =>
    order_id === null ? items.flatMap((item) => [item.from_location_id, item.to_location_id]) : null,
  'batch.held': everywhere,
  'batch.released': everywhere,
  'batch.expiring': everywhere,
  'receipt.completed': everywhere,
  'return.received': everywhere,
  'batch.recalled': everywhere,
  'batch.created': everywhere,
  'batch.updated': everywhere,
  'product.created': everywhere,
  'product.updated': everywhere,
  'product.deleted': everywhere,
  'connection.requested': everywhere,
  'connection.accepted': everywhere,
  'connection.rejected': everywhere,
  'connection.ended': everywhere,
  'location.created': itself,
  'location.updated': itself,
  'location.deleted': itself,
  'customer.created': everywhere,
  'customer.updated': everywhere,
  'customer.deleted': everywhere,
  'backorder.opened': everywhere,
  'backorder.filled': everywhere,
  'backorder.cancelled': everywhere,
  'customer.claimed': everywhere,
  'invoice.issued': everywhere,
  'invoice.overdue': everywhere,
  'payment.recorded': nowhere,
  'payment.voided': nowhere,
  'invoice.settled': everywhere,
  'credit.issued': everywhere,
};

/**
 * Returns the distinct locations of an event; null for an event of the whole entity. Members, webhook endpoints and API
 * keys that are limited to locations receive only events whose locations are all theirs.
 * @throws Error when a location-bound event has no location
 */
export function locationsOf(type: EventType, data: object): string[] | null {
  const places = PLACES[type](data as PlacedData);
  if (places === null) return null;
  const ids = [...new Set(places)];
  if (ids.length === 0 || !ids.every((id) => typeof id === 'string')) {
    throw new Error(`The event ${type} names no location`);
  }
  return ids;
}
