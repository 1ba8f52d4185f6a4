import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Context, WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { noteSecondFactor, settleFactors } from '../factors/second-factor';
import { announceChange, type PasskeysOfReset } from '../mails/security-mail';
import { lockCaller } from '../service';
import { openChallenge } from './challenges';
import { descriptorsOf, published, userHandleOf } from './queries';
import { relyingPartyOf } from './relying-party';
import {
  type AddPasskey,
  type CreationOptions,
  type Passkey,
  type RequestOptions,
  TRANSPORTS,
} from './schema';
import { passkeys } from './tables';
import { ALGORITHMS, verifyNewPasskey } from './verification';

const PER_MEMBER = 10;
const TIMEOUT_MS = 300_000;

type Published = z.infer<typeof Passkey>;

/** Builds the options for `navigator.credentials.create()`. @throws AppError CONFLICT at the limit of passkeys */
export async function creationOptions({
  db,
  actor,
  publicUrl,
}: WriteContext & Pick<Context, 'publicUrl'>): Promise<z.infer<typeof CreationOptions>> {
  const { rpId } = relyingPartyOf(publicUrl);
  await rejectBeyondLimit(db, actor.userId);
  return {
    challenge: await openChallenge(db, { purpose: 'registration', sessionId: actor.sessionId }),
    rp: { id: rpId, name: 'Tallyleaf' },
    user: { id: userHandleOf(actor.userId), name: actor.email, displayName: actor.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: await descriptorsOf(db, actor.userId, rpId),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    extensions: { credProps: true },
  };
}

/** Builds the options for `navigator.credentials.get()`: the same for everyone who isn't signed in. */
export async function requestOptions({
  db,
  actor,
  publicUrl,
}: Pick<Context, 'db' | 'actor' | 'publicUrl'>): Promise<z.infer<typeof RequestOptions>> {
  const { rpId } = relyingPartyOf(publicUrl);
  return {
    challenge: await openChallenge(db, { purpose: 'assertion' }),
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: actor ? await descriptorsOf(db, actor.userId, rpId) : [],
  };
}

/**
 * Stores a new passkey of the caller, whose session has shown a second factor by that.
 * @throws AppError INVALID_REQUEST for a response that doesn't verify, CONFLICT at the limit or for a passkey that exists
 */
export async function addPasskey(
  ctx: Context & Pick<WriteContext, 'actor'>,
  { name = 'Passkey', credential }: z.infer<typeof AddPasskey>,
): Promise<Published> {
  const { actor, publicUrl } = ctx;
  const key = await verifyNewPasskey(ctx, credential, actor.sessionId);
  if (!key) {
    const message = 'is no valid response to the options, which are for one response within five minutes';
    throw invalidRequest([{ path: 'credential', code: 'invalid_format', message }]);
  }
  const transports = TRANSPORTS.filter((one) => credential.response.transports?.includes(one));
  const { rpId } = relyingPartyOf(publicUrl);
  return runUnitOfWork(ctx, [], async ({ db, audit }) => {
    await lockCaller(db, actor);
    await rejectBeyondLimit(db, actor.userId);
    const id = newId();
    const [added] = await db
      .insert(passkeys)
      .values({ id, userId: actor.userId, ...key, transports, rpId, name })
      .onConflictDoNothing()
      .returning(published);
    if (!added) {
      throw new AppError('CONFLICT', 'This passkey has been added already.', { reason: 'passkey_exists' });
    }
    await noteSecondFactor(db, actor.sessionId, true);
    await announceChange(db, actor.userId, 'passkey_added');
    audit({ action: 'user.passkey_added', objectId: actor.userId, after: { passkey_id: id, name } });
    return added;
  });
}

/** Removes a passkey of the caller. @throws AppError NOT_FOUND for another member's, CONFLICT for the last factor */
export async function removePasskey(
  { db, actor, audit, publicUrl }: WriteContext & Pick<Context, 'publicUrl'>,
  id: string,
): Promise<void> {
  await lockCaller(db, actor);
  const [removed] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.userId)))
    .returning({ name: passkeys.name });
  if (!removed) throw notFound();
  await settleFactors(db, actor.userId, publicUrl);
  await announceChange(db, actor.userId, 'passkey_removed');
  audit({
    action: 'user.passkey_removed',
    objectId: actor.userId,
    before: { passkey_id: id, name: removed.name },
  });
}

/**
 * Records that a passkey signed.
 * @returns false when it was removed meanwhile, or another request recorded a newer signature
 */
export async function recordUse(db: Db, id: string, signCount: number): Promise<boolean> {
  const isNewer = sql`${passkeys.signCount} < ${signCount} or (${signCount} = 0 and ${passkeys.signCount} = 0)`;
  const used = await db
    .update(passkeys)
    .set({ signCount, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), sql`(${isNewer})`))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Removes every passkey of a member, for an operator. @returns how many */
export async function dropPasskeys(db: Db, userId: string): Promise<number> {
  const dropped = await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return dropped.length;
}

/**
 * Removes the passkeys that a member added in the last seven days, with a password reset by mail: a thief of the old
 * password may have added them (decision 417).
 * @returns their names, and those of the others
 */
export async function reviewPasskeys(db: Db, userId: string): Promise<PasskeysOfReset> {
  const ofMember = eq(passkeys.userId, userId);
  const isNew = gt(passkeys.createdAt, sql`now() - interval '7 days'`);
  const removed = await db.delete(passkeys).where(and(ofMember, isNew)).returning({ name: passkeys.name });
  const working = await db.select({ name: passkeys.name }).from(passkeys).where(ofMember);
  const namesOf = (rows: ReadonlyArray<{ name: string }>) => rows.map(({ name }) => name);
  return { removed: namesOf(removed), working: namesOf(working) };
}

async function rejectBeyondLimit(db: Db, userId: string): Promise<void> {
  if ((await db.$count(passkeys, eq(passkeys.userId, userId))) < PER_MEMBER) return;
  throw new AppError(
    'CONFLICT',
    `You have ${PER_MEMBER} passkeys, the most there can be. Remove one first.`,
    {
      reason: 'too_many',
      limit: PER_MEMBER,
    },
  );
}
