import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../db/columns';
import { entities } from '../entities/tables';

export const users = pgTable(
  'users',
  {
    id: id(),
    entityId: uuid('entity_id')
      .notNull()
      .references(() => entities.id),
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    teamRole: text('team_role', { enum: ['owner', 'admin', 'manager', 'viewer'] }).notNull(),
    allLocations: boolean('all_locations').notNull().default(true),
    createdAt: createdAt(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    check('users_team_role', sql`${t.teamRole} in ('owner', 'admin', 'manager', 'viewer')`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    uniqueIndex('users_email').on(t.email).where(sql`${t.removedAt} is null`),
    unique('users_entity_id').on(t.entityId, t.id),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    channel: text('channel', { enum: ['api', 'browser'] }).notNull(),
    /** The refresh token that counts now and the one that it replaced (decision 54). */
    refreshJti: uuid('refresh_jti').notNull(),
    previousJti: uuid('previous_jti'),
    rotatedAt: instant('rotated_at').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    address: text('address').notNull(),
    userAgent: text('user_agent'),
  },
  (t) => [
    index('sessions_of_user').on(t.userId).where(sql`${t.endedAt} is null`),
    index('sessions_expiry').on(t.expiresAt),
  ],
);

/** Failed sign-ins in a row per e-mail, whether or not it belongs to anybody (decision 56). */
export const signInFailures = pgTable('sign_in_failures', {
  email: text('email').primaryKey(),
  failures: integer('failures').notNull(),
  firstFailedAt: instant('first_failed_at').notNull(),
  locks: integer('locks').notNull().default(0),
  lockedUntil: instant('locked_until'),
});

/** Failed sign-ins per address and five-minute window (decision 57). */
export const addressFailures = pgTable(
  'address_failures',
  {
    address: text('address').notNull(),
    windowStart: instant('window_start').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [unique('address_failures_window').on(t.address, t.windowStart)],
);
