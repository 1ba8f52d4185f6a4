import type { Cipher } from '../../kernel/cipher';
import type { SealedColumn } from '../../platform/secrets/reencrypt.sql';
import { ssoAttempts, ssoConnections } from './tables';

/** Bind the ciphertexts to their use. */
const SECRET = 'sso.client_secret';
const VERIFIER = 'sso.verifier';

export const SEALED_SSO: readonly SealedColumn[] = [
  { column: ssoConnections.clientSecret, purpose: () => SECRET },
  { column: ssoAttempts.verifier, purpose: () => VERIFIER },
];

export const sealSecret = (cipher: Cipher, secret: string) => cipher.seal(SECRET, secret);
export const openSecret = (cipher: Cipher, sealed: string) => cipher.open(SECRET, sealed);
export const sealVerifier = (cipher: Cipher, verifier: string) => cipher.seal(VERIFIER, verifier);
export const openVerifier = (cipher: Cipher, sealed: string) => cipher.open(VERIFIER, sealed);
