import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'server/platform/db/migrations';

/** The compiled server with one more migration. */
export interface NextVersion {
  spawn(env: Record<string, string>): ChildProcess;
  /** Runs a command. @returns its exit code and what it printed */
  cli(env: Record<string, string>, ...args: string[]): Promise<{ code: number; out: string }>;
  remove(): Promise<void>;
}

/** Makes a version after this one, in a folder of its own, which differs by a migration. */
export async function nextVersion(migration: string): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-next-'));
  await mkdir(join(folder, 'server/platform/db'), { recursive: true });
  for (const part of ['dist', MIGRATIONS, 'package.json']) {
    await cp(join(ROOT, part), join(folder, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, MIGRATIONS, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  const added = { ...last, idx: (last?.idx ?? 0) + 1, when: (last?.when ?? 0) + 1, tag: '9999_next_version' };
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, added] }));
  await writeFile(join(folder, MIGRATIONS, '9999_next_version.sql'), migration);
  const options = (env: Record<string, string>) => ({
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test' as const, ...env },
  });
  return {
    spawn: (env) =>
      spawn(process.execPath, [join(folder, 'dist/main.js')], {
        ...options(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    cli: (env, ...args) =>
      new Promise((done) => {
        execFile(
          process.execPath,
          [join(folder, 'dist/cli.js'), ...args],
          options(env),
          (error, stdout, stderr) => {
            done({ code: error ? Number(error.code) : 0, out: `${stdout}${stderr}` });
          },
        );
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
