import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './manifest';

/** Lists every file of a backup, in the format of `sha256sum`; written last. */
export const CHECKSUMS = 'SHA256SUMS';

const LINE = /^([0-9a-f]{64}) {2}((?:manifest\.json|(?:tables|files)\/(?!.*\.\.)[\w./-]+))$/;

/**
 * Compares every file with its checksum.
 * @returns the paths of the manifest and the tables, and the number of stored files
 * @throws BackupError naming the first file that is missing, damaged or unlisted
 */
export async function verifyChecksums(folder: string): Promise<{ listed: Set<string>; files: number }> {
  const list = await open(join(folder, CHECKSUMS)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupError(`${folder} is not a complete backup: it has no ${CHECKSUMS}.`);
  });
  const listed = new Set<string>();
  let files = 0;
  try {
    for await (const line of list.readLines()) {
      const [, expected, path] = LINE.exec(line) ?? [];
      if (!path) throw damaged(folder, CHECKSUMS);
      if ((await checksumOf(folder, path)) !== expected) throw damaged(folder, path);
      if (path.startsWith('files/')) files += 1;
      else listed.add(path);
    }
  } finally {
    await list.close();
  }
  return { listed, files };
}

async function checksumOf(folder: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`The backup ${folder} is incomplete: ${path} is missing. Nothing was changed.`);
  }
  return hash.digest('hex');
}

/** Another copy of the backup may be intact. */
export function damaged(folder: string, path: string): BackupError {
  return new BackupError(
    `The backup ${folder} is damaged: ${path} doesn't match its checksum. Nothing was changed. Use another copy.`,
  );
}
