import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference } from '../../../platform/db/columns';
import { keep, personal, withheld } from '../../../platform/db/marks';
import { entities } from '../tables';
import { INVITATION_STATUSES, INVITED_AS } from './schema';

/** Businesses that others invited by email; who has the email is known to its owner alone. */
export const businessInvitations = pgTable(
  'business_invitations',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    email: personal(text('email')).notNull(),
    invitedAs: text('invited_as', { enum: INVITED_AS }).notNull(),
    /** The inviter's customer that isn't on board, which accepting claims. */
    customerId: uuid('customer_id').references(() => entities.id),
    status: text('status', { enum: INVITATION_STATUSES }).notNull().default('sent'),
    /** Whether its mail may leave. */
    mailed: boolean('mailed').notNull(),
    /** Null until the mail is sent. */
    tokenHash: withheld(text('token_hash')).unique('business_invitations_token'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    respondedAt: instant('responded_at'),
  },
  (t) => [
    check('business_invitations_as', isOneOf(t.invitedAs, INVITED_AS)),
    check('business_invitations_status', isOneOf(t.status, INVITATION_STATUSES)),
    check('business_invitations_email', sql`${t.email} = lower(${t.email})`),
    unique('business_invitations_of_entity').on(t.entityId, t.createdAt, t.id),
    index('business_invitations_of_customer').on(t.customerId),
    index('business_invitations_to').on(t.email, t.entityId),
  ],
);
keep(businessInvitations, { rows: 'entity_id', kept: 'access', erase: 'delete' });
