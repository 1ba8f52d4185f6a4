import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { RequestInfo } from '../../kernel/actor';
import type { Cipher } from '../../kernel/cipher';
import { AppError } from '../../kernel/errors';
import type { TokenSigner } from '../../kernel/signer';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { deleteInBatches } from '../../platform/db/purge';
import type { TargetPolicy } from '../../platform/outgoing/guard';
import { checkMinute } from '../../platform/rate-limit/per-minute';
import { openSession, type SignIn } from '../auth/service';
import { deviceIdOf } from '../auth/sign-in/known-device';
import { welcomeDevice } from '../auth/sign-in/new-device';
import { lockEntity } from '../entities/queries';
import { domainOf } from './domains/names';
import { allowedFetch } from './provider/allowed-fetch';
import type { Claims } from './provider/claims';
import { authorizationUrl, claimsOf } from './provider/provider';
import { openSecret, openVerifier, sealVerifier } from './secret';
import { memberOfClaims } from './sign-in/link';
import { connectionOfDomain, takeAttempt } from './sign-in/sign-in.sql';
import { type SsoConnection, ssoAttempts, ssoConnections } from './tables';

const ATTEMPT_SECONDS = 600;
/** Sign-ins that begin in a minute for one business. */
const PER_MINUTE = 600;
/** The way that a provider took, by which a second factor was shown (RFC 8176). */
const SEVERAL_FACTORS = 'mfa';

export interface SsoScope {
  db: Db;
  cipher: Cipher;
  policy: TargetPolicy;
  publicUrl: string;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const secretText = () => randomBytes(32).toString('base64url');
const redirectUri = (publicUrl: string) => `${publicUrl}/auth/sso/callback`;

/**
 * Begins a sign-in by the provider of a domain. What it returns follows from the domain alone.
 * @param browser secret in the cookie of the browser that asks
 * @returns null where no business has proven the domain and connected a provider
 * @throws AppError INVALID_REQUEST, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function beginSignIn(
  { db, cipher, policy, publicUrl }: SsoScope,
  { email, returnTo, browser }: { email: string; returnTo: string; browser: string },
): Promise<string | null> {
  const domain = domainOf(email);
  const [found] = domain === null ? [] : await connectionOfDomain(db, domain);
  const connection = found ? await connectionOf(db, found.entity_id) : null;
  if (!connection) return null;
  const { entityId, issuer, clientId } = connection;
  await checkMinute(db, `sso:${entityId}`, PER_MINUTE);
  const [state, nonce, verifier] = [secretText(), secretText(), secretText()];
  const url = await authorizationUrl(
    registered(cipher, connection),
    { state, nonce, verifier, redirectUri: redirectUri(publicUrl) },
    allowedFetch(db, policy),
    policy.allowLoopback,
  );
  await db.insert(ssoAttempts).values({
    ...{
      stateHash: hashOf(state),
      entityId,
      browserHash: hashOf(browser),
      nonce,
      issuer,
      clientId,
      returnTo,
    },
    verifier: sealVerifier(cipher, verifier),
    expiresAt: sql`now() + make_interval(secs => ${ATTEMPT_SECONDS})`,
  });
  return url;
}

/**
 * Ends a sign-in with what the provider sent the browser back with.
 * @param query of the callback
 * @param browser as in `beginSignIn`: another browser can't end it
 * @throws AppError INVALID_REQUEST, INVALID_CREDENTIALS, SERVICE_UNAVAILABLE
 */
export async function finishSignIn(
  {
    db,
    cipher,
    policy,
    publicUrl,
    request,
    signer,
  }: SsoScope & { request: RequestInfo; signer: TokenSigner },
  { query, browser }: { query: string; browser: string },
): Promise<SignIn & { returnTo: string }> {
  const state = new URLSearchParams(query).get('state') ?? '';
  const [attempt] = await takeAttempt(db, hashOf(state), hashOf(browser));
  if (!attempt) throw attemptOver();
  const connection = await connectionOf(db, attempt.entity_id);
  if (connection?.issuer !== attempt.issuer || connection.clientId !== attempt.client_id) throw attemptOver();
  const claims = await claimsOf(
    registered(cipher, connection),
    query,
    {
      ...{ state, nonce: attempt.nonce, verifier: openVerifier(cipher, attempt.verifier) },
      redirectUri: redirectUri(publicUrl),
    },
    allowedFetch(db, policy),
    policy.allowLoopback,
    connection.groupsClaim,
  );
  const opened = await openSso({ db, request, signer }, connection, claims);
  return { ...opened, returnTo: attempt.return_to };
}

/** Opens the session of whom the claims are of, in one transaction with the link. */
function openSso(
  { db, request, signer }: { db: Db; request: RequestInfo; signer: TokenSigner },
  begun: SsoConnection,
  claims: Claims,
): Promise<SignIn> {
  return runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    await lockEntity(unit.db, begun.entityId);
    // What was changed while the provider was asked counts.
    const connection = await connectionOf(unit.db, begun.entityId);
    if (connection?.issuer !== begun.issuer || connection.clientId !== begun.clientId) throw attemptOver();
    const member = await memberOfClaims(unit, connection, claims);
    await unit.db
      .update(ssoConnections)
      .set({ triedAt: sql`now()` })
      .where(and(eq(ssoConnections.entityId, begun.entityId), isNull(ssoConnections.triedAt)));
    const opened = await openSession(unit, request, member, 'browser', 'sso', null, false, {
      authenticatedAt: claims.authenticatedAt,
      secondFactor: connection.trustMfa && claims.methods.includes(SEVERAL_FACTORS),
    });
    const known = await deviceIdOf(signer, request.deviceCookie);
    return { ...opened, deviceId: await welcomeDevice(unit.db, member, request, known) };
  });
}

async function connectionOf(db: Db, entityId: string): Promise<SsoConnection | null> {
  const [row] = await db.select().from(ssoConnections).where(eq(ssoConnections.entityId, entityId));
  return row ?? null;
}

const registered = (cipher: Cipher, { issuer, clientId, clientSecret }: SsoConnection) => ({
  ...{ issuer, clientId },
  clientSecret: openSecret(cipher, clientSecret),
});

const attemptOver = () =>
  new AppError('TOKEN_INVALID', 'This sign-in has ended, or began in another browser. Sign in again.');

/** Deletes sign-ins that whose browser never came back. */
export async function purgeAttempts(db: Db): Promise<void> {
  await deleteInBatches(db, ssoAttempts, sql`${ssoAttempts.expiresAt} < now() - interval '1 hour'`);
}
