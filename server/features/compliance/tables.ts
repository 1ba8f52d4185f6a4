import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference, updatedAt } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { entities, locations } from '../entities/tables';
import { integrationConnections } from '../integrations/tables';
import {
  DIRECTIONS,
  ENVIRONMENTS,
  JOB_KINDS,
  JOB_SOURCES,
  JOB_STATUSES,
  PACKAGE_STATES,
  type Problem,
} from './words';

/** What is known of the license behind a Metrc connection. One process at a time works on it. */
export const complianceSites = pgTable(
  'compliance_sites',
  {
    /** The connection's. */
    id: uuid('id')
      .primaryKey()
      .references(() => integrationConnections.id, { onDelete: 'cascade' }),
    entityId: reference('entity_id', () => entities.id),
    locationId: uuid('location_id').notNull(),
    state: plain(text('state')).notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    /** Whether the POS of the location tells the state of what happens there; null: where it has one. */
    posReports: boolean('pos_reports'),
    /** Metrc's reasons by ours; null before a member has confirmed them. */
    reasons: plain(jsonb('reasons')).$type<Record<string, string>>(),
    /** Metrc's own, as read last; null before. */
    vendorReasons: plain(jsonb('vendor_reasons')).$type<VendorReason[]>(),
    /** Types of transfers, likewise. */
    transferTypes: plain(jsonb('transfer_types')).$type<TransferType[]>(),
    /** How far each list was read. */
    reading: withheld(jsonb('reading')).$type<Record<string, ReadState>>().notNull().default({}),
    /** When reading is due. */
    readAt: instant('read_at').notNull().defaultNow(),
    /** Until when nothing is asked, as the state wants it. */
    pausedUntil: instant('paused_until'),
    /** Pauses in sequence. */
    pauses: integer('pauses').notNull().default(0),
    leaseToken: withheld(uuid('lease_token')),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: 'compliance_sites_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    unique('compliance_sites_of_location').on(t.locationId),
    index('compliance_sites_of_entity').on(t.entityId),
    index('compliance_sites_leased')
      .on(t.state, t.environment, t.leaseUntil)
      .where(sql`${t.leaseToken} is not null`),
    check('compliance_sites_environment', isOneOf(t.environment, ENVIRONMENTS)),
  ],
);
keep(complianceSites, { rows: 'entity_id', kept: 'working', erase: 'delete' });

/** A reason of Metrc's for an adjustment. */
export interface VendorReason {
  name: string;
  requires_note: boolean;
  requires_waste_weight: boolean;
}
export interface TransferType {
  name: string;
  wholesale: boolean;
  gross_weight: boolean;
}
/** How far a list was read: `at` is the last moment whose last page was stored, `page` the next page of a walk. */
export interface ReadState {
  at?: string;
  page?: number;
  /** When the walk began. */
  since?: string;
  done?: boolean;
  /** The last tag that was read by its label. */
  after?: string;
}

/** Reports to the state, made in the transaction of what they report. */
export const complianceJobs = pgTable(
  'compliance_jobs',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    locationId: uuid('location_id').notNull(),
    /** Null once the connection was deleted. */
    connectionId: uuid('connection_id').references(() => integrationConnections.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: JOB_KINDS }).notNull(),
    sourceType: text('source_type', { enum: JOB_SOURCES }).notNull(),
    sourceId: uuid('source_id').notNull(),
    /** Counts reports of the same source. */
    revision: integer('revision').notNull().default(0),
    orderId: uuid('order_id'),
    /** The tag, or the number of the order. */
    subject: plain(text('subject')).notNull(),
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** `{method, path, body}`; null while something is missing. */
    request: personal(jsonb('request')),
    status: text('status', { enum: JOB_STATUSES }).notNull(),
    problems: plain(jsonb('problems')).$type<Problem[]>().notNull().default([]),
    /** What was tried: `{at, step, outcome, status, message}`. */
    attempts: plain(jsonb('attempts')).notNull().default([]),
    /** Looks since it was sent. */
    looks: integer('looks').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    sentAt: instant('sent_at'),
    remoteId: plain(text('remote_id')),
    warnings: plain(jsonb('warnings')).notNull().default([]),
    /** What it is made of. */
    facts: personal(jsonb('facts')).notNull(),
    /** What a member said of it: `{reason, note, date}`. */
    edits: personal(jsonb('edits')).notNull().default({}),
    /** `{before, change, found, unit}` as the state showed them. */
    quantities: plain(jsonb('quantities')),
    reviewerId: uuid('reviewer_id'),
    reviewerName: personal(text('reviewer_name')),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'compliance_jobs_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    check('compliance_jobs_kind', isOneOf(t.kind, JOB_KINDS)),
    check('compliance_jobs_source', isOneOf(t.sourceType, JOB_SOURCES)),
    check('compliance_jobs_status', isOneOf(t.status, JOB_STATUSES)),
    uniqueIndex('compliance_jobs_once').on(t.connectionId, t.kind, t.sourceType, t.sourceId, t.revision),
    index('compliance_jobs_newest').on(t.entityId, t.createdAt, t.id),
    index('compliance_jobs_by_status').on(t.entityId, t.status, t.createdAt, t.id),
    index('compliance_jobs_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('compliance_jobs_of_subject').on(t.entityId, t.subject, t.position),
    index('compliance_jobs_due')
      .on(t.connectionId, t.nextAttemptAt, t.position)
      .where(sql`${t.status} in ('ready', 'sending', 'unknown')`),
    index('compliance_jobs_unfinished')
      .on(t.connectionId, t.subject, t.position)
      .where(sql`${t.status} in ('needs_data', 'review', 'ready', 'sending', 'unknown')`),
  ],
);
keep(complianceJobs, { rows: 'entity_id', kept: 'records', erase: 'blank' });

/** Deliveries that the state knows of, to a location or from it. */
export const complianceTransfers = pgTable(
  'compliance_transfers',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    locationId: uuid('location_id').notNull(),
    direction: text('direction', { enum: DIRECTIONS }).notNull(),
    /** Ids of the transfer and of its delivery there. */
    remoteId: plain(text('remote_id')).notNull(),
    deliveryId: plain(text('delivery_id')).notNull(),
    templateId: plain(text('template_id')),
    manifestNumber: plain(text('manifest_number')),
    shipperName: personal(text('shipper_name')),
    shipperLicense: plain(text('shipper_license')),
    recipientName: personal(text('recipient_name')),
    recipientLicense: plain(text('recipient_license')),
    typeName: plain(text('type_name')),
    departsAt: plain(text('departs_at')),
    arrivesAt: plain(text('arrives_at')),
    receivedAt: plain(text('received_at')),
    voided: boolean('voided').notNull().default(false),
    packages: plain(jsonb('packages')).$type<TransferPackage[]>().notNull().default([]),
    /** Our order: the one that it ships, or the one that it was accepted as. */
    /** Tags that were accepted here. */
    acceptedTags: plain(text('accepted_tags').array()).notNull().default(sql`'{}'`),
    orderId: uuid('order_id'),
    receiptId: uuid('receipt_id'),
    goodsReceiptId: uuid('goods_receipt_id'),
    acceptedAt: instant('accepted_at'),
    notes: plain(jsonb('notes')).$type<string[]>().notNull().default([]),
    /** As the state has it; null where it doesn't say. */
    changedAt: plain(text('changed_at')),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'compliance_transfers_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    check('compliance_transfers_direction', isOneOf(t.direction, DIRECTIONS)),
    unique('compliance_transfers_once').on(t.locationId, t.direction, t.deliveryId),
    index('compliance_transfers_newest').on(t.entityId, t.createdAt, t.id),
    index('compliance_transfers_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
  ],
);
keep(complianceTransfers, { rows: 'entity_id', kept: 'records', erase: 'blank' });

/** A package of a delivery, as the state shows it. */
export interface TransferPackage {
  package_tag: string;
  package_id: string | null;
  item_name: string | null;
  category: string | null;
  batch_id: string | null;
  expires_on: string | null;
  lab_testing_state: string | null;
  state: string | null;
  shipped_quantity: number | null;
  received_quantity: number | null;
  unit: string | null;
}

/** Packages as the state has them, per location. */
export const compliancePackages = pgTable(
  'compliance_packages',
  {
    locationId: uuid('location_id').notNull(),
    entityId: reference('entity_id', () => entities.id),
    tag: plain(text('tag')).notNull(),
    /** Null where the state doesn't know the tag. */
    state: text('state', { enum: PACKAGE_STATES }),
    remoteId: plain(text('remote_id')),
    itemName: plain(text('item_name')),
    quantity: numeric('quantity', { precision: 20, scale: 5, mode: 'number' }),
    unit: plain(text('unit')),
    changedAt: plain(text('changed_at')),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.locationId, t.tag] }),
    foreignKey({
      name: 'compliance_packages_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    check('compliance_packages_state', isOneOf(t.state, PACKAGE_STATES)),
    index('compliance_packages_of_entity').on(t.entityId, t.tag, t.locationId),
  ],
);
keep(compliancePackages, { rows: 'entity_id', kept: 'working', erase: 'delete' });
