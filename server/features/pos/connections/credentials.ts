import type { Cipher } from '../../../kernel/cipher';
import type { SealedColumn } from '../../../platform/secrets/reencrypt.sql';
import { PosCredentials } from '../schema';
import { posConnections } from '../tables';
import { PosError } from '../vendors/pos-error';

/** Binds the ciphertext to its use. */
const PURPOSE = 'pos.credentials';
export const SEALED_CREDENTIALS: readonly SealedColumn[] = [
  { column: posConnections.credentials, purpose: () => PURPOSE },
];

/** The columns of the table. */
export function sealCredentials(cipher: Cipher, credentials: PosCredentials): string {
  return cipher.seal(PURPOSE, JSON.stringify(credentials));
}

/** @throws PosError when they were sealed under another secret */
export function openCredentials(cipher: Cipher, sealed: string | null): PosCredentials {
  if (sealed === null) return {};
  try {
    return PosCredentials.parse(JSON.parse(cipher.open(PURPOSE, sealed)));
  } catch {
    throw new PosError('pos_misconfigured', 'The credentials can no longer be read. Enter them again.', true);
  }
}
