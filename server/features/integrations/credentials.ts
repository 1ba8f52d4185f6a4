// Other features import this file.
import { z } from 'zod';
import type { Cipher } from '../../kernel/cipher';
import type { SealedColumn } from '../../platform/secrets/reencrypt.sql';
import { integrationConnections } from './tables';
import { VendorError } from './vendor-error';

/** Binds the ciphertext to its use. */
const PURPOSE = 'integration.credentials';
export const SEALED_INTEGRATIONS: readonly SealedColumn[] = [
  { column: integrationConnections.credentials, purpose: () => PURPOSE },
];

const Sealed = z.object({ token: z.string() });

export const sealToken = (cipher: Cipher, token: string): string =>
  cipher.seal(PURPOSE, JSON.stringify({ token }));

/** @throws VendorError when it was sealed under another secret */
export function openToken(cipher: Cipher, sealed: string | null): string {
  try {
    return Sealed.parse(JSON.parse(cipher.open(PURPOSE, sealed ?? ''))).token;
  } catch {
    throw new VendorError('vendor_misconfigured', 'The credentials can no longer be read. Enter them again.');
  }
}
