import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Account } from '../embedded-postgres/account';
import { writePrivately } from '../embedded-postgres/cluster';
import { knownMigrations } from './lineage';
import { UnusableDatabaseError } from './unusable';

/** Versions before the fence read only the first two. */
const Mark = z
  .array(z.object({ hash: z.string(), when: z.number(), generation: z.number().optional() }))
  .min(1);

/**
 * Records the cluster's migrations in a file in the cluster's folder: an older version reads it and stops before
 * starting PostgreSQL, which would write. Absent until the first migration is done.
 */
export async function readSchemaMark(clusterDir: string): Promise<z.infer<typeof Mark> | undefined> {
  const text = await readFile(pathOf(clusterDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UnusableDatabaseError(
      `${pathOf(clusterDir)} can't be read (${error.code}). Nothing was changed.`,
    );
  });
  if (text === undefined) return undefined;
  try {
    return Mark.parse(JSON.parse(text));
  } catch {
    // The database is checked again once it runs.
    return undefined;
  }
}

/** Records that the database has this version's migrations, or more of the same generation. Call it after migrating. */
export async function writeSchemaMark(clusterDir: string, account: Account | undefined): Promise<void> {
  const known = knownMigrations();
  const text = JSON.stringify(known.map(({ hash, when, generation }) => ({ hash, when, generation })));
  if ((await readFile(pathOf(clusterDir), 'utf8').catch(() => '')) === text) return;
  const marked = await readSchemaMark(clusterDir);
  if (marked?.some(({ hash }) => known.every((one) => one.hash !== hash))) return;
  const draft = `${pathOf(clusterDir)}.new`;
  await writePrivately(draft, text, account);
  await rename(draft, pathOf(clusterDir));
}

function pathOf(clusterDir: string): string {
  return join(clusterDir, 'tallyleaf.schema');
}
