import { dollarText } from '../../kernel/money';
import type { Notice } from '../../kernel/notices';
import type { TakenNotice } from '../../platform/outbox/notices.sql';
import { type OrderStatus, STATUS_TEXTS } from '../orders/shapes/flow.schema';

/** What an event doesn't say itself. */
export interface Surroundings {
  /** Who took an order to a status, by `moverKey`. */
  movers: ReadonlyMap<string, { actor_id: string | null; actor_entity_id: string }>;
  /** Which member placed an order by hand, by its id. */
  placers: ReadonlyMap<string, string>;
  locations: ReadonlyMap<string, string>;
}

/** The events for which each of the surroundings is read. */
export const READ_AROUND = {
  movers: ['order.updated'],
  placers: ['order.created'],
  locations: ['inventory.low_stock', 'inventory.sync.completed'],
} as const;

type Fields = Record<string, unknown>;
type Read = Notice | null;

export const moverKey = (orderId: unknown, status: unknown) => `${orderId} ${status}`;
/** The characters of a comment that its notification repeats. */
const EXCERPT = 200;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The notice of an event; null for one without notifications. */
export function noticeOf({ type, data, entity_id, location_ids }: TakenNotice, around: Surroundings): Read {
  if (!data) return null;
  switch (type) {
    case 'order.created':
      return placed(data, entity_id, around);
    case 'order.updated':
      return moved(data, entity_id, around);
    case 'quote.sent':
      return quoted(data, entity_id);
    case 'order.commented':
      return commented(data, entity_id);
    case 'remittance.sent':
    case 'remittance.recorded':
    case 'remittance.declined':
      return sentMoney(data, entity_id);
    case 'dispute.opened':
    case 'dispute.closed':
      return disputed(data, entity_id);
    case 'inventory.low_stock':
      return low(data, location_ids, around);
    case 'inventory.sync.completed':
      return data.status === 'failed' ? syncFailed(data, location_ids, around) : null;
    case 'integration.failing':
      return integrationFailing(data, location_ids);
    case 'batch.expiring':
      return expiring(data);
    case 'batch.recalled':
      return recalled(data);
    default:
      return null;
  }
}

const orderIn = (data: Fields): Notice['object'] => ({
  type: 'order',
  id: textOf(data.id),
  name: textOf(data.order_number),
});

const partiesOf = (data: Fields) => [fieldsOf(data.wholesaler), fieldsOf(data.retailer)];
const causedBy = ({ id, name }: Fields): Pick<Notice, 'cause'> =>
  typeof id === 'string' ? { cause: { id, name: textOf(name) } } : {};

/** The other party is notified of a new order, and the member who placed it gets a confirmation by mail. */
function placed(data: Fields, entityId: string, { placers }: Surroundings): Read {
  const seller = fieldsOf(data.wholesaler);
  const isSellers = data.entered_by === 'seller';
  if (isSellers && seller.id === entityId) return null;
  if (!isSellers && seller.id !== entityId) return confirmed(data, placers.get(textOf(data.id)));
  if (isSellers) {
    return {
      kind: 'order_placed',
      object: orderIn(data),
      summary: `${textOf(seller.name)} placed ${textOf(data.order_number)} for you`,
      permission: 'read:orders',
      ...causedBy(seller),
    };
  }
  return {
    kind: 'new_order',
    object: orderIn(data),
    summary: `${textOf(fieldsOf(data.retailer).name)} placed ${textOf(data.order_number)}`,
    permission: 'read:orders',
    ...causedBy(fieldsOf(data.retailer)),
  };
}

function confirmed(data: Fields, userId: string | undefined): Read {
  if (!userId) return null;
  return {
    kind: 'order_placed',
    object: orderIn(data),
    summary: `You placed ${textOf(data.order_number)} with ${textOf(fieldsOf(data.wholesaler).name)}`,
    permission: 'read:orders',
    userId,
    mailOnly: true,
  };
}

/** The seller is notified that a buyer sent money, and the buyer of what the seller made of it. */
function sentMoney(data: Fields, entityId: string): Read {
  const [seller, buyer] = [fieldsOf(data.seller), fieldsOf(data.buyer)];
  const isSent = data.status === 'sent';
  const [told, cause] = isSent ? [seller, buyer] : [buyer, seller];
  const [first, ...others] = (Array.isArray(data.invoices) ? data.invoices : []).map(fieldsOf);
  if (told.id !== entityId || !first) return null;
  const number = textOf(first.number);
  const did = { sent: 'says it sent', recorded: 'recorded', declined: 'declined' }[textOf(data.status)];
  const whole = others.length === 0 ? number : `${number} and ${others.length} more`;
  return {
    kind: 'remittance',
    object: { type: 'invoice', id: textOf(first.invoice_id), name: number },
    summary: `${textOf(cause.name)} ${did} ${dollarText(Number(data.amount))} for ${whole}`,
    permission: 'read:invoices',
    ...causedBy(cause),
  };
}

/** The seller is notified that a buyer disputes lines or takes that back, and the buyer of what the seller decided. */
function disputed(data: Fields, entityId: string): Read {
  const [seller, buyer] = [fieldsOf(data.seller), fieldsOf(data.buyer)];
  const did = {
    open: 'disputes lines of',
    withdrawn: 'withdrew its dispute of',
    credited: 'credited your dispute of',
    declined: 'declined your dispute of',
  }[textOf(data.status)];
  const byBuyer = data.status === 'open' || data.status === 'withdrawn';
  const [told, cause] = byBuyer ? [seller, buyer] : [buyer, seller];
  if (told.id !== entityId) return null;
  const { id, number } = fieldsOf(data.invoice);
  return {
    kind: 'dispute',
    object: { type: 'invoice', id: textOf(id), name: textOf(number) },
    summary: `${textOf(cause.name)} ${did} ${textOf(number)}`,
    permission: 'read:invoices',
    ...causedBy(cause),
  };
}

/** The buyer is notified of a quote. A number it has none: its buyer knows it by its seller and day. */
function quoted(data: Fields, entityId: string): Read {
  const seller = fieldsOf(data.wholesaler);
  if (seller.id === entityId) return null;
  return {
    kind: 'quote_received',
    object: { type: 'draft', id: textOf(data.id), name: textOf(seller.name) },
    summary: `${textOf(seller.name)} sent you a quote, valid until ${textOf(data.valid_until)}`,
    permission: 'read:orders',
    ...causedBy(seller),
  };
}

/** Only the other party is notified of a step, and both of one that Tallyleaf took: those have a mail of their own. */
function moved(data: Fields, entityId: string, { movers }: Surroundings): Read {
  const { id, status, previous_status } = data;
  const did = STATUS_TEXTS[status as OrderStatus]?.moved;
  const mover = movers.get(moverKey(id, status));
  if (!did || !mover || status === previous_status) return null;
  const byTallyleaf = mover.actor_id === null;
  if (!byTallyleaf && mover.actor_entity_id === entityId) return null;
  const other = partiesOf(data).find(({ id }) => id !== entityId);
  const suffix = byTallyleaf ? ' because it stayed pending too long' : ` (${textOf(other?.name)})`;
  return {
    kind: 'order_moved',
    object: orderIn(data),
    summary: `${textOf(data.order_number)} ${did}${suffix}`,
    permission: 'read:orders',
    ...(byTallyleaf ? { mailed: true } : causedBy(other ?? {})),
  };
}

function commented(data: Fields, entityId: string): Read {
  const comment = fieldsOf(data.comment);
  const actor = fieldsOf(comment.actor);
  const body = textOf(comment.body).replaceAll(/\s+/g, ' ');
  const excerpt = body.length > EXCERPT ? `${body.slice(0, EXCERPT).toWellFormed()}…` : body;
  return {
    kind: 'comment',
    object: orderIn(data),
    summary: `${textOf(actor.name)} on ${textOf(data.order_number)}: ${excerpt}`,
    permission: 'read:orders',
    actorId: textOf(actor.id) || null,
    ...(actor.entity_id !== entityId &&
      causedBy(partiesOf(data).find(({ id }) => id === actor.entity_id) ?? {})),
  };
}

function low(data: Fields, locationIds: string[] | null, { locations }: Surroundings): Read {
  const place = locations.get(textOf(data.location_id));
  const name = `${textOf(data.product_name)} (${textOf(data.sku)})`;
  return {
    kind: 'low_stock',
    object: { type: 'inventory_item', id: textOf(data.id), name },
    summary: `${name} is low${place ? ` at ${place}` : ''}: ${Number(data.location_available_quantity)} available`,
    permission: 'read:inventory',
    locationIds,
  };
}

function syncFailed(data: Fields, locationIds: string[] | null, { locations }: Surroundings): Read {
  const place = locations.get(textOf(data.location_id)) ?? 'a location';
  const [first] = Array.isArray(data.errors) ? data.errors : [];
  const why = textOf(fieldsOf(first).message);
  return {
    kind: 'sync_failed',
    object: { type: 'sync', id: textOf(data.id), name: place },
    summary: `The POS sync of ${place} failed${why ? `: ${why}` : ''}`,
    permission: 'sync:inventory',
    locationIds,
  };
}

const SYSTEM_NAMES: Record<string, string> = { metrc: 'Metrc', leaflink: 'LeafLink', distru: 'Distru' };

function integrationFailing(data: Fields, locationIds: string[] | null): Read {
  const name = SYSTEM_NAMES[textOf(data.system)] ?? textOf(data.system);
  const why = textOf(fieldsOf(data.last_error).message);
  return {
    kind: 'integration_failing',
    object: { type: 'integration', id: textOf(data.id), name },
    summary: `The connection with ${name} stopped working${why ? `: ${why}` : ''}`,
    permission: 'update:entity',
    locationIds: data.location_id === null ? null : locationIds,
  };
}

function expiring(data: Fields): Read {
  const days = Number(data.days);
  const when = days === 0 ? 'expires today' : `expires within ${days} days`;
  return {
    kind: 'expiration',
    object: { type: 'batch', id: textOf(data.id), name: textOf(data.batch_id) },
    summary: `Batch ${textOf(data.batch_id)} of ${textOf(data.product_name)} ${when}`,
    permission: 'read:inventory',
  };
}

/** Recalls have mails of their own, which can't be turned off. */
function recalled(data: Fields): Read {
  const batch = `batch ${textOf(data.batch_id)} of ${textOf(data.product_name)}`;
  const owner = textOf(fieldsOf(data.entity).name);
  const summaries: Record<string, string> = {
    check: `${owner} recalled ${batch}: check your units without a batch by hand`,
    made_from: `Your ${batch} was made from a batch that ${owner} recalled`,
  };
  return {
    kind: 'recall',
    object: { type: 'recall', id: textOf(data.id), name: textOf(data.batch_id) },
    summary: `${summaries[textOf(data.role)] ?? `${owner} recalled ${batch}`} (class ${textOf(data.class)})`,
    permission: 'read:inventory',
    mailed: true,
  };
}
