import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { cents, createdAt, instant, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, personal, plain } from '../../../platform/db/marks';
import { users } from '../../auth/tables';
import { relationshipColumns } from '../relationships/columns';
import { entities } from '../tables';
import { CREDIT_CHECKS } from './credit/schema';
import { CUSTOMER_STATUSES } from './statuses';

/**
 * What a seller decides about a buyer. Triggers make it with their first accepted connection, and copy what the list sorts and
 * searches by while they are connected (decision 452).
 */
export const accounts = pgTable(
  'accounts',
  {
    sellerId: reference('seller_id', () => entities.id),
    buyerId: reference('buyer_id', () => entities.id),
    status: text('status', { enum: CUSTOMER_STATUSES }).notNull(),
    name: personal(text('name')).notNull(),
    licenseNumber: plain(text('license_number')).notNull(),
    nickname: personal(text('nickname')),
    ...relationshipColumns(),
    /** A list of the seller, by a foreign key that the migration adds: price lists refer to businesses. */
    priceListId: uuid('price_list_id'),
    /** In cents; null for the seller's general minimum. */
    minimumOrderCents: cents('minimum_order_cents'),
    /** Days after an invoice in which it is due; null for the seller's general terms. */
    termsDays: smallint('terms_days'),
    /** In cents: what the buyer may owe; null for no limit. */
    creditLimitCents: cents('credit_limit_cents'),
    /** Null for the seller's general stage. */
    creditCheck: text('credit_check', { enum: CREDIT_CHECKS }),
    /** Places, accepts and ships nothing. */
    onHold: boolean('on_hold').notNull().default(false),
    /** Tax rules of the seller from which the buyer is exempt. */
    exemptTaxIds: uuid('exempt_tax_ids').array().notNull().default(sql`'{}'`),
    /** What of the buyer's licenses the seller has confirmed, for its taxes (decision 905); what no license says anymore is history. */
    confirmed: plain(jsonb('confirmed')).notNull().default([]),
    /** Whether the seller may place orders for the buyer, who decides it. */
    sellerOrders: boolean('seller_orders').notNull().default(true),
    /** An invitation made it, and no one has changed its terms since: a merge brings those of the customer. */
    untouched: boolean('untouched').notNull().default(false),
    claimedAt: instant('claimed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.buyerId] }),
    check('accounts_not_self', sql`${t.sellerId} <> ${t.buyerId}`),
    foreignKey({
      name: 'accounts_representative',
      columns: [t.sellerId, t.representativeId],
      foreignColumns: [users.entityId, users.id],
    }),
    check('accounts_status', isOneOf(t.status, CUSTOMER_STATUSES)),
    check('accounts_terms_days', sql`${t.termsDays} between 0 and 365`),
    check('accounts_credit_limit', sql`${t.creditLimitCents} between 0 and 999999999999`),
    check('accounts_credit_check', isOneOf(t.creditCheck, CREDIT_CHECKS)),
    check('accounts_minimum_order', sql`${t.minimumOrderCents} between 0 and 999999999999`),
    index('accounts_of_price_list').on(t.priceListId).where(sql`${t.priceListId} is not null`),
    index('accounts_of_buyer').on(t.buyerId),
    index('accounts_by_age').on(t.sellerId, t.createdAt, t.buyerId),
    index('accounts_by_status').on(t.sellerId, t.status, t.createdAt, t.buyerId),
    index('accounts_by_representative')
      .on(t.sellerId, t.representativeId, t.createdAt, t.buyerId)
      .where(sql`${t.representativeId} is not null`),
    index('accounts_by_name').on(t.sellerId, sql`${t.name} collate names`, t.buyerId),
    index('accounts_by_change').on(t.sellerId, t.updatedAt, t.buyerId),
    index('accounts_license').on(t.sellerId, sql`license_form(${t.licenseNumber})`),
    index('accounts_words').using('gin', sql`search_key(${searchText(t)}) gin_trgm_ops`),
  ],
);
keep(accounts, { rows: 'seller_id', kept: 'records', erase: 'blank', erased: 'seller_id|buyer_id' });

/** Ids of customers that were merged into a business on board: each keeps working for the seller that entered it. */
export const entityAliases = pgTable(
  'entity_aliases',
  {
    aliasId: reference('alias_id', () => entities.id).primaryKey(),
    sellerId: reference('seller_id', () => entities.id),
    survivorId: reference('survivor_id', () => entities.id),
    createdAt: createdAt(),
  },
  (t) => [index('entity_aliases_of_survivor').on(t.survivorId)],
);
keep(entityAliases, { rows: 'seller_id', kept: 'records' });

/** SQL: what a search looks in: name, nickname and license number, between which no search matches. */
export function searchText(t: Record<'name' | 'nickname' | 'licenseNumber', unknown>) {
  return sql`(${t.name} || chr(10) || coalesce(${t.nickname}, '') || chr(10) || ${t.licenseNumber})`;
}
