import { chmod, chown, copyFile, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env, EnvError } from '../../../kernel/env';
import { sourceFolder } from '../../../kernel/source-folder';
import { type Account, runAs } from '../../embedded-postgres/account';
import { POSTGRES_ENV } from '../../embedded-postgres/binaries';
import type { ClusterHome } from '../../embedded-postgres/cluster';
import { clusterIdOf } from '../../embedded-postgres/place';
import { backupKey, type Recipient } from '../keys';
import { configOf } from './archive';

/** Beside the cluster, where PostgreSQL's user reaches them whatever it reaches of the clone. */
const [PROGRAM, CONFIG] = ['wal-program.mjs', 'wal-archive.json'];
/** A segment that isn't full is ended after this time, so that no more than a minute is lost with the machine. */
const TIMEOUT_SECONDS = 45;

/** Where the archived logs of clusters are, below BACKUP_TO; each in a folder named by its system identifier. */
export const walFolder = (to: string, cluster: string) => join(to, 'wal', cluster);

/** Where the embedded database archives; undefined without BACKUP_WAL. */
export function archiveOf({ BACKUP_WAL, BACKUP_TO: to, BACKUP_KEY: key }: Env) {
  return BACKUP_WAL && to && key ? { to, recipient: backupKey(key) } : undefined;
}

/**
 * Makes a cluster archive its write-ahead log from its next start on, encrypted.
 * @returns the settings, and whether it did so before: otherwise earlier base backups end before the gap
 * @throws EnvError when PostgreSQL's user can't run the program or write to the folder
 */
export async function setUpArchiving(
  home: ClusterHome,
  account: Account | undefined,
  { to, recipient }: { to: string; recipient: Recipient },
): Promise<{ settings: Record<string, string>; wasOn: boolean }> {
  const cluster = await clusterIdOf(home.clusterDir);
  if (cluster === undefined) throw new Error(`${home.clusterDir} has no pg_control`);
  const folder = walFolder(to, cluster);
  await mkdir(to, { recursive: true, mode: 0o711 });
  await mkdir(join(to, 'wal'), { recursive: true, mode: 0o711 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const wasOn = await lstat(join(home.folder, CONFIG)).then(
    () => true,
    () => false,
  );
  if (account) await chown(folder, account.uid, account.gid);
  const settings = await installProgram(home, account, configOf({ folder, cluster, recipient }));
  await assertReach(account, folder);
  return {
    wasOn,
    settings: {
      archive_mode: 'on',
      archive_timeout: `${TIMEOUT_SECONDS}s`,
      archive_command: settings('archive'),
    },
  };
}

/** Forgets that the cluster archived: the next time it begins with a base backup. */
export async function tearDownArchiving(home: ClusterHome): Promise<void> {
  await rm(join(home.folder, CONFIG), { force: true });
}

/** @returns what makes the command of a kind, for PostgreSQL's configuration */
export async function installProgram(
  { folder }: Pick<ClusterHome, 'folder'>,
  account: Account | undefined,
  config: string,
): Promise<(what: 'archive' | 'fetch') => string> {
  const [program, settings] = [join(folder, PROGRAM), join(folder, CONFIG)];
  await copyFile(join(sourceFolder('dist/wal-program.js')), program);
  await writeFile(settings, config, { mode: 0o600 });
  await chmod(program, 0o600);
  if (account) for (const path of [program, settings]) await chown(path, account.uid, account.gid);
  return (what) => [process.execPath, program, what, settings].map(quoted).join(' ').concat(" '%p' '%f'");
}

/** For a shell, in a command of PostgreSQL's where `%` begins a placeholder. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

async function assertReach(account: Account | undefined, folder: string): Promise<void> {
  const who = account?.name ?? 'this user';
  await runAs(account, process.execPath, ['--version'], POSTGRES_ENV).catch(() => {
    throw new EnvError(
      `BACKUP_WAL needs a Node that PostgreSQL's user ${who} may run: ${process.execPath} it may not`,
    );
  });
  await runAs(account, 'sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], POSTGRES_ENV).catch(() => {
    throw new EnvError(
      `BACKUP_TO must be a folder that PostgreSQL's user ${who} may enter, with BACKUP_WAL: ${folder} it can't write`,
    );
  });
}
