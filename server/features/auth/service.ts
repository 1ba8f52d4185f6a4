import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor, RequestInfo } from '../../kernel/actor';
import { AppError, businessSuspended } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { EntityType, TeamRole } from '../../kernel/permissions';
import type { TokenSigner } from '../../kernel/signer';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { lifetimesOf } from './factors/factors.sql';
import { passkeys } from './passkeys/tables';
import { findMember } from './queries';
import type { Profile, RefreshedTokens, SIGNED_IN_WITH, SignedInUser, TokenSet } from './schema';
import { lockAndInsertSession } from './service.sql';
import { sessions, users } from './tables';
import { ACCESS_SECONDS, IDLE_SECONDS, NO_LIFETIME, SESSION_SECONDS, SSO_SECONDS } from './tokens';

const REPLAY_SECONDS = 30;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Session {
  id: string;
  refreshJti: string;
  rotatedAt: Date;
  expiresAt: Date;
  /** Hours without use after which it ends. */
  idleHours: number;
}

export type Channel = 'api' | 'browser';
export type SignedInWith = (typeof SIGNED_IN_WITH)[number];

/** The member of the session, such as a row of `findMember`. */
export interface SessionMember {
  id: string;
  entity_id: string;
  email: string;
  name: string;
  type: EntityType;
  team_role: TeamRole;
  /** Why the operator has suspended the business; null when it isn't. */
  suspension: string | null;
}

export interface SignIn {
  session: Session;
  user: z.infer<typeof SignedInUser>;
  /** Device of a browser that is known from now on. */
  deviceId?: string;
}

/** What the provider of the business says of a sign-in. */
export interface ByProvider {
  /** When the member showed who they are, in seconds since 1970; null where it doesn't say. */
  authenticatedAt: number | null;
  /** Whether that counts as a second factor. */
  secondFactor: boolean;
}

/** Thrown where a password was right, and the member got a new one before the sign-in was done. */
export class PasswordRenewed extends Error {}

/**
 * Opens a session in the caller's unit of work; pass the result to `tokenSet` after the commit. Every way to sign in ends here
 * (decision 545). A browser's is opened for a
 * suspended business, too: its pages say so, and offer the export.
 * @param checkedHash of the password that was checked; null where the caller holds the member or has just stored them
 * @param byDevice whether a code of the app or a passkey was shown
 * @param byProvider of a sign-in by the provider of the business
 * @throws AppError FORBIDDEN with `details.reason = "business_suspended"` over the API
 * @throws PasswordRenewed when the member no longer has the checked hash
 */
export async function openSession(
  { db, audit }: Pick<WriteContext, 'db' | 'audit'>,
  { address, userAgent }: RequestInfo,
  member: SessionMember,
  channel: Channel,
  signedInWith: SignedInWith = 'password',
  checkedHash: string | null = null,
  byDevice = signedInWith === 'passkey',
  byProvider: ByProvider | null = null,
): Promise<SignIn> {
  if (channel === 'api' && member.suspension !== null) throw businessSuspended();
  const now = new Date();
  const session = {
    id: newId(),
    refreshJti: newId(),
    rotatedAt: now,
    expiresAt: new Date(now.getTime() + (byProvider ? SSO_SECONDS : SESSION_SECONDS) * 1000),
  };
  const rotatedAt = now.toISOString();
  const row = {
    ...session,
    ...{ userId: member.id, channel, signedInWith, address, userAgent },
    ...{ rotatedAt, expiresAt: session.expiresAt.toISOString() },
    mfaVerifiedAt: (byProvider ? byProvider.secondFactor : signedInWith !== 'password') ? rotatedAt : null,
    authenticatedAt: byProvider ? instantOf(byProvider.authenticatedAt, now) : rotatedAt,
    deviceVerifiedAt: byDevice ? rotatedAt : null,
  };
  const stored = lockAndInsertSession(db, row, checkedHash);
  audit({
    entityId: member.entity_id,
    actor: member,
    action: 'session.started',
    objectId: member.id,
    after: { channel, signed_in_with: signedInWith },
  });
  const { id, email, name, type, team_role } = member;
  const [life] = await stored;
  if (!life) throw new PasswordRenewed();
  return {
    session: { ...session, idleHours: life.idle_hours },
    user: { id, email, name, role: type, team_role },
  };
}

/** When a provider says that it saw the member: never later than now, and long ago where it doesn't say. */
const instantOf = (seconds: number | null, now: Date): string =>
  new Date(Math.min(Math.max(seconds ?? 0, 0) * 1000, now.getTime())).toISOString();

/** Builds the response of login: both tokens and the member. */
export async function tokenSet(
  signer: TokenSigner,
  { session, user }: SignIn,
): Promise<z.infer<typeof TokenSet>> {
  return { ...(await tokensOf(signer, session)), user };
}

/**
 * Rotates a refresh token. The token just replaced gets the same successor again for 30 seconds; after that, or for an
 * older token, the session ends because the token may be stolen (decision 54, RFC 9700 section 4.14).
 * @throws AppError TOKEN_EXPIRED, TOKEN_INVALID, UNAUTHORIZED when the session has ended, FORBIDDEN for a suspended business
 */
export async function refresh(
  { db, signer }: { db: Db; signer: TokenSigner },
  refreshToken: string,
): Promise<z.infer<typeof RefreshedTokens>> {
  const { sessionId, tokenId } = await signer.verify('refresh', refreshToken);
  const outcome = await db.transaction(async (tx) => {
    const [session] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
      .for('update');
    const now = new Date();
    if (!session || session.expiresAt <= now) return 'ended';
    const member = await findMember(tx, session.userId);
    if (member?.suspension != null) throw businessSuspended();
    const [life = NO_LIFETIME] = await lifetimesOf(tx, session.userId);
    const idleHours = life.idle_hours;
    if (session.createdAt.getTime() + life.session_days * DAY_MS <= now.getTime()) return 'ended';
    if (session.rotatedAt.getTime() + idleHours * HOUR_MS <= now.getTime()) return 'ended';
    if (session.refreshJti === tokenId) {
      const rotated = { refreshJti: newId(), previousJti: tokenId, rotatedAt: now };
      await tx.update(sessions).set(rotated).where(eq(sessions.id, sessionId));
      return { ...session, ...rotated, idleHours };
    }
    const age = now.getTime() - session.rotatedAt.getTime();
    if (session.previousJti === tokenId && age <= REPLAY_SECONDS * 1000) return { ...session, idleHours };
    await endSession(tx, sessionId);
    return 'ended';
  });
  if (outcome === 'ended') throw sessionEnded();
  return tokensOf(signer, outcome);
}

/** Ends a session: its access and refresh tokens and the browser's cookie become invalid at once (decision 52). */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}

/**
 * Ends every session of a member, after a reset, a removal or a new password.
 * @param except the session to keep, if any
 */
export async function endSessionsOf(db: Db, userId: string, except?: string): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    );
}

export function profileOf(actor: Actor): z.infer<typeof Profile> {
  return {
    // A key of the business has no other user.
    id: actor.key?.personal === false ? actor.key.id : actor.userId,
    email: actor.email,
    name: actor.key?.memberName ?? actor.name,
    role: actor.entity.type,
    team_role: actor.role,
    entity_id: actor.entity.id,
    permissions: [...actor.permissions],
    mfa_enabled: actor.mfaEnabled,
    second_factor_due: actor.secondFactorDue,
  };
}

/** Builds the 401 for a token whose session has ended. */
export function sessionEnded(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The session has ended. Sign in again.',
    {},
    { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  );
}

async function tokensOf(signer: TokenSigner, session: Session): Promise<z.infer<typeof RefreshedTokens>> {
  const { id: sessionId, refreshJti: tokenId, rotatedAt, expiresAt, idleHours } = session;
  // A token outlives half of the idle time never: the client that uses it refreshes in time.
  const seconds = Math.min(ACCESS_SECONDS, (idleHours * HOUR_MS) / 2000);
  const lifetime = Math.min(IDLE_SECONDS, Math.floor((expiresAt.getTime() - rotatedAt.getTime()) / 1000));
  const [access_token, refresh_token] = await Promise.all([
    signer.sign('access', { sessionId, tokenId }, rotatedAt, seconds),
    signer.sign('refresh', { sessionId, tokenId }, rotatedAt, lifetime),
  ]);
  return { access_token, refresh_token, token_type: 'bearer', expires_in: seconds };
}

/** Serializes requests of one member. */
export async function lockMember(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/**
 * Serializes requests of a signed-in member.
 * @throws AppError UNAUTHORIZED when the session has ended meanwhile, as a new password ends it
 */
export async function lockCaller(
  db: Db,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<void> {
  const [, open] = await pipelined([
    lockMember(db, userId),
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt))),
  ]);
  if (open.length === 0) throw sessionEnded();
}

/** Stores a member. @throws the violation of `users_email` when another member has the email */
export async function storeMember(db: Db, member: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(member);
}

/** Changes what a member may do. */
export async function changeAccess(
  db: Db,
  id: string,
  access: { teamRole: TeamRole; allLocations?: boolean },
): Promise<void> {
  await db.update(users).set(access).where(eq(users.id, id));
}

/** Marks members as removed; their passkeys are forgotten. */
export async function removeMembers(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(users)
    .set({ removedAt: sql`now()` })
    .where(inArray(users.id, [...ids]));
  await db.delete(passkeys).where(inArray(passkeys.userId, [...ids]));
}
