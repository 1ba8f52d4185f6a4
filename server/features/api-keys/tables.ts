import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { FOR_PEOPLE } from '../../kernel/permissions';
import { createdAt, id, instant } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { users } from '../auth/tables';

/** Keys with which programs act for a business, or for a member of it with no rights beyond those that they have at the moment. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    /** The member who created it. */
    userId: uuid('user_id').notNull(),
    /** Whether it acts for that member and ends with them; else it is the business's own (decision 936). */
    personal: boolean('personal').notNull().default(true),
    /** Whether it stands behind a grant: it has no secret, and no page of keys lists it. */
    ofGrant: boolean('of_grant').notNull().default(false),
    /** The member who rotated it last; null for the one who created it. */
    issuedBy: uuid('issued_by'),
    name: personal(text('name')).notNull(),
    /** Its public id part, by which it is found. */
    lookup: withheld(text('lookup')).notNull().unique(),
    /** SHA-256 of the key in hex. */
    secretHash: withheld(text('secret_hash')).notNull(),
    previousHash: withheld(text('previous_hash')),
    previousUntil: instant('previous_until'),
    permissions: plain(text('permissions')).array().notNull(),
    /** Null for the creator's locations. */
    locationIds: uuid('location_ids').array(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    /** When its secret was issued: at its creation or last rotation. */
    issuedAt: instant('issued_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ columns: [t.entityId, t.userId], foreignColumns: [users.entityId, users.id] }),
    // No statement, old or new, gives a key what only members do.
    check(
      'api_keys_permissions',
      sql`not (${t.permissions} && ${sql.raw(`array['${FOR_PEOPLE.join("','")}']`)})`,
    ),
    index('api_keys_of_entity').on(t.entityId, t.createdAt, t.id),
    index('api_keys_of_user').on(t.userId),
  ],
);
keep(apiKeys, { rows: 'entity_id', kept: 'access', erase: 'delete' });
