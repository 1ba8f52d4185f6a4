import { foreignKey, type PgColumn, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../entities/customers/tables';

/** The pair whose money a row is. */
export const pairColumns = () => ({
  sellerId: uuid('seller_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
});

/** The account of the pair, with which its money moves in a merge (decision 516). */
export const accountOf = (name: string, t: Record<'sellerId' | 'buyerId', PgColumn>) =>
  foreignKey({
    name,
    columns: [t.sellerId, t.buyerId],
    foreignColumns: [accounts.sellerId, accounts.buyerId],
  }).onUpdate('cascade');
