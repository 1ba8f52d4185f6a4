import { foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from '../../../platform/db/columns';
import { keep } from '../../../platform/db/marks';
import { users } from '../../auth/tables';
import { accounts } from '../customers/tables';
import { relationshipColumns } from '../relationships/columns';

/** What a buyer writes down about a seller; absent until it does. The seller's side is in `accounts`. */
export const supplierNotes = pgTable(
  'supplier_notes',
  {
    sellerId: uuid('seller_id').notNull(),
    buyerId: uuid('buyer_id').notNull(),
    ...relationshipColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.buyerId] }),
    foreignKey({
      name: 'supplier_notes_account',
      columns: [t.sellerId, t.buyerId],
      foreignColumns: [accounts.sellerId, accounts.buyerId],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    foreignKey({
      name: 'supplier_notes_representative',
      columns: [t.buyerId, t.representativeId],
      foreignColumns: [users.entityId, users.id],
    }),
    index('supplier_notes_by_representative').on(t.buyerId, t.representativeId),
  ],
);
keep(supplierNotes, { rows: 'buyer_id', kept: 'records', erase: 'blank', erased: 'buyer_id|seller_id' });
