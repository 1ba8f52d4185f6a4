import type { Cipher } from '../../kernel/cipher';
import { EnvError } from '../../kernel/env';
import type { Db } from '../db/client';
import { readSealed, type SealedColumn } from './reencrypt.sql';
import { secretChecks } from './tables';

const ID = 1;
const PURPOSE = 'secret check';
export const SEALED_CHECKS: readonly SealedColumn[] = [
  { column: secretChecks.sealed, purpose: () => PURPOSE },
];

/**
 * Checks that the platform's secret, or the earlier one, is the one that sealed what is in the database. The check value
 * is first written once an existing sealed text was opened, if there is one; re-encryption renews it.
 * @param columns every sealed column
 * @throws EnvError for another secret
 */
export async function checkSecret(db: Db, cipher: Cipher, columns: readonly SealedColumn[]): Promise<void> {
  const [known] = await db.select().from(secretChecks);
  if (known) {
    if (opens(cipher, PURPOSE, known.sealed)) return;
    throw wrongSecret();
  }
  if (!(await opensOne(db, cipher, columns))) throw wrongSecret();
  await db
    .insert(secretChecks)
    .values({ id: ID, sealed: cipher.seal(PURPOSE, PURPOSE) })
    .onConflictDoNothing();
  // Another process may have written one first, with another secret.
  return checkSecret(db, cipher, columns);
}

/** Makes the current secret the right one. What another one sealed stays unreadable. */
export async function acceptSecret(db: Db, cipher: Cipher): Promise<void> {
  const sealed = cipher.seal(PURPOSE, PURPOSE);
  await db
    .insert(secretChecks)
    .values({ id: ID, sealed })
    .onConflictDoUpdate({ target: secretChecks.id, set: { sealed } });
}

/** Returns true when one of the first texts of a column can be opened, and when there is none in any. */
async function opensOne(db: Db, cipher: Cipher, columns: readonly SealedColumn[]): Promise<boolean> {
  let found = 0;
  for (const column of columns) {
    const rows = await readSealed(db, column);
    found += rows.length;
    if (rows.some(({ id, sealed }) => opens(cipher, column.purpose(id), sealed))) return true;
  }
  return found === 0;
}

function opens(cipher: Cipher, purpose: string, sealed: string): boolean {
  try {
    cipher.openBytes(purpose, sealed);
    return true;
  } catch {
    return false;
  }
}

function wrongSecret(): EnvError {
  return new EnvError(
    'AUTH_SECRET (without it, the file auth-secret in DATA_DIR) is another one than encrypted the secrets in this database. ' +
      'Start with that one, or name it in AUTH_SECRET_PREVIOUS to replace it. If it is lost, ' +
      '"npm run cli -- reencrypt --new-secret" accepts this one: second factors, webhook secrets and POS credentials have to be set up again.',
  );
}
