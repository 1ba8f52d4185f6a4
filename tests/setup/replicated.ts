import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { type Account, findAccount, idsOf, runAs } from '../../server/platform/embedded-postgres/account';
import { findBinaries, POSTGRES_ENV } from '../../server/platform/embedded-postgres/binaries';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';

const DATABASE = 'tallyleaf';
const USER = 'owner';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  wal_keep_size: '512MB',
  hot_standby_feedback: 'on',
  // The same on both: a standby rejects less than its primary has.
  max_connections: '100',
};

/** A PostgreSQL of a replicated pair. */
export interface Node {
  url: string;
  sql: postgres.Sql;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** A primary with an empty database, and its streaming standby. */
export interface Replicated {
  primary: Node;
  standby: Node;
  close(): Promise<void>;
}

export async function openReplicated(): Promise<Replicated> {
  const account = await findAccount();
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-replicated-'));
  await chmod(folder, 0o755);
  const binaries = await findBinaries(account, folder, { info: () => {}, warn: () => {}, error: () => {} });
  const own = join(folder, 'own');
  await mkdir(own);
  if (account) await chown(own, account.uid, account.gid);
  const [primaryDir, standbyDir] = [join(own, 'primary'), join(own, 'standby')];
  const run = (command: string, ...args: string[]) => runAs(account, command, args, POSTGRES_ENV);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await run(
    join(binaries, 'bin/initdb'),
    ...['-D', primaryDir, '-U', USER, '-A', 'trust', '--no-sync'],
    ...locale,
  );
  // A standby is the copy of a cluster that has never run, and streams everything since.
  await run('cp', '-a', primaryDir, standbyDir);
  await writeFile(join(standbyDir, 'standby.signal'), '');
  const program = join(binaries, 'bin/postgres');
  const primary = await nodeOf({ program, account, folder: primaryDir, settings: SETTINGS });
  await primary.start();
  const admin = postgres(primary.url.replace(/\/\w+$/, '/postgres'), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(DATABASE)}`;
  await admin.end();
  const { port } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=${USER}`;
  const standby = await nodeOf({
    program,
    account,
    folder: standbyDir,
    settings: { ...SETTINGS, primary_conninfo: source },
  });
  await standby.start();
  return {
    primary,
    standby,
    async close() {
      await Promise.all([standby.kill(), primary.kill()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Plan {
  program: string;
  account: Account | undefined;
  folder: string;
  settings: Record<string, string>;
}

async function nodeOf({ program, account, folder, settings }: Plan): Promise<Node> {
  const port = await findFreePort();
  const url = `postgres://${USER}@127.0.0.1:${port}/${DATABASE}`;
  const sql = postgres(url, { max: 2, onnotice: () => {}, backoff: () => 0.1 });
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  let child: ChildProcess | null = null;
  return {
    url,
    sql,
    async start() {
      child = spawn(program, ['-D', folder, ...options], {
        cwd: folder,
        stdio: 'ignore',
        env: POSTGRES_ENV,
        ...idsOf(account),
      });
      await untilAccepting(url);
    },
    /** As a crash does: its processes end at once, and connections break. */
    async kill() {
      await sql.end({ timeout: 0 }).catch(() => {});
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGQUIT');
      await exited;
    },
  };
}

async function untilAccepting(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const sql = postgres(url.replace(/\/\w+$/, '/postgres'), { max: 1, connect_timeout: 2 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    } finally {
      await sql.end({ timeout: 0 });
    }
  }
}
