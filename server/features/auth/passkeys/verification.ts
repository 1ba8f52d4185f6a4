import type { z } from 'zod';
import type { Db } from '../../../platform/db/client';
import { spendChallenge } from './challenges';
import { relyingPartyOf } from './relying-party';
import type { AddPasskey, Assertion } from './schema';

/** Loaded with the first passkey: it takes a third of a second, which no start should. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256, by their COSE numbers: what authenticators have, and Node 20 verifies. */
export const ALGORITHMS = [-8, -7, -257];
/** A key of RSA with 4096 bits has 550. */
const MAX_KEY_BYTES = 1024;

interface Scope {
  db: Db;
  publicUrl: string;
}

export interface NewKey {
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
}

/**
 * Verifies a new passkey and uses its challenge up.
 * @param sessionId in which it was asked for
 * @returns null unless it was made for this challenge, on our pages, for our host, by a verified member
 */
export async function verifyNewPasskey(
  { db, publicUrl }: Scope,
  credential: z.infer<typeof AddPasskey>['credential'],
  sessionId: string,
): Promise<NewKey | null> {
  const { rpId, origin } = relyingPartyOf(publicUrl);
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON, attestationObject } = credential.response;
  const challenge = await challengeIn(clientDataJSON);
  if (challenge === null) return null;
  if (!(await spendChallenge(db, challenge, { purpose: 'registration', sessionId }))) return null;
  const verified = await passing(async () =>
    verifyRegistrationResponse({
      response: {
        ...{ id: credential.id, rawId: credential.rawId, type: credential.type, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      ...{ requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    }),
  );
  if (!verified?.registrationInfo) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  if (publicKey.length > MAX_KEY_BYTES) return null;
  return { credentialId: id, publicKey: Buffer.from(publicKey), signCount: counter };
}

export interface StoredKey extends NewKey {
  userHandle: string;
}

/**
 * Verifies a signature of a stored passkey and uses its challenge up.
 * @returns the authenticator's counter; null unless the signature is of this challenge, on our pages, for our host, by a
 *   verified member, and newer than the last
 */
export async function verifyAssertion(
  { db, publicUrl }: Scope,
  assertion: z.infer<typeof Assertion>,
  stored: StoredKey,
): Promise<number | null> {
  const { rpId, origin } = relyingPartyOf(publicUrl);
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature, userHandle } = assertion.response;
  const challenge = await challengeIn(clientDataJSON);
  if (challenge === null || !(await spendChallenge(db, challenge, { purpose: 'assertion' }))) return null;
  if (userHandle && userHandle !== stored.userHandle) return null;
  const verified = await passing(() =>
    verifyAuthenticationResponse({
      response: {
        ...{ id: assertion.id, rawId: assertion.rawId, type: assertion.type, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      requireUserVerification: true,
      credential: {
        id: stored.credentialId,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.signCount,
      },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** Reads which challenge a response is to; null where there is none, and from a frame of another site. */
async function challengeIn(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await helpers();
  const read = await passing(async () => decodeClientDataJSON(clientDataJSON));
  return typeof read?.challenge === 'string' && !read.crossOrigin ? read.challenge : null;
}

/**
 * Takes the statement about what made the key out of a response. It isn't asked for, and verifying one would read
 * certificates, and fetch addresses, of a stranger's choice.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const none = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(none));
}

/** The library throws for whatever doesn't verify or can't be read. */
async function passing<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
