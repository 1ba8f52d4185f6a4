import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UnusableDatabaseError } from '../db/unusable';

/** In the data folder: where its database lies, and which one it is (decision 405). */
const PLACE = 'database.json';
/** In a database's folder outside the data folder: the data folder that it belongs to. */
const OWNER = 'data-folder';
const SYSTEM_IDENTIFIER_BYTES = 8;

const Place = z.object({
  /** Relative to the data folder when it lies inside. */
  folder: z.string().min(1),
  /** PostgreSQL's system identifier, which initdb draws and copies keep. */
  cluster: z.string().regex(/^\d+$/),
});
export type Place = z.infer<typeof Place>;

/**
 * Reads where a data folder's database lies; undefined when there is none yet, or an earlier version made it.
 * @throws UnusableDatabaseError when the file is damaged
 */
export async function readPlace(dataDir: string): Promise<Place | undefined> {
  const path = join(dataDir, PLACE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UnusableDatabaseError(
      `${path} can't be read (${error.code}). Nothing was changed. Start Tallyleaf as the user that owns DATA_DIR.`,
    );
  });
  if (text === undefined) return undefined;
  try {
    return Place.parse(JSON.parse(text));
  } catch {
    throw new UnusableDatabaseError(
      `${path} is damaged: it doesn't say where the database is. Nothing was changed. ` +
        'Restore the file from a copy of DATA_DIR, or remove it if the database is still where it was.',
    );
  }
}

/** Records where the database lies, unless the file says so already. */
export async function writePlace(dataDir: string, place: Place): Promise<void> {
  await replace(join(dataDir, PLACE), `${JSON.stringify(place)}\n`);
}

/** Reads the data folder that a database outside of it belongs to. */
export async function readOwner(folder: string): Promise<string | undefined> {
  return (await readFile(join(folder, OWNER), 'utf8').catch(() => undefined))?.trim();
}

export async function writeOwner(folder: string, dataDir: string): Promise<void> {
  await replace(join(folder, OWNER), `${dataDir}\n`);
}

/** Reads the system identifier, the first field of pg_control; undefined when the file is missing or cut short. */
export async function clusterIdOf(clusterDir: string): Promise<string | undefined> {
  const file = await open(join(clusterDir, 'global/pg_control')).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SYSTEM_IDENTIFIER_BYTES), 0, undefined, 0);
    return bytesRead === SYSTEM_IDENTIFIER_BYTES ? String(buffer.readBigUInt64LE()) : undefined;
  } finally {
    await file.close();
  }
}

async function replace(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
}
