import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './manifest';

/** Lists every file of a backup, in the format of `sha256sum`; written last. */
export const CHECKSUMS = 'SHA256SUMS';
/** Of an encrypted backup: proves that the list was made by who has the key. */
export const LIST_MAC = 'SHA256SUMS.mac';

/** A key of the storage: names in folders, none of which is hidden or leads elsewhere (decision 432). */
const KEY = String.raw`[\w-][\w.-]*(?:/[\w-][\w.-]*)*`;
const LINE = new RegExp(`^([0-9a-f]{64}) {2}(manifest\\.json|(?:tables|files|cluster)/${KEY})$`);

/** Returns true for a key that names a file of the storage, and nothing outside of it. */
const WHOLE_KEY = new RegExp(`^${KEY}$`);
export const isKey = (key: string) => WHOLE_KEY.test(key);

/**
 * Compares every file with its checksum. A backup holds the plain files that its list names and nothing else: a link or a
 * device would have something read, or written, that isn't of the backup.
 * @returns the paths of all files
 * @throws BackupError naming the first file that is missing, damaged, unlisted or no plain file
 */
export async function verifyChecksums(folder: string): Promise<ReadonlySet<string>> {
  const present = await plainFiles(folder);
  if (!present.delete(CHECKSUMS)) {
    throw new BackupError(`${folder} is not a complete backup: it has no ${CHECKSUMS}.`);
  }
  present.delete(LIST_MAC);
  const list = await openPlain(folder, CHECKSUMS);
  const listed = new Set<string>();
  try {
    for await (const line of list.readLines()) {
      const [, expected, path] = LINE.exec(line) ?? [];
      if (!path || listed.has(path)) throw damaged(folder, CHECKSUMS);
      if (!present.delete(path)) {
        throw new BackupError(`The backup ${folder} is incomplete: ${path} is missing. Nothing was changed.`);
      }
      if ((await checksumOf(folder, path)) !== expected) throw damaged(folder, path);
      listed.add(path);
    }
  } finally {
    await list.close();
  }
  for (const path of present) {
    throw new BackupError(
      `The backup ${folder} holds ${JSON.stringify(path)}, which isn't in its list of checksums. Nothing was changed. Use another copy.`,
    );
  }
  return listed;
}

/** The paths of all files of a folder. @throws BackupError for what is neither a plain file nor a folder */
async function plainFiles(folder: string): Promise<Set<string>> {
  const files = new Set<string>();
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entries = await opendir(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
      throw new BackupError(`${folder} is not a complete backup: it has no ${CHECKSUMS}.`);
    });
    for await (const entry of entries) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(inside);
      else if (entry.isFile()) files.add(inside);
      else {
        throw new BackupError(
          `The backup ${folder} holds ${JSON.stringify(inside)}, which isn't a plain file. Nothing was changed. Use another copy.`,
        );
      }
    }
  }
  return files;
}

/** Opens a file of a backup, unless a link has taken its place. */
export function openPlain(folder: string, path: string): Promise<FileHandle> {
  return open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW);
}

async function checksumOf(folder: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await openPlain(folder, path);
  for await (const chunk of file.createReadStream()) hash.update(chunk);
  return hash.digest('hex');
}

/** Another copy of the backup may be intact. */
export function damaged(folder: string, path: string): BackupError {
  return new BackupError(
    `The backup ${folder} is damaged: ${path} doesn't match its checksum. Nothing was changed. Use another copy.`,
  );
}
