import { once } from 'node:events';
import { join } from 'node:path';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import type { Env } from '../../kernel/env';
import { AppError } from '../../kernel/errors';
import type { Storage } from '../../kernel/storage';
import { makeDataDir } from '../data-dir';
import { unavailabilityOf } from '../db/unavailable';
import { bucketFiles } from './bucket';

/**
 * Opens the file storage: the bucket of S3_URL, or `files` in the data folder.
 * @throws EnvError when the data folder can't be made or written
 */
export async function openStorage(env: Pick<Env, 'S3_URL' | 'DATA_DIR'>): Promise<Storage> {
  if (env.S3_URL) return storageOn(await bucketFiles(env.S3_URL));
  await makeDataDir(env.DATA_DIR);
  return storageOn(localFiles(join(env.DATA_DIR, 'files')));
}

function localFiles(folder: string): FileStorage {
  const own = { visibility: 'private', directoryVisibility: 'private' };
  return new FileStorage(new LocalStorageAdapter(folder, { rootDirectoryVisibility: 'private' }), undefined, {
    writes: own,
  });
}

function storageOn(files: FileStorage): Storage {
  return {
    async write(key, contents, { contentType }) {
      await files.write(key, contents, { mimeType: contentType }).catch(failed);
    },
    async read(key) {
      const contents = await files.read(key).catch(failed);
      await once(contents, 'readable').catch(failed);
      return contents;
    },
    async remove(key) {
      await files.deleteFile(key).catch(failed);
    },
  };
}

/** Returns true when a read failed because there is no such file, in a folder or in a bucket. */
export function isMissing(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT' || e.name === 'NoSuchKey') return true;
  }
  return false;
}

/** The operator sees the details; the caller may retry. */
function failed(cause: unknown): never {
  const { message, retryAfter } = unavailabilityOf(cause) ?? {
    message: 'File storage is not reachable. Try again in a few seconds.',
    retryAfter: 5,
  };
  const failure = new AppError('SERVICE_UNAVAILABLE', message, {}, { 'Retry-After': String(retryAfter) });
  throw Object.assign(failure, { cause });
}
