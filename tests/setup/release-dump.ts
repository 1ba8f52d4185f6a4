import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import postgres from 'postgres';
import { inject } from 'vitest';
import { cloneDatabase } from './clone';

/**
 * By release, its schema and demo as pg_dump writes them; of 0.2.0 with the conditions of its migrations where a dump loses how
 * they nest. Of 0.1.0, which is below the floor, the schema and what smaller tables hold, with a search path, since its own
 * dump can't be restored.
 */
export const DUMPS = join(import.meta.dirname, '../releases');

/** Loads the dump of a release into a database of its own; `close` drops it. */
export async function openRelease(version: string) {
  const { url, drop } = await cloneDatabase(inject('databaseServer'), 'template0');
  const loading = postgres(url, { max: 1, onnotice: () => {} });
  await loading.unsafe(gunzipSync(readFileSync(join(DUMPS, `${version}.sql.gz`))).toString());
  // The dump leaves its session without a search path.
  await loading.end();
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const close = async () => {
    await sql.end({ timeout: 0 });
    await drop();
  };
  return { url, sql, close };
}
