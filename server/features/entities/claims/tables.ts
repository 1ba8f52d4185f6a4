import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SIGN_UP_MODES } from '../../../kernel/sign-up';
import { TIERS } from '../../../kernel/tiers';
import { createdAt, id, instant, isOneOf, reference } from '../../../platform/db/columns';
import { entities } from '../tables';
import type { ClaimantForm } from './schema';
import { CLAIM_STATUSES } from './state';

/** Who claims customers that sellers entered: a business, or a person who gets one with the first confirmation. */
export const claimants = pgTable(
  'claimants',
  {
    id: id(),
    email: text('email').notNull(),
    /** Null until it has a business. */
    entityId: uuid('entity_id').references(() => entities.id),
    /** The rest is what the business will be made of; null once there is one. */
    form: jsonb('form').$type<ClaimantForm>(),
    passwordHash: text('password_hash'),
    mode: text('mode', { enum: SIGN_UP_MODES }),
    tier: text('tier', { enum: TIERS }),
    createdAt: createdAt(),
  },
  (t) => [
    check('claimants_mode', isOneOf(t.mode, SIGN_UP_MODES)),
    check('claimants_tier', isOneOf(t.tier, TIERS)),
    check(
      'claimants_business',
      sql`(${t.entityId} is null) = (${t.form} is not null and ${t.passwordHash} is not null and ${t.mode} is not null and ${t.tier} is not null)`,
    ),
    uniqueIndex('claimants_person').on(t.email).where(sql`${t.entityId} is null`),
    uniqueIndex('claimants_of_business').on(t.entityId),
  ],
);

export const claims = pgTable(
  'claims',
  {
    id: id(),
    /** The customer that is claimed. */
    entityId: reference('entity_id', () => entities.id),
    /** Who entered it. */
    sellerId: reference('seller_id', () => entities.id),
    /** Null once a person whose claims all failed was forgotten. */
    claimantId: uuid('claimant_id').references(() => claimants.id, { onDelete: 'set null' }),
    emailMatches: boolean('email_matches').notNull(),
    licenseMatches: boolean('license_matches').notNull(),
    typeMatches: boolean('type_matches').notNull(),
    status: text('status', { enum: CLAIM_STATUSES }).notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** When the claimant's owner learned of it. */
    offeredAt: instant('offered_at'),
    /** When the status last changed. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('claims_status', isOneOf(t.status, CLAIM_STATUSES)),
    uniqueIndex('claims_once')
      .on(t.entityId, t.claimantId)
      .where(sql`${t.status} in ('waiting', 'offered', 'merging')`),
    index('claims_of_seller').on(t.sellerId, t.createdAt, t.id),
    index('claims_of_seller_by_status').on(t.sellerId, t.status, t.createdAt, t.id),
    index('claims_of_claimant').on(t.claimantId, t.createdAt, t.id),
    index('claims_expiry').on(t.expiresAt).where(sql`${t.status} in ('waiting', 'offered')`),
  ],
);
