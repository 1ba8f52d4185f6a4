/** The nine event types of the specification. */
export const EVENT_TYPES = [
  'inventory.updated',
  'inventory.low_stock',
  'inventory.sync.completed',
  'inventory.changed',
  'order.created',
  'order.updated',
  'order.shipped',
  'order.delivered',
  'transfer.completed',
] as const;

/** `inventory.changed` is an alias for subscribers of `inventory.updated` (decision 64) and is never emitted itself. */
export type EventType = Exclude<(typeof EVENT_TYPES)[number], 'inventory.changed'>;
