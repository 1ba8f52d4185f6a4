import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cents, createdAt, id, instant, isOneOf } from '../../platform/db/columns';
import { locations } from '../entities/tables';
import { inventoryItems } from '../inventory/tables';
import { productVariants } from '../products/tables';
import { AUTH_KINDS, PROVIDERS, SYNC_STATUSES, SYNC_TYPES } from './schema';

/** The POS of a location. */
export const posConnections = pgTable(
  'pos_connections',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** What the provider's connector needs to know; its own schema reads it. */
    config: jsonb('config').notNull().default({}),
    /** How it lets us in, encrypted; null when it asks for nothing. */
    credentials: text('credentials'),
    /** What kind they are. */
    auth: text('auth', { enum: AUTH_KINDS }).notNull().default('none'),
    /** Where the last completed run left off, in the provider's words; null before the first. */
    cursor: text('cursor'),
    /** Runs in a row that failed, by which scheduled ones wait longer. */
    failures: integer('failures').notNull().default(0),
    /** When what is mapped changed last: the run after that takes everything. */
    remappedAt: instant('remapped_at'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('pos_connections_location').on(t.locationId),
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    check('pos_connections_provider', isOneOf(t.provider, PROVIDERS)),
    check('pos_connections_auth', isOneOf(t.auth, AUTH_KINDS)),
  ],
);

const SYNC_STAGES = ['list', 'count', 'zero'] as const;

/** One sync of a location (decision 32). */
export const syncRuns = pgTable(
  'sync_runs',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    /** Null once the location was disconnected. */
    connectionId: uuid('connection_id').references(() => posConnections.id, { onDelete: 'set null' }),
    syncType: text('sync_type', { enum: SYNC_TYPES }).notNull(),
    status: text('status', { enum: SYNC_STATUSES }).notNull().default('queued'),
    processed: integer('processed').notNull().default(0),
    total: integer('total').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** The first of what failed, as the API shows them. */
    errors: jsonb('errors').notNull().default([]),
    /** The first of what no product is known for. */
    unmatched: jsonb('unmatched').notNull().default([]),
    unmatchedCount: integer('unmatched_count').notNull().default(0),
    /** The member who asked for it; null for the schedule. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    requestId: text('request_id').notNull(),
    /** How far it is, so that another process can go on: first the provider's pages, then what they left out. */
    stage: text('stage', { enum: SYNC_STAGES }).notNull().default('list'),
    pageToken: text('page_token'),
    /** The cursor from which an incremental run takes changes; null for everything. */
    since: text('since'),
    /** Pages taken over, and how often the list was begun anew. */
    pages: integer('pages').notNull().default(0),
    restarts: integer('restarts').notNull().default(0),
    /** The provider's cursor when the run began; the connection's once it has completed. */
    nextCursor: text('next_cursor'),
    /** Tries since it last came forward. */
    attempts: integer('attempts').notNull().default(0),
    /** Who works on it, until when: after that moment anybody may take it over. */
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until').notNull(),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    check('sync_runs_type', isOneOf(t.syncType, SYNC_TYPES)),
    check('sync_runs_status', isOneOf(t.status, SYNC_STATUSES)),
    check('sync_runs_stage', isOneOf(t.stage, SYNC_STAGES)),
    uniqueIndex('sync_runs_one_active').on(t.locationId).where(sql`${t.status} in ('queued', 'running')`),
    index('sync_runs_of_connection').on(t.connectionId, t.createdAt.desc()),
    index('sync_runs_newest').on(t.entityId, t.createdAt.desc(), t.id),
    index('sync_runs_active_of_entity')
      .on(t.entityId, t.createdAt, t.id)
      .where(sql`${t.status} in ('queued', 'running')`),
    index('sync_runs_lease').on(t.leaseUntil).where(sql`${t.status} in ('queued', 'running')`),
  ],
);

/** What runs of a connection have listed: a full run zeroes only what an earlier completed one had. */
export const posListings = pgTable(
  'pos_listings',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    itemId: uuid('item_id')
      .notNull()
      .references(() => inventoryItems.id),
    /** The last run that listed it. */
    runId: uuid('run_id').notNull(),
    /** True once a run that listed it has completed. */
    confirmed: boolean('confirmed').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.itemId] })],
);

/** What a connection reported last of each package of an item; a row of stock holds their sum. */
export const posPackages = pgTable(
  'pos_packages',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    itemId: uuid('item_id')
      .notNull()
      .references(() => inventoryItems.id),
    /** The package's id, else the POS's own id of the item; empty where it has neither. */
    package: text('package').notNull(),
    /** Null when no usable count was ever reported. */
    quantity: integer('quantity'),
    unitCostCents: cents('unit_cost_cents'),
    /** The last run that listed it. */
    runId: uuid('run_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.itemId, t.package] }),
    check('pos_packages_quantity', sql`${t.quantity} between 0 and 2000000000`),
    check('pos_packages_cost', sql`${t.unitCostCents} between 0 and 999999999`),
  ],
);

/** Which variant is meant by what a POS calls otherwise: by its own id, or by its SKU. */
export const posMappings = pgTable(
  'pos_mappings',
  {
    id: id(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    externalId: text('external_id'),
    sku: text('sku'),
    variantId: uuid('variant_id')
      .notNull()
      .references(() => productVariants.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('pos_mappings_key', sql`num_nonnulls(${t.externalId}, ${t.sku}) = 1`),
    uniqueIndex('pos_mappings_external_id').on(t.connectionId, t.externalId),
    uniqueIndex('pos_mappings_sku').on(t.connectionId, t.sku),
  ],
);

/** What a connection has reported and no product is known for. */
export const posUnmatched = pgTable(
  'pos_unmatched',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    /** The POS's own id, else the SKU. */
    key: text('key').notNull(),
    externalId: text('external_id'),
    sku: text('sku'),
    name: text('name'),
    /** As it was last reported. */
    quantity: doublePrecision('quantity').notNull(),
    runId: uuid('run_id').notNull(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.key] }),
    index('pos_unmatched_newest').on(t.connectionId, t.seenAt.desc(), t.key),
  ],
);
