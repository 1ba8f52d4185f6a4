import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { MAIL_CHOICES, NOTICE_KINDS, NOTICE_OBJECTS } from '../../kernel/notices';
import { createdAt, id, instant, isOneOf, reference } from '../../platform/db/columns';
import { keep, personal, plain } from '../../platform/db/marks';
import { users } from '../auth/tables';
import { MAIL_STATES } from './schema';

/** What happened, once for each member who is notified of it; kept for 90 days. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    /** The event or notice that it was written for. */
    eventId: uuid('event_id').notNull(),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
    /** What a member needs to read it; null for one that concerns the member alone. */
    permission: plain(text('permission')),
    locationIds: uuid('location_ids').array(),
    objectType: text('object_type', { enum: NOTICE_OBJECTS }).notNull(),
    objectId: uuid('object_id').notNull(),
    objectName: personal(text('object_name')).notNull(),
    summary: personal(text('summary')).notNull(),
    /** Whether the bell lists it. */
    bell: boolean('bell').notNull(),
    mail: text('mail', { enum: MAIL_STATES }).notNull(),
    createdAt: createdAt(),
    readAt: instant('read_at'),
    /** Another business that caused it. */
    causeId: uuid('cause_id'),
    /** How many it stands for. */
    count: integer('count').notNull().default(1),
    /** The hour whose further notifications of its kind and cause it counts; null for one by itself. */
    countedHour: instant('counted_hour'),
  },
  (t) => [
    foreignKey({ columns: [t.entityId, t.userId], foreignColumns: [users.entityId, users.id] }),
    check('notifications_kind', isOneOf(t.kind, NOTICE_KINDS)),
    check('notifications_mail', isOneOf(t.mail, MAIL_STATES)),
    unique('notifications_once').on(t.eventId, t.userId, t.kind),
    index('notifications_of_user').on(t.userId, t.createdAt.desc(), t.id).where(sql`${t.bell}`),
    // Of members who want a kind by mail alone: few rows, among which the next one is counted.
    index('notifications_without_bell').on(t.userId, t.createdAt).where(sql`not ${t.bell}`),
    index('notifications_unread')
      .on(t.userId, t.createdAt.desc(), t.id)
      .where(sql`${t.bell} and ${t.readAt} is null`),
    index('notifications_for_digest').on(t.userId, t.createdAt).where(sql`${t.mail} = 'daily'`),
    index('notifications_to_mail').on(t.userId).where(sql`${t.mail} = 'at_once'`),
    index('notifications_age').on(t.createdAt),
    uniqueIndex('notifications_counting')
      .on(t.userId, t.kind, t.causeId, t.countedHour)
      .where(sql`${t.countedHour} is not null`),
  ],
);
keep(notifications, { rows: 'entity_id', kept: 'days90', erase: 'delete' });

/** What a member chose for a kind; absent until then. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: reference('user_id', () => users.id),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
    bell: boolean('bell').notNull(),
    mail: text('mail', { enum: MAIL_CHOICES }).notNull(),
    /** Whether the subjects of its mails have amounts; of `new_order` alone. */
    amounts: boolean('amounts').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check('notification_preferences_kind', isOneOf(t.kind, NOTICE_KINDS)),
    check('notification_preferences_mail', isOneOf(t.mail, MAIL_CHOICES)),
  ],
);
keep(notificationPreferences, { rows: 'user_id>users', kept: 'access', erase: 'delete' });
