import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const TIMELINE_DIGITS = 8;
const SEGMENT = /^[0-9A-F]{24}/;

/**
 * Removes the write-ahead log from before the oldest base backup that is kept. Histories of timelines stay. A segment's
 * place in the log counts, on whatever timeline, as for PostgreSQL's pg_archivecleanup.
 * @returns how many files went
 */
export async function pruneWal(folder: string, firstSegment: string): Promise<number> {
  const oldest = firstSegment.slice(TIMELINE_DIGITS);
  const names = await readdir(folder).catch(() => []);
  const old = names.filter((name) => SEGMENT.test(name) && name.slice(TIMELINE_DIGITS, 24) < oldest);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}
