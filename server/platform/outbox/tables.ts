import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id } from '../db/columns';
import { keep, personal, plain } from '../db/marks';
import { MAIL_SHARES } from './mail-shares';

const int8multirange = customType<{ data: string }>({ dataType: () => 'int8multirange' });

/** Events of an entity, written in the transaction of their effect; the dispatcher gives each its sequence after commit. */
export const events = pgTable(
  'events',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    type: plain(text('type')).notNull(),
    /** The locations that the data is about; null for the whole entity. */
    locationIds: uuid('location_ids').array(),
    sequence: bigint('sequence', { mode: 'number' }),
    data: personal(jsonb('data')).notNull(),
    /** Partners whom its subject concerns get an event of their own. */
    shared: boolean('shared').notNull().default(false),
    /** The trace of the request that caused it; null where nothing is traced. */
    traceparent: plain(text('traceparent')),
    createdAt: createdAt(),
  },
  (t) => [
    index('events_undispatched').on(t.id).where(sql`${t.sequence} is null`),
    uniqueIndex('events_sequence').on(t.entityId, t.sequence),
    index('events_age').on(t.createdAt),
    index('events_by_type').on(t.entityId, t.type, t.sequence).where(sql`${t.sequence} is not null`),
    index('events_of_object')
      .on(t.entityId, sql`(${t.data} ->> 'id')`, t.sequence)
      .where(sql`${t.sequence} is not null`),
  ],
);
keep(events, { rows: 'entity_id', kept: 'days30', erase: 'delete' });

/** Shared events that partners have not yet got. */
export const sharedEvents = pgTable(
  'shared_events',
  {
    eventId: uuid('event_id').primaryKey(),
    entityId: uuid('entity_id').notNull(),
  },
  (t) => [index('shared_events_of_entity').on(t.entityId, t.eventId)],
);
keep(sharedEvents, { kept: 'days30' });

/** The last sequence given to an event of each entity. */
export const eventSequences = pgTable('event_sequences', {
  entityId: uuid('entity_id').primaryKey(),
  /** The end of the last gap, before an event follows it. */
  last: bigint('last', { mode: 'number' }).notNull(),
  /** Sequences that restores left out: clients may know events of them that are lost (decision 931). */
  gaps: int8multirange('gaps').notNull().default(sql`'{}'`),
});
keep(eventSequences, { kept: 'derived' });

/** How often the installation was restored, in one row: 1 before the first time. */
export const eventEpoch = pgTable(
  'event_epoch',
  {
    one: boolean('one').primaryKey().default(true),
    epoch: integer('epoch').notNull(),
  },
  (t) => [check('event_epoch_one', sql`${t.one}`)],
);
keep(eventEpoch, { kept: 'own' });

/** What members are to be notified of, until a worker has written the notifications. */
export const notices = pgTable('notices', {
  /** The event's id, where there is one. */
  id: uuid('id').primaryKey(),
  entityId: uuid('entity_id').notNull(),
  createdAt: createdAt(),
  /** Null for an event, whose row says it. */
  notice: personal(jsonb('notice')),
});
keep(notices, { kept: 'days30', erase: 'delete', erased: 'entity_id' });

/** How many mails of invitations an address got since it last accepted one. */
export const invitedAddresses = pgTable('invited_addresses', {
  address: personal(text('address')).primaryKey(),
  mails: integer('mails').notNull(),
});
keep(invitedAddresses, { kept: 'throttles' });

/** Addresses that want no more invitations. */
export const unsubscribedAddresses = pgTable('unsubscribed_addresses', {
  address: personal(text('address')).primaryKey(),
  createdAt: createdAt(),
});
keep(unsubscribedAddresses, { kept: 'throttles' });

/** Addresses that want no more reminders, statements and the like of one seller. */
export const unsubscribedFrom = pgTable(
  'unsubscribed_from',
  {
    sellerId: uuid('seller_id').notNull(),
    address: personal(text('address')).notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.sellerId, t.address] })],
);
keep(unsubscribedFrom, { kept: 'throttles' });

/** Mails that count against the limits of decision 93, for two days. */
export const countedMails = pgTable(
  'counted_mails',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    address: personal(text('address')).notNull(),
    share: text('share', { enum: MAIL_SHARES }).notNull().default('notice'),
    /** Another business that caused it. */
    causeId: uuid('cause_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('counted_mails_of_entity').on(t.entityId, t.createdAt),
    index('counted_mails_to_address').on(t.address, t.createdAt),
    index('counted_mails_age').on(t.createdAt),
  ],
);
keep(countedMails, { kept: 'throttles' });

/** Addresses that a mail server rejected for good: nothing that can wait for another is sent there. */
export const bouncedAddresses = pgTable('bounced_addresses', {
  address: personal(text('address')).primaryKey(),
  /** The SMTP status, 500 to 599. */
  status: integer('status').notNull(),
  createdAt: createdAt(),
});
keep(bouncedAddresses, { kept: 'throttles' });
