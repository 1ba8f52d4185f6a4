import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Account } from '../embedded-postgres/account';
import { writePrivately } from '../embedded-postgres/cluster';
import { forgottenMigrations, knownMigrations, supersededMigrations } from './lineage';
import { UnusableDatabaseError } from './unusable';

const Mark = z
  .array(z.object({ hash: z.string(), when: z.number(), generation: z.number().optional() }))
  .min(1);

/**
 * Records the cluster's migrations in a file in the cluster's folder: an older version reads it and stops before
 * starting PostgreSQL, which would write. Absent until the first migration is done; undefined also for the mark of 0.1.0,
 * which 0.2.0 left in the clusters that it upgraded: their database is checked once it runs.
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
    const mark = Mark.parse(JSON.parse(text));
    return mark.every(({ hash }) => hashesOf(forgottenMigrations()).has(hash)) ? undefined : mark;
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
  const older = hashesOf([...known, ...supersededMigrations()]);
  if (marked?.some(({ hash }) => !older.has(hash))) return;
  const draft = `${pathOf(clusterDir)}.new`;
  await writePrivately(draft, text, account);
  await rename(draft, pathOf(clusterDir));
}

const hashesOf = (migrations: readonly { hash: string }[]) => new Set(migrations.map(({ hash }) => hash));

function pathOf(clusterDir: string): string {
  return join(clusterDir, 'tallyleaf.schema');
}
