import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Storage } from '../../../kernel/storage';
import { makeDataDir } from '../../../platform/data-dir';
import type { Db } from '../../../platform/db/client';
import { isMissing } from '../../../platform/storage/storage';
import { collectExport } from './collect';
import { tarOf } from './tar';

/** As `mkdtemp` names it: an archive that a command wrote there is another name. */
const FOLDER = /^export-\w{6}$/;
const STALE_MS = 24 * 60 * 60 * 1000;

interface Scope {
  db: Db;
  storage: Storage;
  /** Where the files wait until the archive is written. */
  dataDir: string;
}

/**
 * Makes the archive of a business's data and hands it to `take`; memory stays bounded, however much there is.
 * @param take writes the archive to where it belongs
 */
export async function archiveOf(
  { db, storage, dataDir }: Scope,
  entityId: string,
  take: (archive: Readable) => Promise<void>,
): Promise<void> {
  await makeDataDir(dataDir);
  const folder = await mkdtemp(join(dataDir, 'export-'));
  try {
    const entries = await collectExport({ db, storage }, entityId, folder);
    await take(Readable.from(tarOf(entries), { objectMode: false }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes folders that an export left when its process died, once they are a day old: they hold a business's data. */
export async function removeStaleFolders(dataDir: string): Promise<void> {
  // Files may be in a bucket, and the folder absent.
  const entries = await readdir(dataDir, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(dataDir, entry.name);
    if (!entry.isDirectory() || !FOLDER.test(entry.name)) continue;
    if (Date.now() - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
  }
}
