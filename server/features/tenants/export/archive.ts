import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Storage } from '../../../kernel/storage';
import { makeDataDir } from '../../../platform/data-dir';
import type { Db } from '../../../platform/db/client';
import { collectExport } from './collect';
import { tarOf } from './tar';

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
