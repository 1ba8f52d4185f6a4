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
import { actorColumns, cents, createdAt, id, instant, isOneOf, reference } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { locations } from '../entities/tables';
import { inventoryItems } from '../inventory/tables';
import { lots } from '../lots/tables';
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
    /** Configuration of the provider's connector, parsed by its own schema. */
    config: personal(jsonb('config')).notNull().default({}),
    /** Credentials, encrypted; null when none are needed. */
    credentials: withheld(text('credentials')),
    /** Type of the credentials. */
    auth: text('auth', { enum: AUTH_KINDS }).notNull().default('none'),
    /** Provider's cursor of the last completed run; null before the first. */
    cursor: withheld(text('cursor')),
    /** Consecutive failed runs, which lengthen the schedule's interval. */
    failures: integer('failures').notNull().default(0),
    /** When the mappings last changed: the next run is then a full one. */
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
keep(posConnections, { rows: 'entity_id', kept: 'working', erase: 'delete' });

const SYNC_STAGES = ['list', 'count', 'zero'] as const;
const SALE_REASONS = ['SALE', 'RETURN'] as const;

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
    /** The first errors, as the API shows them. */
    errors: plain(jsonb('errors')).notNull().default([]),
    /** The first unmatched items. */
    unmatched: plain(jsonb('unmatched')).notNull().default([]),
    unmatchedCount: integer('unmatched_count').notNull().default(0),
    /** The member who requested it; null for the schedule. */
    ...actorColumns(),
    requestId: plain(text('request_id')).notNull(),
    /** Progress for resuming: first the provider's pages, then unlisted items. */
    stage: text('stage', { enum: SYNC_STAGES }).notNull().default('list'),
    pageToken: withheld(text('page_token')),
    /** The cursor of an incremental run; null for a full one. */
    since: plain(text('since')),
    /** Applied pages, and restarts of the list. */
    pages: integer('pages').notNull().default(0),
    restarts: integer('restarts').notNull().default(0),
    /** The provider's cursor at the run's start; stored with the connection once the run has completed. */
    nextCursor: plain(text('next_cursor')),
    /** Tries since the last progress. */
    attempts: integer('attempts').notNull().default(0),
    /** Holder and end of the lease; afterwards any process may take the row. */
    leaseToken: withheld(uuid('lease_token')),
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
keep(syncRuns, { rows: 'entity_id', kept: 'working', erase: 'blank' });

/** Items that runs of a connection have listed: a full run zeroes only items that an earlier completed run listed. */
export const posListings = pgTable(
  'pos_listings',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    itemId: reference('item_id', () => inventoryItems.id),
    /** The last run that listed it. */
    runId: uuid('run_id').notNull(),
    /** True once a run that listed it has completed. */
    confirmed: boolean('confirmed').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.itemId] })],
);
keep(posListings, { rows: 'connection_id>pos_connections', kept: 'working' });

/** The last reported count of each package; an inventory item holds their sum. */
export const posPackages = pgTable(
  'pos_packages',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    itemId: reference('item_id', () => inventoryItems.id),
    /** The package's id, else the POS's own id of the item; empty without either. */
    package: plain(text('package')).notNull(),
    /** Null when no usable count was ever reported. */
    quantity: integer('quantity'),
    unitCostCents: cents('unit_cost_cents'),
    /** Null: units without a lot. */
    lotId: uuid('lot_id').references(() => lots.id),
    /** The last run that listed it. */
    runId: uuid('run_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.itemId, t.package] }),
    check('pos_packages_quantity', sql`${t.quantity} between 0 and 2000000000`),
    check('pos_packages_cost', sql`${t.unitCostCents} between 0 and 999999999`),
  ],
);
keep(posPackages, { rows: 'connection_id>pos_connections', kept: 'working' });

/** Mappings of a POS's own ids or SKUs to variants. */
export const posMappings = pgTable(
  'pos_mappings',
  {
    id: id(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    externalId: plain(text('external_id')),
    sku: plain(text('sku')),
    variantId: reference('variant_id', () => productVariants.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('pos_mappings_key', sql`num_nonnulls(${t.externalId}, ${t.sku}) = 1`),
    uniqueIndex('pos_mappings_external_id').on(t.connectionId, t.externalId),
    uniqueIndex('pos_mappings_sku').on(t.connectionId, t.sku),
  ],
);
keep(posMappings, { rows: 'connection_id>pos_connections', kept: 'working' });

/** Reported items without a matching variant. */
export const posUnmatched = pgTable(
  'pos_unmatched',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    /** The POS's own id, else the SKU. */
    key: plain(text('key')).notNull(),
    externalId: plain(text('external_id')),
    sku: plain(text('sku')),
    name: plain(text('name')),
    /** As last reported. */
    quantity: doublePrecision('quantity').notNull(),
    runId: uuid('run_id').notNull(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.key] }),
    index('pos_unmatched_newest').on(t.connectionId, t.seenAt.desc(), t.key),
  ],
);
keep(posUnmatched, { rows: 'connection_id>pos_connections', kept: 'working' });

/** Lines of sales and returns that a POS names, and how much of each the ledger has. No customer is kept. */
export const posSales = pgTable(
  'pos_sales',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => posConnections.id, { onDelete: 'cascade' }),
    /** The POS's own id of the line. */
    lineId: plain(text('line_id')).notNull(),
    /** What the POS calls the sale. */
    name: plain(text('name')).notNull(),
    package: plain(text('package')).notNull(),
    reason: text('reason', { enum: SALE_REASONS }).notNull(),
    /** Units that it moves: 0 once it was voided. */
    units: integer('units').notNull(),
    /** Units of it in the ledger. */
    booked: integer('booked').notNull().default(0),
    /** Whether the last list was later: a count that doesn't show it then hides it. */
    settled: boolean('settled').notNull(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.lineId] }),
    check('pos_sales_reason', isOneOf(t.reason, SALE_REASONS)),
    index('pos_sales_open').on(t.connectionId, t.package).where(sql`${t.units} <> ${t.booked}`),
    index('pos_sales_seen').on(t.connectionId, t.seenAt),
  ],
);
keep(posSales, { rows: 'connection_id>pos_connections', kept: 'working' });
