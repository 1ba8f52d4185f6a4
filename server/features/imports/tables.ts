import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { entities, locations } from '../entities/tables';
import { ROOM_TYPES } from '../inventory/schema';
import { IMPORT_KINDS } from './fields';
import { migrations } from './migrations/tables';
import { MIGRATION_SOURCES } from './migrations/words';
import { IMPORT_STATUSES, OUTCOMES } from './schema';

/** CSV imports of stock, products or customers. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    kind: text('kind', { enum: IMPORT_KINDS }).notNull(),
    status: text('status', { enum: IMPORT_STATUSES }).notNull(),
    fileName: personal(text('file_name')).notNull(),
    fileSize: integer('file_size').notNull(),
    sha256: plain(text('sha256')).notNull(),
    storageKey: plain(text('storage_key')).notNull(),
    /** The migration that owns it; null for an upload of its own. */
    migrationId: uuid('migration_id').references(() => migrations.id, { onDelete: 'cascade' }),
    /** How the migration got it. */
    source: text('source', { enum: MIGRATION_SOURCES }),
    /** The byte between two fields. */
    delimiter: integer('delimiter').notNull(),
    /** `{name, samples}` of each column, in file order. */
    columns: personal(jsonb('columns')).notNull(),
    /** Fingerprint of the header, under which the mapping is remembered. */
    headerHash: plain(text('header_hash')).notNull(),
    mapping: plain(jsonb('mapping')).notNull(),
    headerLine: integer('header_line').notNull().default(1),
    /** `{field, value}` of fields that all lines have one value of; null without any. */
    given: personal(jsonb('given')),
    /** `{line, text, why}` of lines and sheets that aren't read; at most 100. */
    skipped: personal(jsonb('skipped')).notNull().default([]),
    /** Cells by line and field that were corrected after the upload; null without any. */
    fixes: personal(jsonb('fixes')),
    locationId: uuid('location_id'),
    roomType: text('room_type', { enum: ROOM_TYPES }).notNull().default('vault'),
    total: integer('total').notNull().default(0),
    processed: integer('processed').notNull().default(0),
    counts: plain(jsonb('counts')).notNull(),
    error: plain(jsonb('error')),
    /** Locations of the lines checked so far: a limited member sees the import only within their locations. */
    locationIds: uuid('location_ids').array().notNull().default(sql`'{}'`),
    /** The member who uploaded it. */
    actorId: uuid('actor_id').notNull(),
    actorName: personal(text('actor_name')).notNull(),
    /** The API key that uploaded it; null for a session. */
    actorKeyId: uuid('actor_key_id'),
    /** The member who confirmed it and on whose behalf it is applied. */
    applierId: uuid('applier_id'),
    applierKeyId: uuid('applier_key_id'),
    requestId: plain(text('request_id')).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** How often its process died with the lease, and another took it. */
    takeovers: integer('takeovers').notNull().default(0),
    /** Holder and end of the lease; afterwards any process may take the row. */
    leaseToken: withheld(uuid('lease_token')),
    leaseUntil: instant('lease_until').notNull().defaultNow(),
    createdAt: createdAt(),
    checkedAt: instant('checked_at'),
    appliedAt: instant('applied_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    check('imports_kind', isOneOf(t.kind, IMPORT_KINDS)),
    check('imports_status', isOneOf(t.status, IMPORT_STATUSES)),
    check('imports_source', isOneOf(t.source, MIGRATION_SOURCES)),
    index('imports_of_entity').on(t.entityId, t.createdAt, t.id),
    uniqueIndex('imports_of_migration').on(t.migrationId, t.kind).where(sql`${t.migrationId} is not null`),
    index('imports_lease').on(t.leaseUntil).where(sql`${t.status} in ('checking', 'applying')`),
  ],
);
keep(imports, { rows: 'entity_id', kept: 'working', erase: 'blank' });

/** Lines of an import: first what each would do, then what it did. */
export const importLines = pgTable(
  'import_lines',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    outcome: text('outcome', { enum: OUTCOMES }).notNull(),
    applied: boolean('applied').notNull().default(false),
    sku: plain(text('sku')),
    productName: plain(text('product_name')),
    customerName: personal(text('customer_name')),
    location: plain(text('location')),
    roomType: text('room_type', { enum: ROOM_TYPES }),
    before: personal(jsonb('before')),
    after: personal(jsonb('after')),
    note: plain(text('note')),
    errors: plain(jsonb('errors')).notNull(),
    /** What the source calls it; null outside of migrations. */
    externalId: plain(text('external_id')),
    /** `{field, value}` of what the source has and we don't take. */
    notCarried: personal(jsonb('not_carried')),
    /** The values that it takes from the source, by field; null outside of migrations. */
    imported: personal(jsonb('imported')),
    /** Data for applying it, from the check. */
    data: personal(jsonb('data')),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index('import_lines_by_external_id').on(t.importId, t.externalId).where(sql`${t.externalId} is not null`),
    index('import_lines_by_outcome').on(t.importId, t.outcome, t.line),
    index('import_lines_to_apply')
      .on(t.importId, t.line)
      .where(sql`not ${t.applied} and ${t.outcome} <> 'error'`),
  ],
);
keep(importLines, { rows: 'import_id>imports', kept: 'working', erase: 'delete' });

/** Products that an import has changed and whose event it still owes. */
export const importedProducts = pgTable(
  'imported_products',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    productId: uuid('product_id').notNull(),
    /** By this import. */
    created: boolean('created').notNull(),
    /** Partners see the change, too. */
    shared: boolean('shared').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.productId] })],
);
keep(importedProducts, { rows: 'import_id>imports', kept: 'working' });

/** Mapping of a header, as a member of the entity last confirmed it. */
export const importMappings = pgTable(
  'import_mappings',
  {
    entityId: reference('entity_id', () => entities.id),
    kind: text('kind', { enum: IMPORT_KINDS }).notNull(),
    headerHash: plain(text('header_hash')).notNull(),
    mapping: plain(jsonb('mapping')).notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.kind, t.headerHash] })],
);
keep(importMappings, { rows: 'entity_id', kept: 'working' });
