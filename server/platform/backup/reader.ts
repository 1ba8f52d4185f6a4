import { Readable } from 'node:stream';
import { CHECKSUMS, damaged, LIST_MAC, openPlain } from './checksums';
import { type BackupKeys, isSameMac, UnknownBackupKey } from './keys';
import { BackupError, type Encryption } from './manifest';
import { open } from './sealed';

/** Opens a file of a backup by its path. */
export type ReadFile = (path: string) => Promise<Readable>;

/**
 * Opens the files of a backup whose checksums are right; of an encrypted one, its list of checksums is authenticated first.
 * @throws BackupError when its key is unknown, or the list wasn't made with it
 */
export async function openReader(
  folder: string,
  encryption: Encryption | undefined,
  keys: BackupKeys | undefined,
): Promise<ReadFile> {
  const plain = async (path: string) => (await openPlain(folder, path)).createReadStream();
  if (!encryption) return plain;
  if (!keys) {
    throw new BackupError(
      `The backup ${folder} was encrypted with the backup key ${encryption.key}. Nothing was changed. Set BACKUP_KEY to it.`,
    );
  }
  const key = keyOf(folder, encryption, keys);
  const [list, mac] = await Promise.all([contentsOf(folder, CHECKSUMS), contentsOf(folder, LIST_MAC)]);
  if (!isSameMac(key.mac(list), Buffer.from(mac.toString().trim(), 'hex'))) throw damaged(folder, CHECKSUMS);
  return async (path) => Readable.from(open(await plain(path), keys, `${encryption.backup}/${path}`));
}

function keyOf(folder: string, encryption: Encryption, keys: BackupKeys) {
  try {
    return keys.find(encryption.key);
  } catch (error) {
    if (!(error instanceof UnknownBackupKey)) throw error;
    throw new BackupError(`The backup ${folder} can't be opened. ${error.message} Nothing was changed.`);
  }
}

async function contentsOf(folder: string, path: string): Promise<Buffer> {
  const file = await openPlain(folder, path).catch(() => {
    throw new BackupError(`The backup ${folder} is incomplete: ${path} is missing. Nothing was changed.`);
  });
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
