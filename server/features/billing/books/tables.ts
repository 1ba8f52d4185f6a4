import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import {
  actorColumns,
  bytea,
  cents,
  createdAt,
  id,
  isOneOf,
  reference,
  updatedAt,
} from '../../../platform/db/columns';
import { keep, personal, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { type BookAccounts, EXPORT_FORMATS, EXPORT_KINDS, type NameChange } from './schema';

/** Names of a business's accounts in its books (decision 730). */
export const accountingAccounts = pgTable('accounting_accounts', {
  entityId: reference('entity_id', () => entities.id).primaryKey(),
  accounts: plain(jsonb('accounts')).$type<BookAccounts>().notNull(),
  updatedAt: updatedAt(),
});
keep(accountingAccounts, { rows: 'entity_id', kept: 'records' });

/** An export of the books, kept so that downloading it again gives the same bytes (decision 730). */
export const accountingExports = pgTable(
  'accounting_exports',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    kind: text('kind', { enum: EXPORT_KINDS }).notNull(),
    format: text('format', { enum: EXPORT_FORMATS }).notNull(),
    startDate: date('start_date').notNull(),
    endDate: date('end_date').notNull(),
    onlyNew: text('only', { enum: ['new', 'all'] }).notNull(),
    /** Documents, or customers. */
    rows: integer('rows').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** Names that the program would not have taken. */
    changes: personal(jsonb('changes')).$type<z.infer<typeof NameChange>[]>().notNull().default([]),
    ...actorColumns(),
    createdAt: createdAt(),
  },
  (t) => [
    check('accounting_exports_kind', isOneOf(t.kind, EXPORT_KINDS)),
    check('accounting_exports_format', isOneOf(t.format, EXPORT_FORMATS)),
    check('accounting_exports_only', sql`${t.onlyNew} in ('new', 'all')`),
    index('accounting_exports_of_entity').on(t.entityId, t.createdAt.desc(), t.id),
    index('accounting_exports_by_age').on(t.createdAt),
  ],
);
keep(accountingExports, { rows: 'entity_id', kept: 'days90', erase: 'delete' });

/** The files of an export. */
export const accountingFiles = pgTable(
  'accounting_files',
  {
    exportId: uuid('export_id')
      .notNull()
      .references(() => accountingExports.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    name: personal(text('name')).notNull(),
    rows: integer('rows').notNull(),
    contents: personal(bytea('contents')).notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportId, t.n] })],
);
keep(accountingFiles, { kept: 'days90', erase: 'delete', erased: 'export_id>accounting_exports' });

/** What an export of new rows holds: these aren't new to the next one (decision 730). */
export const accountingRows = pgTable(
  'accounting_rows',
  {
    /** Null once the export is too old to be kept. */
    exportId: uuid('export_id').references(() => accountingExports.id, { onDelete: 'set null' }),
    entityId: uuid('entity_id').notNull(),
    kind: text('kind', { enum: EXPORT_KINDS }).notNull(),
    format: text('format', { enum: EXPORT_FORMATS }).notNull(),
    /** Of a customer, invoice, credit note or payment, or of a payment's void. */
    documentId: uuid('document_id').notNull(),
    part: text('part', { enum: ['document', 'void'] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.kind, t.format, t.documentId, t.part] }),
    check('accounting_rows_kind', isOneOf(t.kind, EXPORT_KINDS)),
    check('accounting_rows_format', isOneOf(t.format, EXPORT_FORMATS)),
    check('accounting_rows_part', sql`${t.part} in ('document', 'void')`),
    index('accounting_rows_of_export').on(t.exportId),
  ],
);
keep(accountingRows, { rows: 'entity_id', kept: 'orders' });
