import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { WEEKDAYS } from '../../kernel/delivery-days';
import { ENTITY_TYPES } from '../../kernel/entity-types';
import { TIERS } from '../../kernel/tiers';
import { createdAt, id, instant, isOneOf, reference, updatedAt } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { CONNECTION_STATUSES } from './connections/schema';
import { settingChecks, settingColumns } from './settings-columns';
import { RECEIVING_ROOMS } from './typed.schema';

export const entities = pgTable(
  'entities',
  {
    id: id(),
    type: text('type', { enum: ENTITY_TYPES }).notNull(),
    tier: text('tier', { enum: TIERS }).notNull(),
    name: personal(text('name')).notNull(),
    legalName: personal(text('legal_name')).notNull(),
    /** The oldest of its `licenses`, kept by triggers in both directions (decision 525). */
    licenseNumber: plain(text('license_number')).notNull(),
    /** False when another business had the number as it was saved. */
    licenseVerified: boolean('license_verified').notNull().default(true),
    /** Until the operator verifies its license it can't trade. */
    underReview: boolean('under_review').notNull().default(false),
    /** Whether it was here before mails to people who aren't on board had limits (decision 906). */
    established: boolean('established').notNull().default(false),
    /** When it signed up by itself; null when the operator created it. */
    signedUpAt: instant('signed_up_at'),
    licenseType: plain(text('license_type')),
    licenseExpiry: date('license_expiry'),
    street: personal(text('street')).notNull(),
    city: personal(text('city')).notNull(),
    state: plain(text('state')).notNull(),
    zip: personal(text('zip')).notNull(),
    /** Null only of a customer that isn't on board. */
    contactEmail: personal(text('contact_email')),
    contactPhone: personal(text('contact_phone')),
    ...settingColumns(),
    /** Since when its members need a second factor; null while they don't (decision 441). */
    mfaRequiredSince: instant('mfa_required_since'),
    /** The seller that entered it as its customer, until it is claimed: it has no users and no stock. */
    managedBy: uuid('managed_by').references((): AnyPgColumn => entities.id),
    /** Of such a customer: not compared with the businesses on board since it changed. */
    uncompared: withheld(boolean('uncompared')).notNull().default(false),
    /** Since when, and why, the operator keeps its members out (decision 442). */
    suspendedAt: instant('suspended_at'),
    suspensionReason: plain(text('suspension_reason')),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    check('entities_type', isOneOf(t.type, ENTITY_TYPES)),
    check('entities_tier', isOneOf(t.tier, TIERS)),
    ...settingChecks(t),
    check('entities_contact', sql`${t.contactEmail} is not null or ${t.managedBy} is not null`),
    uniqueIndex('entities_unclaimed')
      .on(t.managedBy, sql`postal_state(${t.state})`, t.type, sql`license_form(${t.licenseNumber})`)
      .where(sql`${t.managedBy} is not null and ${t.deletedAt} is null`),
    index('entities_uncompared').on(t.managedBy, t.id).where(sql`${t.uncompared}`),
    index('entities_directory').on(t.type, sql`${t.name} collate names`, t.id),
    index('entities_contact_email').on(sql`lower(${t.contactEmail})`).where(sql`${t.managedBy} is not null`),
    index('entities_license').on(sql`license_form(${t.licenseNumber})`),
    index('entities_words').using('gin', sql`search_key(${t.name}) gin_trgm_ops`),
  ],
);
keep(entities, { rows: 'id|managed_by', kept: 'records', erase: 'blank' });

export const locations = pgTable(
  'locations',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: personal(text('name')).notNull(),
    street: personal(text('street')).notNull(),
    city: personal(text('city')).notNull(),
    state: plain(text('state')).notNull(),
    /** Which state that is, as a postal code: licenses and the way of goods go by it. */
    postalState: plain(text('postal_state')).notNull().generatedAlwaysAs(sql`postal_state(state)`),
    zip: personal(text('zip')).notNull(),
    /** The oldest license of the premises, kept like that of a business. */
    licenseNumber: plain(text('license_number')),
    /** Last day on which its licenses allow goods to leave and arrive, kept by triggers; `-infinity` without an active one. */
    licensedUntil: date('licensed_until').notNull().default('infinity'),
    active: boolean('active').notNull().default(true),
    /** It came with a merged customer, and its business hasn't said that it is its own: it takes no new order. */
    unconfirmed: boolean('unconfirmed').notNull().default(false),
    /** The place at the same address that it became, when its business was merged. */
    joinedTo: uuid('joined_to').references((): AnyPgColumn => locations.id),
    /** Where deliveries arrive. */
    receivingRoom: text('receiving_room', { enum: RECEIVING_ROOMS }).notNull().default('vault'),
    /** When deliveries are taken, as people say it. */
    receivingHours: plain(text('receiving_hours')),
    /** When its goods leave it, in the order of the week (decision 436). */
    deliveryDays: text('delivery_days', { enum: WEEKDAYS }).array().notNull().default(sql`'{}'`),
    /** `HH:MM` in the timezone of the business. */
    orderCutoff: plain(text('order_cutoff')),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    check('locations_receiving_room', sql`${t.receivingRoom} in ('vault', 'quarantine')`),
    check('locations_order_cutoff', sql`${t.orderCutoff} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    unique('locations_entity_id').on(t.entityId, t.id),
    index('locations_by_age').on(t.entityId, t.createdAt, t.id),
  ],
);
keep(locations, { rows: 'entity_id|entity_id>entities', kept: 'records', erase: 'blank' });

export const connections = pgTable(
  'connections',
  {
    id: id(),
    requesterId: reference('requester_id', () => entities.id),
    targetId: reference('target_id', () => entities.id),
    status: text('status', { enum: CONNECTION_STATUSES }).notNull().default('pending'),
    message: plain(text('message')),
    /** Whether its target is a customer that isn't on board. */
    managed: withheld(boolean('managed')).notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    respondedAt: instant('responded_at'),
  },
  (t) => [
    check('connections_not_self', sql`${t.requesterId} <> ${t.targetId}`),
    check('connections_status', isOneOf(t.status, CONNECTION_STATUSES)),
    uniqueIndex('connections_one_live')
      .on(sql`least(${t.requesterId}, ${t.targetId})`, sql`greatest(${t.requesterId}, ${t.targetId})`)
      .where(sql`${t.status} <> 'rejected'`),
    index('connections_by_requester').on(t.requesterId, t.status, t.managed, t.targetId),
    index('connections_of_target').on(t.targetId, t.status, t.requesterId),
  ],
);
keep(connections, { rows: 'requester_id|target_id', kept: 'records' });

/** The locations that a member with `users.all_locations = false` is limited to. */
export const memberLocations = pgTable(
  'member_locations',
  {
    userId: uuid('user_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
  },
  (t) => [
    unique('member_locations_once').on(t.userId, t.locationId),
    foreignKey({
      name: 'member_locations_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }).onDelete('cascade'),
  ],
);
keep(memberLocations, { rows: 'entity_id', kept: 'access', erase: 'delete' });
