import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference } from '../../../platform/db/columns';
import { keep, personal, plain } from '../../../platform/db/marks';
import { entities } from '../tables';
import { CLAIM_STATUSES, SELLER_STATUSES } from './state';

/** Businesses that claim customers that sellers entered. */
export const claimants = pgTable(
  'claimants',
  {
    id: id(),
    /** Verified by the link that it came by. */
    email: personal(text('email')).notNull(),
    entityId: reference('entity_id', () => entities.id),
    /** Whether sellers that list a customer with its license may learn that it is here. */
    tellSellers: boolean('tell_sellers').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('claimants_of_business').on(t.entityId), index('claimants_email').on(t.email)],
);
keep(claimants, { kept: 'access', erase: 'blank', erased: 'entity_id' });

/** What the claimant's owner agreed to: checked again under the locks of the merge. */
export interface Agreed {
  version: string;
  locationIds: string[];
  disputed: string[];
}

export const claims = pgTable(
  'claims',
  {
    id: id(),
    /** The customer that is claimed. */
    entityId: reference('entity_id', () => entities.id),
    /** Who entered it. */
    sellerId: reference('seller_id', () => entities.id),
    /** Null of a person whose claims all failed, from before claimants were businesses. */
    claimantId: uuid('claimant_id').references(() => claimants.id, { onDelete: 'set null' }),
    emailMatches: boolean('email_matches').notNull(),
    licenseMatches: boolean('license_matches').notNull(),
    typeMatches: boolean('type_matches').notNull(),
    status: text('status', { enum: CLAIM_STATUSES }).notNull(),
    /** What the seller sees of it until it is confirmed; null where it wasn't asked. */
    sellerStatus: text('seller_status', { enum: SELLER_STATUSES }),
    createdAt: createdAt(),
    /** Until when the seller decides; null where it wasn't asked. */
    expiresAt: instant('expires_at'),
    /** When the claimant's owner learned of it. */
    offeredAt: instant('offered_at'),
    agreed: plain(jsonb('agreed')).$type<Agreed>(),
    /** When the status last changed. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('claims_status', isOneOf(t.status, CLAIM_STATUSES)),
    check('claims_seller_status', isOneOf(t.sellerStatus, SELLER_STATUSES)),
    check('claims_agreed', sql`${t.status} <> 'merging' or ${t.agreed} is not null`),
    uniqueIndex('claims_once')
      .on(t.entityId, t.claimantId)
      .where(sql`${t.status} in ('waiting', 'offered', 'merging')`),
    index('claims_of_seller').on(t.sellerId, t.createdAt, t.id),
    index('claims_of_seller_by_status').on(t.sellerId, t.sellerStatus, t.createdAt, t.id),
    index('claims_of_claimant').on(t.claimantId, t.createdAt, t.id),
    index('claims_expiry').on(t.expiresAt).where(sql`${t.sellerStatus} = 'waiting'`),
  ],
);
keep(claims, { kept: 'records' });
