import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Storage } from '../../kernel/storage';
import { withConnection } from '../db/migrate';
import { isMissing } from '../storage/storage';
import { isKey } from './checksums';
import { inParallel, namedFiles } from './contents';
import type { BackupKeys } from './keys';
import { filePath, readManifest, type StoredFiles } from './manifest';
import { openReader } from './reader';

const FILES_AT_ONCE = 8;

interface Files {
  url: string;
  storage: Storage;
  files: readonly StoredFiles[];
  /** A backup, which may be gone. */
  copy: string;
  keys: BackupKeys;
}

/** Gives the storage those files that rows name and it doesn't have, from a backup. @returns how many neither has */
export async function restoreFiles({ url, storage, files, copy, keys }: Files): Promise<number> {
  const isThere = existsSync(join(copy, 'manifest.json'));
  const read = isThere ? await openReader(copy, (await readManifest(copy)).encryption, keys) : undefined;
  let missing = 0;
  await withConnection(url, (sql) =>
    sql.begin('read only', async (tx) => {
      for await (const batch of namedFiles(tx, files)) {
        await inParallel(batch, FILES_AT_ONCE, async ({ key, contentType }) => {
          if (await isStored(storage, key)) return;
          if (!read || !isKey(key) || !existsSync(join(copy, filePath(key)))) missing += 1;
          else await storage.write(key, await read(filePath(key)), { contentType });
        });
      }
    }),
  );
  return missing;
}

async function isStored(storage: Storage, key: string): Promise<boolean> {
  try {
    const contents = await storage.read(key);
    contents.on('error', () => {}).destroy();
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}
