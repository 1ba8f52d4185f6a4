import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  actorColumns,
  changedAt,
  createdAt,
  id,
  instant,
  isOneOf,
  reference,
} from '../../../platform/db/columns';
import { keep, personal } from '../../../platform/db/marks';
import { entities, locations } from '../../entities/tables';
import { ROOM_TYPES } from '../schema';
import { inventoryItems } from '../tables';
import { COUNT_STATUSES } from './schema';

/** Counts of what is in a room. */
export const stockCounts = pgTable(
  'stock_counts',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    locationId: uuid('location_id').notNull(),
    roomType: text('room_type', { enum: ROOM_TYPES }).notNull(),
    status: text('status', { enum: COUNT_STATUSES }).notNull().default('counting'),
    blind: boolean('blind').notNull(),
    /** The member who counts; null for any. */
    assigneeId: uuid('assignee_id'),
    assigneeName: personal(text('assignee_name')),
    ...actorColumns(),
    createdAt: createdAt(),
    /** Entries have times of their own: two scanners would wait for each other here. */
    updatedAt: changedAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('stock_counts_status', isOneOf(t.status, COUNT_STATUSES)),
    check('stock_counts_room', isOneOf(t.roomType, ROOM_TYPES)),
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    index('stock_counts_newest').on(t.entityId, t.createdAt.desc(), t.id),
    index('stock_counts_open').on(t.entityId).where(sql`${t.status} in ('counting', 'review')`),
  ],
);
keep(stockCounts, { rows: 'entity_id', kept: 'ledger', erase: 'blank' });

/** What was counted of each item. */
export const stockCountLines = pgTable(
  'stock_count_lines',
  {
    countId: uuid('count_id')
      .notNull()
      .references(() => stockCounts.id, { onDelete: 'cascade' }),
    itemId: reference('item_id', () => inventoryItems.id),
    counted: integer('counted').notNull(),
    /** The item's quantity when it was counted: what moves afterwards is no difference. */
    expected: integer('expected').notNull(),
    ...actorColumns(),
    countedAt: instant('counted_at').notNull().default(sql`change_time()`),
  },
  (t) => [
    primaryKey({ columns: [t.countId, t.itemId] }),
    check('stock_count_lines_counted', sql`${t.counted} between 0 and 2000000000`),
    index('stock_count_lines_of_item').on(t.itemId),
  ],
);
keep(stockCountLines, { rows: 'count_id>stock_counts', kept: 'ledger', erase: 'blank' });

/** Each thing that was counted or scanned, for ever: a line is made of them, and one sent again is known (decision 437). */
export const stockCountEntries = pgTable(
  'stock_count_entries',
  {
    countId: uuid('count_id')
      .notNull()
      .references(() => stockCounts.id, { onDelete: 'cascade' }),
    /** The client's. */
    entryId: uuid('entry_id').notNull(),
    itemId: reference('item_id', () => inventoryItems.id),
    /** Units that are there; with neither it clears the line. */
    counted: integer('counted'),
    /** Units to add to those counted before. */
    added: integer('added'),
    ...actorColumns(),
    /** By the server's clock. */
    countedAt: instant('counted_at').notNull().default(sql`change_time()`),
    /** Orders entries of one moment. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (t) => [
    primaryKey({ columns: [t.countId, t.entryId] }),
    check('stock_count_entries_units', sql`num_nonnulls(${t.counted}, ${t.added}) <= 1`),
    index('stock_count_entries_of_item').on(t.itemId, t.countId, t.countedAt, t.position),
  ],
);
keep(stockCountEntries, { rows: 'count_id>stock_counts', kept: 'ledger', erase: 'blank' });
