import { sql } from 'drizzle-orm';
import { check, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { WeightUnit } from '../../../kernel/weights';
import { createdAt, reference, updatedAt } from '../../../platform/db/columns';
import { keep, personal, plain } from '../../../platform/db/marks';
import { users } from '../../auth/tables';
import { entities } from '../../entities/tables';
import type { LadderStep } from '../../pricing/ladder';

/** A line as the member saw it when it was put in. */
export interface StoredLine {
  product_id: string;
  variant_id: string;
  product_name: string;
  variant_name: string;
  sku: string;
  /** The store that it is for; absent for that of the cart. */
  location_id?: string;
  /** In dollars; with a ladder, that of the least that can be ordered. */
  unit_price: number;
  quantity: number;
  /** Absent for who paid the wholesale price, as are the fields that follow where they have their defaults. */
  ladder?: LadderStep[];
  case_size?: number;
  unit?: WeightUnit;
  /** In the unit. */
  step?: number;
}

/** What a member is about to order from a supplier. */
export const carts = pgTable(
  'carts',
  {
    userId: reference('user_id', () => users.id),
    supplierId: reference('supplier_id', () => entities.id),
    /** Another one after each change. */
    version: uuid('version').notNull(),
    lines: plain(jsonb('lines')).$type<StoredLine[]>().notNull(),
    deliveryDate: date('delivery_date'),
    deliveryWindow: plain(text('delivery_window')),
    receivingLocationId: uuid('receiving_location_id'),
    notes: personal(text('notes')),
    poNumber: plain(text('po_number')),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.supplierId] }),
    check('carts_lines', sql`jsonb_array_length(${t.lines}) between 1 and 200`),
    check(
      'carts_size',
      sql`char_length(${t.deliveryWindow}) <= 64 and char_length(${t.notes}) <= 1000 and char_length(${t.poNumber}) <= 64`,
    ),
  ],
);
keep(carts, { rows: 'user_id>users', kept: 'access', erase: 'delete' });
