import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The server of an earlier release, built from its tag. */
export interface Release {
  folder: string;
  /** Runs a command. @returns its exit code and what it printed */
  cli(env: Record<string, string>, ...args: string[]): Promise<{ code: number; out: string }>;
  remove(): Promise<void>;
}

/** For clones without tags: the commit that cut the changelog of each release. */
const RELEASES: Record<string, { commit: string }> = JSON.parse(
  readFileSync(join(ROOT, 'tests/releases/releases.json'), 'utf8'),
);

/** @throws Error when the clone lacks the tag (`git fetch --tags`) and the commit */
export async function buildRelease(version: string): Promise<Release> {
  const isThere = (name: string) => run('git', ['cat-file', '-e', `${name}^{commit}`], { cwd: ROOT });
  const source = await isThere(version).then(
    () => version,
    () => RELEASES[version]?.commit ?? version,
  );
  const folder = await mkdtemp(join(tmpdir(), `tallyleaf-${version}-`));
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', source, folder], { cwd: ROOT });
  if (!existsSync(join(folder, 'package.json'))) {
    throw new Error(`this clone has no tag ${version}: run git fetch --tags`);
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // As an argument, its path would make it a program that builds the pages, too.
  const builder = JSON.stringify(join(folder, 'scripts/build.mjs'));
  const script = `import(${builder}).then(({ build }) => build({ parts: ['server'] }))`;
  await run(process.execPath, ['-e', script], { cwd: folder });
  return {
    folder,
    cli: (env, ...args) =>
      new Promise((done) => {
        const options = {
          cwd: folder,
          env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test' as const, ...env },
        };
        execFile(process.execPath, [join(folder, 'dist/cli.js'), ...args], options, (error, stdout, stderr) =>
          done({ code: error ? Number(error.code) : 0, out: `${stdout}${stderr}` }),
        );
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
