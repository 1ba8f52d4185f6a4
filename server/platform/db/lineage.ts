import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFolder } from '../../kernel/source-folder';
import { type Migration, readMigrations } from './migration-plan';
import { UnusableDatabaseError } from './unusable';

export const migrationsFolder = () => sourceFolder('server/platform/db/migrations');

/** The migrations of this version. */
export function knownMigrations(): readonly Migration[] {
  known ??= readMigrations(migrationsFolder());
  return known;
}
let known: Migration[] | undefined;

/** A migration as a database, a backup and the mark of a cluster record it. */
type Applied = Pick<Migration, 'hash' | 'when'>;

/** The release whose schema is the baseline: the oldest that this version upgrades (rule 404). */
export const FLOOR = '0.2.0';

/** The migrations that the baseline stands for, as a database of that release records them. */
export function supersededMigrations(): readonly Applied[] {
  superseded ??= readRecords(FLOOR);
  return superseded;
}
let superseded: readonly Applied[] | undefined;

/** The migrations of the release before the floor: databases that it made keep their records of them. */
export function forgottenMigrations(): readonly Applied[] {
  forgotten ??= readRecords('0.1.0');
  return forgotten;
}
let forgotten: readonly Applied[] | undefined;

const readRecords = (version: string) =>
  JSON.parse(readFileSync(join(migrationsFolder(), `${version}.json`), 'utf8')) as Applied[];

/**
 * Writes the migrations of 0.2.0, and of 0.1.0 before them, as the baseline, whether or not the database is marked as being
 * at it.
 * @param place describes the database or backup in the message
 * @param way says how it gets to the floor
 * @throws UnusableDatabaseError when it is below the floor, or only some of its migrations were applied
 */
export function sinceBaseline<T extends Applied>(
  applied: readonly T[],
  place: string,
  way = `Start version ${FLOOR} with it, stop it, then start this version again.`,
): Applied[] {
  const required = new Set(supersededMigrations().map(({ hash }) => hash));
  const old = new Set([...required, ...forgottenMigrations().map(({ hash }) => hash)]);
  const found = applied.filter(({ hash }) => old.has(hash));
  if (found.length === 0) return [...applied];
  if (found.filter(({ hash }) => required.has(hash)).length < required.size) {
    throw new UnusableDatabaseError(
      `The schema of ${place} is older than Tallyleaf ${FLOOR}. Nothing was changed. ${way}`,
    );
  }
  const [baseline] = knownMigrations();
  const later = applied.filter(({ hash }) => !old.has(hash) && hash !== baseline?.hash);
  return baseline ? [baseline, ...later] : later;
}

/** The generation of this version's schema: a process of an older one can't write to it safely (decision 404). */
export function ownGeneration(): number {
  return knownMigrations().at(-1)?.generation ?? 0;
}

/** This version's number, for messages. */
export function ownVersion(): string {
  const text = readFileSync(join(migrationsFolder(), '../../../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Compares a database's migrations with this version's (decision 153). Drizzle compares only the newest timestamp: it
 * would serve a newer schema, and skip migrations that were added in between. A newer schema of the same generation is
 * served.
 * @param place describes the database in the message
 * @param generation the schema's, undefined where it isn't known
 * @throws UnusableDatabaseError when this version can't serve or upgrade the database
 */
export function assertLineage(
  recorded: readonly Applied[],
  place: string,
  generation: number | undefined,
): void {
  const applied = sinceBaseline(recorded, place);
  const known = knownMigrations();
  const knownHashes = new Set(known.map(({ hash }) => hash));
  const appliedHashes = new Set(applied.map(({ hash }) => hash));
  const unknown = applied.filter(({ hash }) => !knownHashes.has(hash));
  const newest = Math.max(...applied.map(({ when }) => when));
  const skipped = known.filter(({ hash, when }) => !appliedHashes.has(hash) && when < newest);
  const version = ownVersion();
  if (unknown.length === 0 && skipped.length === 0) return;
  if (skipped.length === 0 && unknown.length < applied.length) {
    if (generation === ownGeneration()) return;
    const count = unknown.length === 1 ? '1 migration' : `${unknown.length} migrations`;
    throw new UnusableDatabaseError(
      `The schema of ${place} is newer than this version of Tallyleaf (${version}): it has ${count} that this ` +
        'version does not know. Nothing was changed. Start the version that last used this database, or a later one.',
    );
  }
  const what = [
    ...(unknown.length > 0 ? [`it has ${unknown.length} unknown`] : []),
    ...(skipped.length > 0 ? [`it lacks ${skipped.length} earlier`] : []),
  ];
  throw new UnusableDatabaseError(
    `The schema of ${place} comes from a version that Tallyleaf ${version} can't upgrade (migrations: ` +
      `${what.join(', ')}). Nothing was changed. Start the version that last used this database, or set up an empty ` +
      'database and import the data.',
  );
}
