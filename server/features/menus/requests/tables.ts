import { sql } from 'drizzle-orm';
import { boolean, check, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { orders } from '../../orders/tables';
import { REQUEST_STATUSES } from '../state';
import { menuLinks, menus } from '../tables';
import type { KeptLine, RequestBusiness, RequestContact } from './schema';

/** Orders that shops asked for from a menu. The seller sees one once its asker has confirmed it. */
export const orderRequests = pgTable(
  'order_requests',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    menuId: reference('menu_id', () => menus.id),
    linkId: reference('link_id', () => menuLinks.id),
    /** Of a customer's menu, or of a link that was mailed to one. */
    customerId: uuid('customer_id').references(() => entities.id),
    status: text('status', { enum: REQUEST_STATUSES }).notNull().default('unconfirmed'),
    business: personal(jsonb('business')).$type<RequestBusiness>(),
    contact: personal(jsonb('contact')).$type<RequestContact>(),
    /** The address that confirms, in lower case; null once it is blanked. */
    address: personal(text('address')),
    /** Whether that address is the customer's contact. */
    contactKnown: boolean('contact_known').notNull(),
    /** With the prices as the menu reckoned them. */
    lines: plain(jsonb('lines')).$type<KeptLine[]>().notNull(),
    /** Whether its asker saw prices. */
    pricesShown: boolean('prices_shown').notNull(),
    deliveryDate: date('delivery_date'),
    notes: personal(text('notes')),
    poNumber: plain(text('po_number')),
    /** Why it was declined. */
    reason: plain(text('reason')),
    tokenHash: withheld(text('token_hash')).notNull().unique('order_requests_token'),
    tokenSealed: withheld(text('token_sealed')).notNull(),
    /** Digests of the asker's network, and of what it asked for. */
    network: withheld(text('network')).notNull(),
    digest: withheld(text('digest')).notNull(),
    /** Whether its mail may leave. */
    mailed: boolean('mailed').notNull().default(false),
    orderId: uuid('order_id').references(() => orders.id),
    /** The customer that its order is of, and whether the request made it. */
    acceptedFor: uuid('accepted_for').references(() => entities.id),
    madeCustomer: boolean('made_customer').notNull().default(false),
    /** When its asker was invited to order with an account. */
    invitedAt: instant('invited_at'),
    confirmedAt: instant('confirmed_at'),
    /** When it stops waiting, and when it stopped. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    blankedAt: instant('blanked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('order_requests_status', isOneOf(t.status, REQUEST_STATUSES)),
    check('order_requests_confirmed', sql`(${t.confirmedAt} is null) = (${t.status} = 'unconfirmed')`),
    check('order_requests_ordered', sql`(${t.orderId} is not null) = (${t.status} = 'accepted')`),
    check('order_requests_lines', sql`jsonb_array_length(${t.lines}) between 1 and 200`),
    index('order_requests_of_entity')
      .on(t.entityId, t.confirmedAt.desc().nullsLast(), t.id)
      .where(sql`${t.status} <> 'unconfirmed'`),
    index('order_requests_by_change').on(t.entityId, t.updatedAt, t.id),
    index('order_requests_waiting').on(t.entityId, t.menuId).where(sql`${t.status} = 'waiting'`),
    index('order_requests_unconfirmed').on(t.entityId, t.createdAt).where(sql`${t.status} = 'unconfirmed'`),
    index('order_requests_of_menu').on(t.menuId, t.confirmedAt),
    index('order_requests_of_link').on(t.linkId),
    index('order_requests_of_customer').on(t.customerId).where(sql`${t.customerId} is not null`),
    index('order_requests_accepted_for').on(t.acceptedFor).where(sql`${t.acceptedFor} is not null`),
    index('order_requests_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('order_requests_from').on(t.address, t.entityId).where(sql`${t.address} is not null`),
    index('order_requests_due').on(t.expiresAt).where(sql`${t.endedAt} is null`),
    index('order_requests_to_blank')
      .on(t.endedAt)
      .where(sql`${t.endedAt} is not null and ${t.blankedAt} is null and ${t.orderId} is null`),
  ],
);
keep(orderRequests, { rows: 'entity_id', kept: 'records', erase: 'blank' });
