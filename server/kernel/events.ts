// Pages import this file.
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
/** Of a location, or of the whole business: then readers who are limited don't get it. */
const ofConnection = ({ location_id }: PlacedData) =>
  typeof location_id === 'string' ? [location_id] : nowhere();
const ofTransfer = ({ order_id, items = [] }: PlacedData) =>
  order_id === null ? items.flatMap((item) => [item.from_location_id, item.to_location_id]) : null;

interface Declaration {
  /** What it says, in the picker of events and in the document. */
  summary: string;
  /** Locations that it is about; null for the whole business. */
  places: (data: PlacedData) => unknown[] | null;
  /** Whether members may be notified of it. */
  notifies?: true;
  /** Type of the object of the audit action that has its name. */
  audits?: string;
  /** What its object is to the texts of the search, which follow it (decision 949). */
  finds?: 'order' | 'product' | 'invoice' | 'payment' | 'credit_note' | 'goods_receipt' | 'claim';
  /** What readers who are limited to locations don't get of its data: money (decision 760), or units elsewhere. */
  hides?: 'money' | 'units';
}

/**
 * Every event, in the order of the document; `webhooks/catalog.ts` has the schema of its data. `inventory.changed` is an alias
 * for subscribers of `inventory.updated` (decision 64) and is never emitted itself.
 */
export const EVENTS = {
  'inventory.updated': { summary: 'The quantity of an inventory item changed', places: one },
  'inventory.low_stock': {
    summary: 'The available stock of a variant at a location fell below your threshold',
    places: one,
    notifies: true,
  },
  'inventory.sync.completed': { summary: 'A POS sync ended', places: one, notifies: true },
  'inventory.changed': { summary: 'The same as inventory.updated, under its other name', places: one },
  'order.created': {
    summary: 'An order was placed',
    places: everywhere,
    notifies: true,
    audits: 'order',
    finds: 'order',
  },
  'order.updated': {
    summary: 'The status of an order changed',
    places: everywhere,
    notifies: true,
    audits: 'order',
  },
  'order.shipped': { summary: 'An order was shipped', places: everywhere },
  'order.delivered': { summary: 'An order was delivered', places: everywhere },
  'order.edited': {
    summary:
      'A party changed delivery, notes, PO number, receiving location, discounts or freight of an order',
    places: everywhere,
  },
  'order.commented': {
    summary: 'A member of either party commented on an order',
    places: everywhere,
    notifies: true,
    audits: 'order',
  },
  'transfer.completed': {
    summary: 'Goods arrived, from another business or another room',
    places: ofTransfer,
  },
  'batch.held': {
    summary: 'A batch of yours was put on hold',
    places: everywhere,
    audits: 'batch',
    hides: 'units',
  },
  'batch.released': {
    summary: 'A batch of yours was released from hold',
    places: everywhere,
    audits: 'batch',
    hides: 'units',
  },
  'batch.expiring': {
    summary: 'A batch that you have in stock expires in 30 or 7 days, or today',
    places: everywhere,
    notifies: true,
    hides: 'units',
  },
  'quote.sent': { summary: 'A seller sent a quote', places: everywhere, notifies: true },
  'quote.accepted': { summary: 'A buyer accepted a quote, which became an order', places: everywhere },
  'quote.declined': { summary: 'A buyer declined a quote', places: everywhere },
  'quote.expired': { summary: 'The last day of a quote is over', places: everywhere },
  'order_request.received': {
    summary: 'A shop confirmed that it asks for an order from a menu',
    places: everywhere,
  },
  'order_request.accepted': {
    summary: 'A request became an order',
    places: everywhere,
    audits: 'order_request',
  },
  'order_request.declined': {
    summary: 'A request was declined',
    places: everywhere,
    audits: 'order_request',
  },
  'receipt.completed': {
    summary: 'A retailer received an order, or corrected its receipt',
    places: everywhere,
  },
  'goods.received': {
    summary: 'Goods from outside were received, or their receipt was corrected',
    places: one,
    audits: 'goods_receipt',
    finds: 'goods_receipt',
  },
  'return.received': {
    summary: 'A seller received units that a retailer had not accepted',
    places: everywhere,
    audits: 'return',
  },
  'batch.recalled': {
    summary: 'A batch that you have or had in stock was recalled',
    places: everywhere,
    notifies: true,
  },
  'batch.created': { summary: 'A batch of yours was created', places: everywhere, audits: 'batch' },
  'batch.updated': {
    summary: 'The dates, test status or certificate of a batch of yours changed',
    places: everywhere,
    audits: 'batch',
  },
  'product.created': {
    summary: 'A product of yours was created',
    places: everywhere,
    audits: 'product',
    finds: 'product',
  },
  'product.updated': {
    summary: 'A product or variant changed, of yours or one that you hold or have ordered',
    places: everywhere,
    audits: 'product',
    finds: 'product',
  },
  'product.deleted': {
    summary: 'A product was deleted, of yours or one that you hold',
    places: everywhere,
    audits: 'product',
  },
  'connection.requested': {
    summary: 'A business asked to connect with another',
    places: everywhere,
    audits: 'connection',
  },
  'connection.accepted': {
    summary: 'A connection request was accepted',
    places: everywhere,
    audits: 'connection',
  },
  'connection.rejected': {
    summary: 'A connection request was rejected',
    places: everywhere,
    audits: 'connection',
  },
  'connection.ended': { summary: 'A connection ended', places: everywhere, audits: 'connection' },
  'location.created': { summary: 'A location was added', places: itself, audits: 'location' },
  'location.updated': { summary: 'A location changed', places: itself, audits: 'location' },
  'location.deleted': { summary: 'A location was deleted', places: itself, audits: 'location' },
  'customer.created': {
    summary: 'A customer that is not on board was added',
    places: everywhere,
    audits: 'customer',
    hides: 'money',
  },
  'customer.updated': {
    summary: 'Your business changed a customer',
    places: everywhere,
    audits: 'customer',
    hides: 'money',
  },
  'customer.deleted': {
    summary: 'A customer that was not on board was deleted',
    places: everywhere,
    audits: 'customer',
    hides: 'money',
  },
  'backorder.opened': { summary: 'Units were put on backorder', places: everywhere },
  'backorder.filled': {
    summary: 'An order of a backorder was made: of all its units, or while it is open of some',
    places: everywhere,
  },
  'backorder.cancelled': { summary: 'A backorder was canceled, or expired', places: everywhere },
  'customer.claimed': {
    summary: 'A customer that you entered is on board now',
    places: everywhere,
    audits: 'customer',
    hides: 'money',
    finds: 'claim',
  },
  'invoice.issued': {
    summary: 'An order was invoiced',
    places: everywhere,
    audits: 'invoice',
    finds: 'invoice',
  },
  'invoice.overdue': { summary: 'The due day of an open invoice is over', places: everywhere },
  'payment.recorded': {
    summary: 'A payment or a refund was recorded',
    places: nowhere,
    audits: 'payment',
    finds: 'payment',
  },
  'payment.voided': { summary: 'A payment or a refund was voided', places: nowhere, audits: 'payment' },
  'remittance.sent': {
    summary: 'A buyer said that it sent money',
    places: nowhere,
    notifies: true,
    audits: 'remittance',
  },
  'remittance.recorded': {
    summary: 'A payment was recorded from what a buyer said it sent',
    places: nowhere,
    notifies: true,
    audits: 'remittance',
  },
  'remittance.declined': {
    summary: 'A seller declined what a buyer said it sent',
    places: nowhere,
    notifies: true,
    audits: 'remittance',
  },
  'dispute.opened': {
    summary: 'A buyer disputed lines of an invoice',
    places: nowhere,
    notifies: true,
    audits: 'dispute',
  },
  'dispute.closed': {
    summary: 'A dispute was credited, declined or withdrawn',
    places: nowhere,
    notifies: true,
    audits: 'dispute',
  },
  'invoice.settled': { summary: 'Nothing of an invoice is left to pay', places: everywhere },
  'credit.issued': {
    summary: 'A credit note was issued',
    places: everywhere,
    audits: 'credit_note',
    finds: 'credit_note',
  },
  'migration.completed': {
    summary: 'A migration from another system was applied',
    places: nowhere,
    audits: 'migration',
  },
  'compliance.job.updated': { summary: 'A report to the state changed its status', places: one },
  'compliance.transfer.updated': {
    summary: 'A delivery that the state knows of was read, changed or accepted',
    places: one,
  },
  'integration.failing': {
    summary: 'A connection with another system stopped working',
    places: ofConnection,
    notifies: true,
    audits: 'integration',
  },
} as const satisfies Record<string, Declaration>;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]];

/** Data of each event type; `webhooks/catalog.ts` adds the other members by declaration merging. */
export interface EventData {
  'inventory.changed': never;
}

export type EventType = Exclude<EventName, 'inventory.changed'>;

export const declarationOf = (name: EventName): Declaration => EVENTS[name];

/**
 * Returns the distinct locations of an event; null for an event of the whole entity. Members, webhook endpoints and API
 * keys that are limited to locations receive only events whose locations are all theirs.
 * @throws Error when a location-bound event has no location
 */
export function locationsOf(type: EventType, data: object): string[] | null {
  const places = EVENTS[type].places(data as PlacedData);
  if (places === null) return null;
  const ids = [...new Set(places)];
  if (ids.length === 0 || !ids.every((id) => typeof id === 'string')) {
    throw new Error(`The event ${type} names no location`);
  }
  return ids;
}
