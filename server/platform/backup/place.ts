import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStorage } from '@flystorage/file-storage';
import type { Env } from '../../kernel/env';
import { makeFolder } from '../data-dir';
import { bucketFiles } from '../storage/bucket';
import { isMissing } from '../storage/storage';
import { CHECKSUMS, LIST_MAC } from './checksums';
import { inParallel } from './contents';
import { BackupError } from './manifest';
import { basesFolder, isBackupName, momentOf } from './retention';

const FILES_AT_ONCE = 8;
/** A draft that nothing has touched for so long belongs to a process that was killed. */
const STALE_MS = 86_400_000;

/** Where scheduled backups are kept. */
export interface BackupPlace {
  /** The names of complete backups, oldest first. */
  names(): Promise<string[]>;
  /**
   * Keeps what `write` puts into a new folder. It gets its name once it is complete.
   * @returns also the size in bytes
   */
  add<T>(name: string, write: (folder: string) => Promise<T>): Promise<{ written: T; bytes: number }>;
  /** Works with the files of a backup. */
  withFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T>;
  remove(name: string): Promise<void>;
  /** Removes what killed processes left. */
  clear(): Promise<void>;
  /** Reads a text that is kept beside the backups; null when there is none. */
  readNote(name: string): Promise<string | null>;
  /** Replaces it as a whole. */
  writeNote(name: string, text: string): Promise<void>;
}

/**
 * Opens the place that BACKUP_TO names.
 * @param dataDir holds the files of a bucket's backup while it is made or read
 */
export async function openPlace(to: string, dataDir: string): Promise<BackupPlace> {
  return to.startsWith('s3:') ? bucketPlace(await bucketFiles(to), dataDir) : folderPlace(resolve(to));
}

/** The moment of the oldest base backup; undefined without point-in-time recovery. */
export async function oldestBase({ BACKUP_WAL, BACKUP_TO }: Pick<Env, 'BACKUP_WAL' | 'BACKUP_TO'>) {
  if (!BACKUP_WAL || BACKUP_TO === undefined) return undefined;
  const [name] = await folderPlace(basesFolder(BACKUP_TO)).names();
  return name === undefined ? undefined : momentOf(name);
}

export function folderPlace(root: string): BackupPlace {
  return {
    async names() {
      const entries = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return entries
        .filter((entry) => isBackupName(entry.name) && existsSync(join(root, entry.name, LIST_MAC)))
        .map(({ name }) => name)
        .sort();
    },
    async add(name, write) {
      await makeFolder(root, 0o700);
      const written = await write(join(root, name));
      return { written, bytes: await sizeOf(join(root, name)) };
    },
    withFolder: (name, work) => work(join(root, name)),
    // First out of sight: an interrupted removal leaves no half of a backup under its name.
    async remove(name) {
      await rm(join(root, name, LIST_MAC), { force: true });
      await rm(join(root, name), { recursive: true, force: true });
    },
    async clear() {
      for (const name of await readdir(root).catch(() => [])) {
        if (!isBackupName(name.split('.partial-')[0] ?? '') || !name.includes('.partial-')) continue;
        const { mtimeMs } = await stat(join(root, name));
        if (Date.now() - mtimeMs > STALE_MS) await rm(join(root, name), { recursive: true, force: true });
      }
    },
    readNote: (name) => readFile(join(root, name), 'utf8').catch(nullIfMissing),
    async writeNote(name, text) {
      await makeFolder(root, 0o700);
      const draft = join(root, `${name}.${process.pid}`);
      await writeFile(draft, text, { mode: 0o600, flush: true });
      await rename(draft, join(root, name));
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function bucketPlace(files: FileStorage, dataDir: string): BackupPlace {
  const withDraft = async <T>(work: (folder: string) => Promise<T>) => {
    await mkdir(dataDir, { recursive: true });
    const draft = await mkdtemp(join(dataDir, 'backup-'));
    try {
      return await work(draft);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  };
  return {
    async names() {
      const names: string[] = [];
      for await (const entry of files.list('')) {
        const name = entry.path.replace(/\/$/, '');
        // The proof is stored last and removed first.
        if (isBackupName(name) && (await files.fileExists(`${name}/${LIST_MAC}`))) names.push(name);
      }
      return names.sort();
    },
    add: (name, write) =>
      withDraft(async (draft) => {
        const folder = join(draft, name);
        const written = await write(folder);
        const paths = await pathsOf(folder);
        const last = [CHECKSUMS, LIST_MAC];
        const store = (path: string) =>
          files.write(`${name}/${path}`, createReadStream(join(folder, path)), {
            mimeType: 'application/octet-stream',
          });
        await inParallel(
          paths.filter((path) => !last.includes(path)),
          FILES_AT_ONCE,
          store,
        );
        for (const path of last) await store(path);
        return { written, bytes: await sizeOf(folder) };
      }),
    withFolder: (name, work) =>
      withDraft(async (draft) => {
        const folder = join(draft, name);
        const paths: string[] = [];
        for await (const entry of files.list(name, { deep: true })) {
          if (entry.isFile) paths.push(entry.path.slice(name.length + 1));
        }
        if (paths.length === 0) throw new BackupError(`BACKUP_TO has no backup ${name}.`);
        await inParallel(paths, FILES_AT_ONCE, async (path) => {
          // A bucket's keys are what who may write there wants them to be.
          const target = resolve(folder, path);
          if (!target.startsWith(`${folder}/`)) throw new BackupError(`The backup ${name} holds ${path}.`);
          await mkdir(dirname(target), { recursive: true, mode: 0o700 });
          await pipeline(await files.read(`${name}/${path}`), createWriteStream(target, { mode: 0o600 }));
        });
        return work(folder);
      }),
    async remove(name) {
      await files.deleteFile(`${name}/${LIST_MAC}`);
      await files.deleteDirectory(name);
    },
    async clear() {},
    readNote: (name) => files.readToString(name).catch(nullIfMissing),
    writeNote: (name, text) => files.write(name, text, { mimeType: 'application/octet-stream' }),
  };
}

/** The paths of a folder's files, at any depth. */
async function pathsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of await pathsOf(folder)) bytes += (await stat(join(folder, path))).size;
  return bytes;
}
