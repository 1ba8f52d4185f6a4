import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { TEAM_ROLES } from '../../../kernel/permissions';
import { createdAt, id, instant, isOneOf, reference } from '../../../platform/db/columns';
import { keep, personal, withheld } from '../../../platform/db/marks';
import { entities } from '../tables';

/** Invitations to a team. The id becomes the member's id on acceptance. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    email: personal(text('email')).notNull(),
    teamRole: text('team_role', { enum: TEAM_ROLES }).notNull(),
    allLocations: boolean('all_locations').notNull(),
    locationIds: uuid('location_ids').array().notNull().default(sql`'{}'`),
    /** SHA-256 of the token in the email, in hex; null until that is sent. */
    tokenHash: withheld(text('token_hash')),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    check('invitations_team_role', isOneOf(t.teamRole, TEAM_ROLES)),
    check('invitations_email_lower', sql`${t.email} = lower(${t.email})`),
    unique('invitations_token').on(t.tokenHash),
    uniqueIndex('invitations_pending')
      .on(t.entityId, t.email)
      .where(sql`${t.acceptedAt} is null and ${t.revokedAt} is null`),
    index('invitations_of_entity').on(t.entityId, t.createdAt, t.id),
  ],
);
keep(invitations, { rows: 'entity_id', kept: 'access', erase: 'delete' });
