import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assertLineage } from '../db/lineage';
import { readSchemaMark } from '../db/schema-mark';
import { UnusableDatabaseError } from '../db/unusable';
import { bundledMajor, COPY, SYSTEM_FOLDER } from './binaries';
import { type ClusterHome, DRAFT, type Homes, heldHomes, homesOf, SECRET_DRAFT } from './cluster';
import { clusterIdOf, type Place, readOwner, readPlace } from './place';

/** Leftovers of an interrupted first start; `lost+found` belongs to a mounted volume. */
const BEFORE_CLUSTER = new Set([DRAFT, SECRET_DRAFT, 'lost+found']);
const isBeforeCluster = (name: string) => BEFORE_CLUSTER.has(name) || name.startsWith(COPY);
/** Files that mark a data folder as ours before it has a database. */
const OURS = /^(auth-secret|files|mail|postgres|embedded\.lock.*)$/;
const NEEDED = ['base', 'pg_xact', 'pg_multixact', 'postgresql.conf', 'pg_hba.conf', 'tallyleaf.password'];
const CONTROL_FILE_BYTES = 8192;
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
const INSTEAD =
  'Nothing was changed. Restore the folder from a backup, or set DATA_DIR to an empty folder to start from scratch.';

/**
 * Inspects whether a data folder holds a database that can be started, or is free for a new one. Read-only.
 * @param dataDir may be absent
 * @throws UnusableDatabaseError with the problem and its solution
 */
export async function inspectDataFolder(dataDir: string): Promise<void> {
  const entries = await list(dataDir);
  if (!entries) return;
  const homes = await homesOf(dataDir);
  const found = [await holdsCluster(homes.inside), await holdsCluster(homes.outside)];
  if (homes.moved) found.push(await holdsCluster(homes.moved));
  if (homes.place) return assertPlace(dataDir, homes, homes.place);
  if (found.includes(true)) return;
  const visible = entries.filter((name) => !name.startsWith('.') && name !== 'lost+found');
  if (entries.includes('files') && (await list(join(dataDir, 'files')))?.length) {
    throw new UnusableDatabaseError(
      `The data folder ${dataDir} holds uploaded files but no database. Nothing was changed. If it was copied or moved from ` +
        `a server that ran as root, its database may be in a folder of ${SYSTEM_FOLDER} there. ${bothWays('that folder', homes)}`,
    );
  }
  if (visible.length === 0 || visible.some((name) => OURS.test(name))) return;
  throw new UnusableDatabaseError(
    `The data folder ${dataDir} belongs to another program: it holds ${named(visible)}. Nothing was changed. ` +
      'Set DATA_DIR to an empty folder or to one that Tallyleaf made.',
  );
}

/** @throws UnusableDatabaseError when the cluster that the data folder names is missing or belongs to another data folder */
async function assertPlace(dataDir: string, homes: Homes, place: Place): Promise<void> {
  const was = resolve(dataDir, place.folder);
  const [home] = await heldHomes(homes);
  if (!home) {
    const there = (await clusterIdOf(join(was, 'data'))) ?? (await clusterIdOf(homes.inside.clusterDir));
    const problem = there
      ? `The data folder ${dataDir} names the database ${place.cluster} in ${was}, but what is there is another one, ${there}`
      : `The data folder ${dataDir} was copied, moved or damaged: its database ${place.cluster} is not in ${was}`;
    throw new UnusableDatabaseError(`${problem}. Nothing was changed. ${bothWays(place.folder, homes)}`);
  }
  if (home !== homes.moved) return;
  const owner = await readOwner(home.folder);
  if (owner === undefined || owner === (await realpath(dataDir))) return;
  const other = await readPlace(owner).catch(() => undefined);
  if (other?.folder !== place.folder) return;
  throw new UnusableDatabaseError(
    `The data folder ${dataDir} is a copy of ${owner}, and the database in ${home.folder} belongs to that one. ` +
      `Nothing was changed. ${bothWays(home.folder, homes)}`,
  );
}

/** Says how a data folder gets its database again. */
function bothWays(folder: string, { inside, outside }: Homes): string {
  const isInside = folder === basename(inside.folder);
  const both = isInside
    ? `copy the whole data folder, ${folder} included`
    : `copy both, this folder and ${folder}, the latter to ${outside.folder}`;
  return (
    `Either stop the server that has the database and ${both}; or run "npm run cli -- backup" there and ` +
    '"npm run cli -- restore" here with DATA_DIR set to an empty folder, which also starts from scratch.'
  );
}

/** Returns true for a complete cluster, false for a home where one can be created. */
async function holdsCluster(home: ClusterHome): Promise<boolean> {
  const { folder, clusterDir } = home;
  const entries = await list(folder);
  if (!entries) return false;
  if (!entries.includes('data')) {
    const others = entries.filter((name) => !isBeforeCluster(name));
    // A draft never ran. A cluster that ran is user data, even under a name that a first start would clear.
    if (others.length === 0 && !(await exists(join(folder, DRAFT, 'postmaster.opts')))) return false;
    const found = named(others.length > 0 ? others : [DRAFT]);
    throw new UnusableDatabaseError(
      `The database folder ${clusterDir} is missing, but ${folder} is not empty: it holds ${found}. ${INSTEAD}`,
    );
  }
  await inspectCluster(clusterDir);
  return true;
}

async function inspectCluster(clusterDir: string): Promise<void> {
  const damaged = (what: string) =>
    new UnusableDatabaseError(`The database in ${clusterDir} is damaged: ${what}. ${INSTEAD}`);
  const entries = await list(clusterDir);
  if (!entries || entries.length === 0) throw damaged('the folder is empty');
  const version = await contents(join(clusterDir, 'PG_VERSION'));
  if (version === undefined) {
    const isOurs = entries.includes('base') || entries.includes('tallyleaf.password');
    if (isOurs) throw damaged('the file PG_VERSION is missing');
    throw new UnusableDatabaseError(
      `The folder ${clusterDir} belongs to another program: it holds ${named(entries)}. ${INSTEAD}`,
    );
  }
  const major = version.toString('latin1').trim();
  if (!/^\d+$/.test(major)) throw damaged('the file PG_VERSION is not readable');
  if (major !== bundledMajor()) {
    throw new UnusableDatabaseError(
      `The database in ${clusterDir} is PostgreSQL ${major}, this version runs ${bundledMajor()}. Nothing was changed. ` +
        `Start the version that last used it, dump the data with pg_dump, and load it into a new data folder; or run ` +
        `it with PostgreSQL ${major} and set DATABASE_URL.`,
    );
  }
  const missing = NEEDED.filter((name) => !entries.includes(name));
  if (missing.length > 0) throw damaged(`${named(missing)} missing`);
  if (!(await hasControlFile(clusterDir))) throw damaged('global/pg_control is missing or not intact');
  const segments = (await list(join(clusterDir, 'pg_wal')))?.filter((name) => WAL_SEGMENT.test(name));
  if (!segments?.length) throw damaged('the write-ahead log pg_wal is missing');
  const applied = await readSchemaMark(clusterDir);
  if (applied) assertLineage(applied, `the database in ${clusterDir}`, applied.at(-1)?.generation);
}

/** A running server may be writing it at this moment. */
async function hasControlFile(clusterDir: string): Promise<boolean> {
  for (let attempt = 0; attempt < 4; attempt++) {
    if (attempt > 0) await delay(25);
    const bytes = await contents(join(clusterDir, 'global/pg_control'));
    if (bytes?.length === CONTROL_FILE_BYTES && hasChecksum(bytes)) return true;
  }
  return false;
}

/** The structure ends with the CRC-32C of everything before it; its length depends on the version. */
function hasChecksum(bytes: Buffer): boolean {
  let crc = 0xffffffff;
  for (let at = 0; at < 1024; at += 4) {
    if (at >= 64 && ~crc >>> 0 === bytes.readUInt32LE(at)) return true;
    for (const byte of bytes.subarray(at, at + 4)) crc = (CRC[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return false;
}

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

/** Lists a folder; undefined when it is absent. @throws UnusableDatabaseError when it can't be read */
async function list(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !(await exists(folder))) return undefined;
    throw unreadable(folder, code);
  }
}

async function contents(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw unreadable(path, code);
  }
}

function unreadable(path: string, code: string | undefined): UnusableDatabaseError {
  const reasons: Record<string, string> = {
    ENOENT: 'it is a link to a folder that is absent',
    ENOTDIR: 'it is a file, not a folder',
    EISDIR: 'it is a folder, not a file',
    EACCES: `user ${process.getuid?.() ?? ''} may not read it; start Tallyleaf as the user that owns it, or as root if root made it`,
  };
  const reason = reasons[code ?? ''] ?? code;
  return new UnusableDatabaseError(`${path} can't be read: ${reason}. ${INSTEAD}`);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function named(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return names.slice(0, 3).join(', ') + more;
}
