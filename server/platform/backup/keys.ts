import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

/** What precedes the 32 bytes of an X25519 key in DER (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b656e032100', 'hex');

/** No known key opens it; the message names the one that does. */
export class UnknownBackupKey extends Error {}

/**
 * Half of a backup key that only encrypts: the program that archives the write-ahead log needs no more, so the key itself
 * is never beside the database.
 */
export interface Recipient {
  /** Recognizes the key: 16 hex digits. */
  id: string;
  publicKey: KeyObject;
}

/** The key that BACKUP_KEY is. */
export interface BackupKey extends Recipient {
  privateKey: KeyObject;
  /** Authenticates a backup's list of checksums. */
  mac(contents: Buffer): Buffer;
}

/** Derives an X25519 key from a secret (RFC 5869). */
export function backupKey(secret: string): BackupKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'tallyleaf backup key', 32));
  const listKey = Buffer.from(hkdfSync('sha256', secret, '', 'tallyleaf backup list', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
  const recipient = recipientOf(rawOf(createPublicKey(privateKey)));
  return {
    ...recipient,
    privateKey,
    mac: (contents) => createHmac('sha256', listKey).update(contents).digest(),
  };
}

/** @param raw the 32 bytes of the public key */
export function recipientOf(raw: Buffer): Recipient {
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC, raw]), format: 'der', type: 'spki' });
  return { id: createHash('sha256').update(raw).digest('hex').slice(0, 16), publicKey };
}

/** The 32 bytes of a public key. */
export const rawOf = (publicKey: KeyObject): Buffer =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);

export const isSameMac = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/** The current backup key and those before it, which still open what they encrypted. */
export class BackupKeys {
  readonly current: BackupKey;
  readonly #byId: ReadonlyMap<string, BackupKey>;

  constructor(current: string, previous: readonly string[] = []) {
    this.current = backupKey(current);
    const keys = [this.current, ...previous.map(backupKey)];
    this.#byId = new Map(keys.map((key) => [key.id, key]));
  }

  /** @throws UnknownBackupKey */
  find(id: string): BackupKey {
    const key = this.#byId.get(id);
    if (key) return key;
    throw new UnknownBackupKey(
      `It was encrypted with the backup key ${id}. Name that key in BACKUP_KEY or BACKUP_KEY_PREVIOUS, which are ` +
        `${[...this.#byId.keys()].join(', ')}.`,
    );
  }
}
