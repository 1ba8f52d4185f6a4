import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { TEAM_ROLES } from '../../kernel/permissions';
import { createdAt, id, instant, isOneOf, reference } from '../../platform/db/columns';
import { keep, personal, withheld } from '../../platform/db/marks';
import { entities } from '../entities/tables';
import { SIGNED_IN_WITH } from './schema';

export const users = pgTable(
  'users',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    email: personal(text('email')).notNull(),
    name: personal(text('name')).notNull(),
    passwordHash: withheld(text('password_hash')).notNull(),
    teamRole: text('team_role', { enum: TEAM_ROLES }).notNull(),
    allLocations: boolean('all_locations').notNull().default(true),
    createdAt: createdAt(),
    removedAt: instant('removed_at'),
    /** The TOTP secret, sealed; pending until `mfaEnabledAt` is set. */
    mfaSecret: withheld(text('mfa_secret')),
    mfaEnabledAt: instant('mfa_enabled_at'),
    /** The last accepted time step (of 30 seconds since 1970): each code works once (decision 55). */
    mfaLastStep: withheld(integer('mfa_last_step')),
  },
  (t) => [
    check('users_team_role', isOneOf(t.teamRole, TEAM_ROLES)),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('users_mfa', sql`${t.mfaEnabledAt} is null or ${t.mfaSecret} is not null`),
    uniqueIndex('users_email').on(t.email).where(sql`${t.removedAt} is null`),
    unique('users_entity_id').on(t.entityId, t.id),
  ],
);
keep(users, { rows: 'entity_id', kept: 'records', erase: 'blank' });

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: reference('user_id', () => users.id),
    channel: text('channel', { enum: ['api', 'browser'] }).notNull(),
    /** The current refresh token and the one that it replaced (decision 54). */
    refreshJti: withheld(uuid('refresh_jti')).notNull(),
    previousJti: withheld(uuid('previous_jti')),
    rotatedAt: instant('rotated_at').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** Null of one from before this was recorded. */
    signedInWith: text('signed_in_with', { enum: SIGNED_IN_WITH }),
    /** When a second factor was last shown in this session: at sign-in, or by a step-up. */
    mfaVerifiedAt: instant('mfa_verified_at'),
    /** When a code of the app or a passkey was: a recovery code is neither. */
    deviceVerifiedAt: instant('device_verified_at'),
    /** When the password, with the second factor of a member who has one, or a passkey was last confirmed in this session. */
    authenticatedAt: instant('authenticated_at').notNull().defaultNow(),
    address: personal(text('address')).notNull(),
    userAgent: personal(text('user_agent')),
  },
  (t) => [
    index('sessions_of_user').on(t.userId).where(sql`${t.endedAt} is null`),
    index('sessions_expiry').on(t.expiresAt),
  ],
);
keep(sessions, { rows: 'user_id>users', kept: 'access', erase: 'delete' });

/**
 * Consecutive failed sign-ins per email and address, whether or not the email has an account. An attempt counts as
 * failed from its reservation until it succeeds.
 */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    email: personal(text('email')).notNull(),
    /** An IPv4 address or the /64 of an IPv6 address. */
    address: personal(text('address')).notNull(),
    failures: integer('failures').notNull(),
    firstFailedAt: instant('first_failed_at').notNull(),
    /** When the latest attempt was reserved. */
    reservedAt: instant('reserved_at').notNull(),
    locks: integer('locks').notNull().default(0),
    lockedUntil: instant('locked_until'),
  },
  (t) => [primaryKey({ columns: [t.email, t.address] })],
);
keep(signInFailures, { kept: 'throttles' });

/**
 * Failed sign-ins per email and hour, from any address: above a limit, attempts from unknown devices are serialized.
 */
export const emailFailures = pgTable('email_failures', {
  email: personal(text('email')).primaryKey(),
  windowStart: instant('window_start').notNull(),
  failures: integer('failures').notNull(),
  nextCheckAt: instant('next_check_at').notNull(),
});
keep(emailFailures, { kept: 'throttles' });

/** Failed sign-ins per address and five-minute window. */
export const addressFailures = pgTable(
  'address_failures',
  {
    address: personal(text('address')).notNull(),
    windowStart: instant('window_start').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [unique('address_failures_window').on(t.address, t.windowStart)],
);
keep(addressFailures, { kept: 'throttles' });

/** Browsers that have signed in as a user before; lockouts caused elsewhere don't affect them. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: reference('user_id', () => users.id),
    deviceId: withheld(uuid('device_id')).notNull(),
    /** Since its last success; at the limit it becomes unknown again. */
    failures: integer('failures').notNull().default(0),
    createdAt: createdAt(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceId] }), index('known_devices_used').on(t.usedAt)],
);
keep(knownDevices, { kept: 'access', erase: 'delete', erased: 'user_id>users' });

/** Recovery codes, each usable once; only their hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: reference('user_id', () => users.id),
    codeHash: withheld(text('code_hash')).notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
keep(recoveryCodes, { kept: 'access', erase: 'delete', erased: 'user_id>users' });

/** Sign-ins that wait for their second factor; a `temp_token` refers to one (decision 52). */
export const mfaChallenges = pgTable(
  'mfa_challenges',
  {
    id: id(),
    userId: reference('user_id', () => users.id),
    failures: integer('failures').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('mfa_challenges_of_user').on(t.userId), index('mfa_challenges_expiry').on(t.expiresAt)],
);
keep(mfaChallenges, { kept: 'access', erase: 'delete', erased: 'user_id>users' });

/** Mailed links to a new password; only the hashes of their tokens are stored (decision 59). */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: withheld(text('token_hash')).primaryKey(),
    userId: reference('user_id', () => users.id),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** Also set when another link was used or the password changed, which invalidates this one. */
    usedAt: instant('used_at'),
  },
  (t) => [index('password_resets_of_user').on(t.userId), index('password_resets_expiry').on(t.expiresAt)],
);
keep(passwordResets, { kept: 'access', erase: 'delete', erased: 'user_id>users' });
