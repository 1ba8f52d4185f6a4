import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import {
  actorColumns,
  cents,
  createdAt,
  id,
  instant,
  isOneOf,
  reference,
} from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { RECIPIENT_STATUSES, SKIP_REASONS } from '../state';
import { menus } from '../tables';

/** Runs in which a menu is mailed to customers. */
export const menuSends = pgTable(
  'menu_sends',
  {
    id: id(),
    menuId: reference('menu_id', () => menus.id),
    entityId: reference('entity_id', () => entities.id),
    subject: plain(text('subject')).notNull(),
    message: plain(text('message')).notNull(),
    total: integer('total').notNull(),
    ...actorColumns(),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('menu_sends_of_menu').on(t.menuId, t.createdAt, t.id),
    index('menu_sends_unfinished').on(t.createdAt).where(sql`${t.finishedAt} is null`),
  ],
);
keep(menuSends, { rows: 'entity_id', kept: 'working', erase: 'delete' });

/** Who a run mails the menu to, and what became of it. */
export const menuRecipients = pgTable(
  'menu_recipients',
  {
    sendId: reference('send_id', () => menuSends.id),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => entities.id),
    entityId: uuid('entity_id').notNull(),
    status: text('status', { enum: RECIPIENT_STATUSES }).notNull().default('waiting'),
    reason: text('reason', { enum: SKIP_REASONS }),
    doneAt: instant('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.sendId, t.customerId] }),
    check('menu_recipients_status', isOneOf(t.status, RECIPIENT_STATUSES)),
    check('menu_recipients_reason', sql`(${t.reason} is not null) = (${t.status} = 'skipped')`),
    index('menu_recipients_of_customer').on(t.customerId),
    index('menu_recipients_waiting').on(t.sendId).where(sql`${t.status} in ('waiting', 'queued')`),
  ],
);
keep(menuRecipients, { rows: 'entity_id', kept: 'working', erase: 'delete' });

/**
 * When the goods of a menu appeared, came back in stock or became cheaper, for all customers with the same prices: what a mail says
 * has changed since the one before follows from these times.
 */
export const menuMarks = pgTable(
  'menu_marks',
  {
    menuId: reference('menu_id', () => menus.id),
    /** Who pays the same: by their price list and offers. */
    priceGroup: plain(text('price_group')).notNull(),
    variantId: uuid('variant_id').notNull(),
    priceCents: cents('price_cents').notNull(),
    inStock: boolean('in_stock').notNull(),
    appearedAt: instant('appeared_at').notNull(),
    restockedAt: instant('restocked_at'),
    cheaperAt: instant('cheaper_at'),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.menuId, t.priceGroup, t.variantId] })],
);
keep(menuMarks, { kept: 'derived' });
