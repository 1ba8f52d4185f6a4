import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference } from '../../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { integrationConnections } from '../../integrations/tables';
import {
  FILE_FORMATS,
  MIGRATION_KINDS,
  MIGRATION_SOURCES,
  MIGRATION_STATUSES,
  MIGRATION_SYSTEMS,
} from './words';

/** Moves of a business's data from another system: each has an import per kind. */
export const migrations = pgTable(
  'migrations',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    system: text('system', { enum: MIGRATION_SYSTEMS }).notNull(),
    source: text('source', { enum: MIGRATION_SOURCES }).notNull(),
    /** Null for files, and once the connection was deleted. */
    connectionId: uuid('connection_id').references(() => integrationConnections.id, { onDelete: 'set null' }),
    status: text('status', { enum: MIGRATION_STATUSES }).notNull().default('draft'),
    kinds: plain(text('kinds').array()).notNull(),
    settings: plain(jsonb('settings')).notNull().default({}),
    /** `{location_id, room_type}` by the source's id or name. */
    locationMap: personal(jsonb('location_map')).notNull().default({}),
    /** `{category, subcategory}` by the source's name. */
    categoryMap: plain(jsonb('category_map')).notNull().default({}),
    /** What was read of each list of the source: `{next, done, rows}`. */
    lists: withheld(jsonb('lists')).notNull().default({}),
    /** Locations, categories and relationships that the source names, and what has to be asked; null before it was read. */
    found: personal(jsonb('found')),
    /** Known ids that the source no longer lists, by kind. */
    missing: personal(jsonb('missing')).notNull().default({}),
    /** Of the kinds, the one that is checked or applied. */
    step: integer('step').notNull().default(0),
    /** Whether that kind's lines were checked once more before they are applied. */
    rechecked: integer('rechecked').notNull().default(-1),
    error: plain(jsonb('error')),
    actorId: uuid('actor_id').notNull(),
    actorName: personal(text('actor_name')).notNull(),
    actorKeyId: uuid('actor_key_id'),
    applierId: uuid('applier_id'),
    applierKeyId: uuid('applier_key_id'),
    requestId: plain(text('request_id')).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Holder and end of the lease; afterwards any process may take the row. */
    leaseToken: withheld(uuid('lease_token')),
    leaseUntil: instant('lease_until').notNull().defaultNow(),
    createdAt: createdAt(),
    readAt: instant('read_at'),
    appliedAt: instant('applied_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('migrations_of_entity').on(t.entityId, t.createdAt, t.id),
    uniqueIndex('migrations_one_at_work').on(t.entityId).where(sql`${t.status} in ('reading', 'applying')`),
    index('migrations_lease').on(t.leaseUntil).where(sql`${t.status} in ('reading', 'applying')`),
    index('migrations_ended').on(t.finishedAt).where(sql`${t.finishedAt} is not null`),
    check('migrations_system', isOneOf(t.system, MIGRATION_SYSTEMS)),
    check('migrations_source', isOneOf(t.source, MIGRATION_SOURCES)),
    check('migrations_status', isOneOf(t.status, MIGRATION_STATUSES)),
  ],
);
keep(migrations, { rows: 'entity_id', kept: 'working', erase: 'blank' });

/** Rows of the source, as it sent them: read again after a kill, they are kept once. */
export const migrationRows = pgTable(
  'migration_rows',
  {
    migrationId: uuid('migration_id')
      .notNull()
      .references(() => migrations.id, { onDelete: 'cascade' }),
    list: plain(text('list')).notNull(),
    sourceId: plain(text('source_id')).notNull(),
    /** In the order of the source. */
    position: integer('position').notNull(),
    row: personal(jsonb('row')).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.migrationId, t.list, t.sourceId] }),
    index('migration_rows_in_order').on(t.migrationId, t.list, t.position, t.sourceId),
  ],
);
keep(migrationRows, { rows: 'migration_id>migrations', kept: 'days90', erase: 'delete' });

/** Files of a migration, one for each kind. */
export const migrationFiles = pgTable(
  'migration_files',
  {
    migrationId: uuid('migration_id')
      .notNull()
      .references(() => migrations.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: MIGRATION_KINDS }).notNull(),
    format: text('format', { enum: FILE_FORMATS }).notNull(),
    fileName: personal(text('file_name')).notNull(),
    fileSize: integer('file_size').notNull(),
    sha256: plain(text('sha256')).notNull(),
    storageKey: plain(text('storage_key')).notNull(),
    /** Of a CSV what its beginning says, and its lines. */
    head: personal(jsonb('head')),
  },
  (t) => [
    primaryKey({ columns: [t.migrationId, t.kind] }),
    check('migration_files_kind', isOneOf(t.kind, MIGRATION_KINDS)),
    check('migration_files_format', isOneOf(t.format, FILE_FORMATS)),
  ],
);
keep(migrationFiles, { rows: 'migration_id>migrations', kept: 'days90', erase: 'delete' });

/** What rows of another system became here: by it a later migration finds them, and what was changed here since. */
export const migrationItems = pgTable(
  'migration_items',
  {
    entityId: reference('entity_id', () => entities.id),
    system: text('system', { enum: MIGRATION_SYSTEMS }).notNull(),
    kind: text('kind', { enum: MIGRATION_KINDS }).notNull(),
    sourceId: plain(text('source_id')).notNull(),
    /** What it became; null where that has no id of its own, such as a rule of a price list. */
    objectId: uuid('object_id'),
    name: personal(text('name')),
    /** The values that were taken from the source, by field. */
    imported: personal(jsonb('imported')).notNull().default({}),
    /** When its stock was counted in, which happens once. */
    stockSetAt: instant('stock_set_at'),
    /** When it was found deleted here. */
    deletedHereAt: instant('deleted_here_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.system, t.kind, t.sourceId] }),
    index('migration_items_of_object').on(t.entityId, t.kind, t.objectId),
    check('migration_items_system', isOneOf(t.system, MIGRATION_SYSTEMS)),
    check('migration_items_kind', isOneOf(t.kind, MIGRATION_KINDS)),
  ],
);
keep(migrationItems, { rows: 'entity_id', kept: 'working', erase: 'blank' });
