import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ClusterHome, findHome } from '../../server/platform/embedded-postgres/cluster';
import { findPostmaster } from '../../server/platform/embedded-postgres/postmaster';
import { findClusterProcesses } from '../../server/platform/embedded-postgres/processes';
import { findRunningDatabase } from '../../server/platform/embedded-postgres/start';
import { IS_FULL } from '../setup/full';

const ROOT = resolve(import.meta.dirname, '../..');
const LIMIT_MS = 60_000;
const KILLS = IS_FULL ? 5 : 2;
const isRoot = process.getuid?.() === 0;

interface Message {
  url?: string;
  error?: string;
  message?: string;
  restarted?: boolean;
  stopped?: boolean;
  log?: string;
}

class Program {
  readonly messages: Message[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(readonly child: ChildProcess) {
    if (child.stdout) {
      createInterface(child.stdout).on('line', (line) => {
        this.messages.push(JSON.parse(line) as Message);
        for (const wake of this.waiting) wake();
      });
    }
  }

  /** The first message from the given one on that the condition holds for. */
  async said(condition: (message: Message) => boolean, from = 0): Promise<Message> {
    for (;;) {
      const found = this.messages.slice(from).find(condition);
      if (found) return found;
      await new Promise<void>((wake) => this.waiting.add(wake));
    }
  }

  /** The address, or the error that it ended with. */
  outcome(): Promise<Message> {
    return this.said((message) => message.url !== undefined || message.error !== undefined);
  }

  async url(): Promise<string> {
    const { url, message } = await this.outcome();
    if (!url) throw new Error(message);
    return url;
  }

  async stop(): Promise<void> {
    this.child.stdin?.write('stop\n');
    await this.said((message) => message.stopped === true);
  }

  async killHard(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise((settle) => this.child.once('exit', settle));
    this.child.kill('SIGKILL');
    await exited;
  }
}

/** The program as one file: to compile it at each of its thirty starts takes a second each. Below the packages it imports. */
const PROGRAM = join(ROOT, `dist/embedded-program-${process.pid}.mjs`);
beforeAll(async () => {
  await build({
    entryPoints: [join(ROOT, 'tests/setup/embedded-program.ts')],
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
});
afterAll(() => rm(PROGRAM, { force: true }));

/** A data folder whose database was made and stopped, which others are copied from: to make one takes two seconds. */
let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'embedded-made-'));
  await chmod(made, 0o755);
  const program = run(made);
  await program.url();
  await program.stop();
  programs.length = 0;
});
afterAll(() => rm(made, { recursive: true, force: true, maxRetries: 5 }));

async function madeFolder(): Promise<string> {
  const folder = await dataFolder();
  execFileSync('cp', ['-a', `${made}/.`, folder]);
  return folder;
}

const programs: Program[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const program of programs.splice(0)) await program.killHard();
  for (const folder of folders.splice(0)) {
    const home = await findHome(folder);
    if (home) {
      for (const pid of await processesOf(home)) process.kill(pid, 'SIGKILL');
      await rm(home.folder, { recursive: true, force: true, maxRetries: 5 });
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

function run(folder: string, user: { uid?: number; gid?: number } = {}): Program {
  const child = spawn(process.execPath, [PROGRAM, folder], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...user,
  });
  const program = new Program(child);
  programs.push(program);
  return program;
}

async function dataFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, mode);
  folders.push(folder);
  return folder;
}

async function homeOf(folder: string): Promise<ClusterHome> {
  const home = await findHome(folder);
  if (!home) throw new Error(`no cluster in ${folder}`);
  return home;
}

function processesOf(home: ClusterHome): Promise<number[]> {
  return findClusterProcesses(home.clusterDir, home.clusterName);
}

async function postmasterPid(folder: string): Promise<number> {
  const postmaster = await findPostmaster(await homeOf(folder));
  if (!postmaster) throw new Error('PostgreSQL does not run');
  return postmaster.pid;
}

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

test('creates a UTF-8 cluster with the C.UTF-8 provider on loopback, which needs the password', {
  timeout: LIMIT_MS,
}, async () => {
  const folder = await dataFolder();
  const url = await run(folder).url();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  await query(url, async (sql) => {
    const [database] = await sql`
      select current_database() as name, datlocprovider as provider, datlocale as locale,
        pg_encoding_to_char(encoding) as encoding
      from pg_database where datname = current_database()`;
    expect(database).toEqual({ name: 'tallyleaf', provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' });
    const text = 'Café Ω 大麻 🌿';
    const [row] =
      await sql`select ${text}::text as text, upper('é') as upper, char_length(${text}) as length`;
    expect(row).toEqual({ text, upper: 'É', length: [...text].length });
    const [{ listen, sockets, fsync } = {}] = await sql`
      select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
        current_setting('unix_socket_directories') as sockets`;
    expect({ listen, sockets, fsync }).toEqual({ listen: '127.0.0.1', sockets: '', fsync: 'on' });
  });
  expect((await stat(join((await homeOf(folder)).clusterDir, 'tallyleaf.password'))).mode & 0o777).toBe(
    0o600,
  );
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
  const beside = `import { findRunningDatabase } from './server/platform/embedded-postgres/start';
    process.stdout.write(String(await findRunningDatabase(process.argv[1])));`;
  const options = { cwd: ROOT, encoding: 'utf8', timeout: 20_000 } as const;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', beside, folder];
  expect(execFileSync(process.execPath, args, options)).toBe(url);
});

test('stop leaves no process, and the next start has the data', { timeout: LIMIT_MS }, async () => {
  const folder = await madeFolder();
  const first = run(folder);
  await query(await first.url(), (sql) => sql`create table kept as select 42 as value`);
  await first.stop();
  expect(await processesOf(await homeOf(folder))).toEqual([]);
  expect(await findRunningDatabase(folder)).toBeUndefined();
  const url = await run(folder).url();
  expect(await query(url, (sql) => sql`select value from kept`)).toMatchObject([{ value: 42 }]);
});

test(`PostgreSQL killed ${KILLS} times with busy backends: back on the same address within 10 s`, {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const folder = await madeFolder();
  const program = run(folder);
  const url = await program.url();
  await query(url, (sql) => sql`create table kept (value int)`);
  for (let round = 1; round <= KILLS; round++) {
    const busy = postgres(url, { max: 4, onnotice: () => undefined });
    const work = Array.from({ length: 4 }, () =>
      busy`select count(*) from generate_series(1, 2000000000)`.catch(() => undefined),
    );
    await delay(300);
    const from = program.messages.length;
    const killedAt = Date.now();
    process.kill(await postmasterPid(folder), 'SIGKILL');
    await program.said((message) => message.restarted === true, from);
    await query(url, (sql) => sql`insert into kept values (${round})`);
    expect(Date.now() - killedAt).toBeLessThan(10_000);
    await busy.end({ timeout: 0 });
    await Promise.all(work);
  }
  expect(await query(url, (sql) => sql`select value from kept`)).toHaveLength(KILLS);
});

test('PostgreSQL told to end while a pool holds connections: back on the same address', {
  timeout: LIMIT_MS,
}, async () => {
  const folder = await madeFolder();
  const program = run(folder);
  const url = await program.url();
  const idle = postgres(url, { max: 1, onnotice: () => undefined });
  await idle`select 1`;
  process.kill(await postmasterPid(folder), 'SIGTERM');
  await program.said((message) => message.restarted === true);
  expect(await query(url, (sql) => sql`select 1 as value`)).toMatchObject([{ value: 1 }]);
  await idle.end({ timeout: 0 });
});

test('process killed: the next start adopts its PostgreSQL, watches over it and stops it', {
  timeout: LIMIT_MS,
}, async () => {
  const folder = await madeFolder();
  const first = run(folder);
  const url = await first.url();
  await query(url, (sql) => sql`create table kept as select 42 as value`);
  const pid = await postmasterPid(folder);
  await first.killHard();
  const second = run(folder);
  expect(await second.url()).toBe(url);
  expect(await postmasterPid(folder)).toBe(pid);
  process.kill(pid, 'SIGKILL');
  await second.said((message) => message.restarted === true);
  expect(await query(url, (sql) => sql`select value from kept`)).toMatchObject([{ value: 42 }]);
  await second.stop();
  expect(await processesOf(await homeOf(folder))).toEqual([]);
});

test('process and postmaster killed, busy backends and a foreign pid left: the next start recovers', {
  timeout: LIMIT_MS,
}, async () => {
  const folder = await madeFolder();
  const first = run(folder);
  const url = await first.url();
  await query(url, (sql) => sql`create table kept as select 42 as value`);
  const busy = postgres(url, { max: 1, onnotice: () => undefined });
  const work = busy`select count(*) from generate_series(1, 2000000000)`.catch(() => undefined);
  await delay(300);
  const pid = await postmasterPid(folder);
  await first.killHard();
  process.kill(pid, 'SIGKILL');
  const { clusterDir } = await homeOf(folder);
  await writeFile(
    join(clusterDir, 'postmaster.pid'),
    `${process.pid}\n${clusterDir}\n1\n5432\n\n\n\nready\n`,
  );
  expect(await query(await run(folder).url(), (sql) => sql`select value from kept`)).toMatchObject([
    { value: 42 },
  ]);
  await busy.end({ timeout: 0 });
  await work;
});

test('held folder: DataFolderHeldError names the folder and the holder', { timeout: LIMIT_MS }, async () => {
  const folder = await madeFolder();
  const first = run(folder);
  const url = await first.url();
  expect(await run(folder).outcome()).toEqual({
    error: 'DataFolderHeldError',
    message: `The data folder ${folder} is held by another process (pid ${first.child.pid}).`,
  });
  expect(await query(url, (sql) => sql`select 1 as value`)).toMatchObject([{ value: 1 }]);
});

test('starts once of eight parallel starts over the lock of a dead process', {
  timeout: LIMIT_MS,
}, async () => {
  const folder = await madeFolder();
  const first = run(folder);
  await first.url();
  await first.killHard();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => run(folder).outcome()));
  expect(outcomes.filter((outcome) => outcome.url)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome.error === 'DataFolderHeldError')).toHaveLength(7);
});

test('lock of a process whose pid is now another process: not held', { timeout: LIMIT_MS }, async () => {
  const folder = await madeFolder();
  const first = run(folder);
  await first.url();
  const lock = join(folder, 'embedded.lock');
  const holder = JSON.parse(execFileSync('cat', [lock], { encoding: 'utf8' })) as object;
  await first.stop();
  await writeFile(lock, JSON.stringify({ ...holder, pid: process.pid }));
  expect((await run(folder).outcome()).error).toBeUndefined();
});

test('start cut off while it made the cluster: the next start makes it', { timeout: LIMIT_MS }, async () => {
  const folder = await dataFolder();
  await mkdir(join(folder, 'postgres/data.new/base'), { recursive: true });
  await writeFile(join(folder, 'postgres/data.new/PG_VERSION'), '18\n');
  expect(await query(await run(folder).url(), (sql) => sql`select 1 as value`)).toMatchObject([{ value: 1 }]);
});

test('as root: PostgreSQL runs as another user; in a folder closed to that user, under /var/lib/tallyleaf', {
  timeout: LIMIT_MS,
}, async (context) => {
  context.skip(!isRoot, 'needs root');
  const folder = await dataFolder(0o700);
  const program = run(folder);
  await program.url();
  const home = await homeOf(folder);
  expect(home.folder).toMatch(/^\/var\/lib\/tallyleaf\/.+-[0-9a-f]{10}$/);
  expect((await stat(`/proc/${await postmasterPid(folder)}`)).uid).not.toBe(0);
  expect(program.messages.map((message) => message.log).join('\n')).toContain(
    `the database is in ${home.folder}`,
  );
});

test('as an ordinary user, whose cluster root then runs as that user', {
  timeout: LIMIT_MS,
}, async (context) => {
  context.skip(!isRoot, 'needs root, to become another user');
  const nobody = { uid: 65534, gid: 65534 };
  const reachable = spawnSync(process.execPath, ['-e', ''], { cwd: ROOT, ...nobody }).status === 0;
  context.skip(!reachable, `an ordinary user cannot reach ${basename(process.execPath)} or the clone`);
  const folder = await dataFolder();
  await chown(folder, nobody.uid, nobody.gid);
  const first = run(folder, nobody);
  await query(await first.url(), (sql) => sql`create table kept as select 42 as value`);
  expect((await stat(`/proc/${await postmasterPid(folder)}`)).uid).toBe(nobody.uid);
  await first.stop();
  const url = await run(folder).url();
  expect(await query(url, (sql) => sql`select value from kept`)).toMatchObject([{ value: 42 }]);
  expect((await stat(`/proc/${await postmasterPid(folder)}`)).uid).toBe(nobody.uid);
});
