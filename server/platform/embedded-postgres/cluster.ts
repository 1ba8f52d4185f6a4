import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Account, runAs } from './account';
import { POSTGRES_ENV, SYSTEM_FOLDER } from './binaries';
import type { EmbeddedLog } from './log';
import { clusterIdOf, type Place, readPlace, writeOwner, writePlace } from './place';

export const DATABASE = 'tallyleaf';
export const SUPERUSER = 'tallyleaf';
/** The folder of a cluster in its data folder. */
const INSIDE = 'postgres';
/** Temporary names of a cluster and its password, until the cluster is complete and renamed. */
export const DRAFT = 'data.new';
export const SECRET_DRAFT = 'password.new';

/** The folder of a cluster and the files beside it. */
export interface ClusterHome {
  /** Holds the cluster's folder and the server's log. */
  folder: string;
  /** PostgreSQL's own data directory, without symbolic links. */
  clusterDir: string;
  /** The `cluster_name` setting: part of the title of every process of the cluster. */
  clusterName: string;
  logFile: string;
}

/** The possible homes of a data folder's cluster. */
export interface Homes {
  inside: ClusterHome;
  /** Where the database's user can't reach the data folder. */
  outside: ClusterHome;
  /** Outside, and made for the data folder while it had another path. */
  moved?: ClusterHome;
  place?: Place;
}

/** @throws UnusableDatabaseError when the file with the place is damaged */
export async function homesOf(dataDir: string): Promise<Homes> {
  const real = await realpath(dataDir);
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 10);
  const clone = basename(dirname(real)).replaceAll(/[^A-Za-z0-9._-]/g, '_');
  const home = (folder: string): ClusterHome => ({
    folder,
    clusterDir: join(folder, 'data'),
    clusterName: `tallyleaf-${hash}`,
    logFile: join(folder, 'server.log'),
  });
  const inside = home(join(real, INSIDE));
  const outside = home(join(SYSTEM_FOLDER, `${clone}-${hash}`));
  const place = await readPlace(real);
  if (!place) return { inside, outside };
  // Root changes the owner of what it finds there: the file must not lead it to any other folder.
  const isOurs = dirname(place.folder) === SYSTEM_FOLDER && place.folder !== outside.folder;
  return { inside, outside, place, ...(isOurs && { moved: home(place.folder) }) };
}

/** Lists the homes, and whether each holds the cluster that the data folder names, or any when it names none. */
export async function heldHomes({ inside, outside, moved, place }: Homes): Promise<ClusterHome[]> {
  const held: ClusterHome[] = [];
  for (const home of [inside, outside, ...(moved ? [moved] : [])]) {
    if (!(await exists(join(home.clusterDir, 'PG_VERSION')))) continue;
    if (!place || (await clusterIdOf(home.clusterDir)) === place.cluster) held.push(home);
  }
  return held;
}

/** Finds the home of an existing cluster; undefined when the data folder has none. */
export async function findHome(dataDir: string): Promise<ClusterHome | undefined> {
  return (await heldHomes(await homesOf(dataDir)))[0];
}

/** Records in the data folder where its cluster lies and which it is, and beside a cluster outside whose it is. */
export async function recordPlace(dataDir: string, home: ClusterHome): Promise<void> {
  const cluster = await clusterIdOf(home.clusterDir);
  if (cluster === undefined) throw new Error(`${home.clusterDir} has no pg_control`);
  const isInside = dirname(home.folder) === dataDir;
  if (!isInside) await writeOwner(home.folder, dataDir);
  await writePlace(dataDir, { folder: isInside ? INSIDE : home.folder, cluster });
}

/**
 * Finds or creates the folder of a data folder's cluster, owned and reachable by the account. As root, a cluster that
 * an ordinary user created keeps that owner.
 * @returns the home and the account that PostgreSQL runs as
 */
export async function prepareHome(
  dataDir: string,
  account: Account | undefined,
  log: EmbeddedLog,
): Promise<{ home: ClusterHome; account: Account | undefined }> {
  const { inside, outside } = await homesOf(dataDir);
  const present = await findHome(dataDir);
  if (!account) {
    if (present) return { home: present, account };
    await mkdir(inside.folder, { recursive: true, mode: 0o700 });
    return { home: inside, account };
  }
  if (present) {
    const { uid, gid } = await lstat(present.clusterDir);
    const owner = uid === 0 || uid === account.uid ? account : { name: `uid ${uid}`, uid, gid };
    // Root restored it from a backup: PostgreSQL starts only on files that its own user owns.
    if (uid === 0) await own(present.folder, owner);
    if (await reaches(owner, present.folder)) return { home: present, account: owner };
    throw new Error(
      `PostgreSQL's user ${owner.name} cannot reach the database in ${present.folder}: move DATA_DIR to a folder that it may enter, or run chmod a+x on those above it.`,
    );
  }
  await mkdir(inside.folder, { recursive: true, mode: 0o700 });
  await own(inside.folder, account);
  if (await reaches(account, inside.folder)) return { home: inside, account };
  await rmdir(inside.folder).catch(() => undefined);
  await mkdir(outside.folder, { recursive: true, mode: 0o700 });
  await chmod(SYSTEM_FOLDER, 0o755);
  await own(outside.folder, account);
  log.info(
    { folder: outside.folder, user: account.name },
    `${account.name} cannot reach ${dataDir}: the database is in ${outside.folder}`,
  );
  return { home: outside, account };
}

async function own(folder: string, account: Account): Promise<void> {
  await runAs(undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, folder], POSTGRES_ENV);
}

async function reaches(account: Account, folder: string): Promise<boolean> {
  try {
    await runAs(account, 'sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], POSTGRES_ENV);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the cluster when the home has none. It is built under a temporary name and renamed when complete, so an
 * interrupted start is repeated, and an existing cluster is never touched.
 * @returns the superuser's password
 */
export async function ensureCluster(
  home: ClusterHome,
  binaries: string,
  account: Account | undefined,
  log: EmbeddedLog,
): Promise<string> {
  if (!(await exists(home.clusterDir))) {
    await makeCluster(home, binaries, account);
    log.info({ folder: home.clusterDir }, 'made a new database cluster');
  }
  return readPassword(home);
}

export function readPassword(home: ClusterHome): Promise<string> {
  return readFile(passwordFile(home.clusterDir), 'utf8');
}

/** Inside the cluster's folder, so that both are created, copied and lost together. */
function passwordFile(clusterDir: string): string {
  return join(clusterDir, 'tallyleaf.password');
}

async function makeCluster(home: ClusterHome, binaries: string, account: Account | undefined): Promise<void> {
  const draft = join(home.folder, DRAFT);
  const secret = join(home.folder, SECRET_DRAFT);
  await rm(draft, { recursive: true, force: true });
  await rm(secret, { force: true });
  const password = randomBytes(24).toString('base64url');
  await writePrivately(secret, password, account);
  await runAs(
    account,
    join(binaries, 'bin/initdb'),
    [
      ...['-D', draft, '--username', SUPERUSER, '--pwfile', secret, '--auth', 'scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      '--no-instructions',
    ],
    POSTGRES_ENV,
  );
  await writePrivately(passwordFile(draft), password, account);
  await rename(draft, home.clusterDir);
  await rm(secret);
}

/** Writes a file that only the account can read. */
export async function writePrivately(
  path: string,
  text: string,
  account: Account | undefined,
): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
  if (account) await chown(path, account.uid, account.gid);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
