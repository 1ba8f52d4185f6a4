import { z } from 'zod';
import { type BackupKey, type BackupKeys, isSameMac, UnknownBackupKey } from './keys';
import { BackupError } from './manifest';
import type { BackupPlace } from './place';

/** A text beside the backups that only a holder of the backup key can have written. */
export interface SignedNote {
  /** @throws BackupError when it was changed without the key, or its key is unknown */
  read(): Promise<string | null>;
  /** Signs with the current key. */
  write(text: string): Promise<void>;
}

const Head = z.strictObject({ key: z.string(), mac: z.string() });

/** The first line says which key signed the rest, under this name: a list of checksums never begins with one. */
export function signedNote(place: BackupPlace, keys: BackupKeys, name: string): SignedNote {
  const macOf = (key: BackupKey, text: string) => key.mac(Buffer.from(`${name}\n${text}`));
  return {
    async read() {
      const contents = await place.readNote(name);
      if (contents === null) return null;
      const [first = ''] = contents.split('\n', 1);
      const text = contents.slice(first.length + 1);
      const head = headOf(first);
      if (!head || !isSameMac(macOf(findKey(keys, head.key, name), text), Buffer.from(head.mac, 'hex'))) {
        throw new BackupError(
          `${name} in BACKUP_TO doesn't match its signature. Nothing was changed. Use another copy of it.`,
        );
      }
      return text;
    },
    async write(text) {
      const head = { key: keys.current.id, mac: macOf(keys.current, text).toString('hex') };
      await place.writeNote(name, `${JSON.stringify(head)}\n${text}`);
    },
  };
}

function findKey(keys: BackupKeys, id: string, name: string): BackupKey {
  try {
    return keys.find(id);
  } catch (error) {
    if (!(error instanceof UnknownBackupKey)) throw error;
    throw new BackupError(
      `${name} in BACKUP_TO was written with the backup key ${id}. Nothing was changed. Name that key in BACKUP_KEY_PREVIOUS.`,
    );
  }
}

function headOf(line: string): z.infer<typeof Head> | undefined {
  try {
    return Head.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
