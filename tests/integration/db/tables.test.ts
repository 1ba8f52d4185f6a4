import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const MIGRATIONS = 'server/platform/db/migrations';
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-tables-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the snapshot of the last migration describes the tables in tables.ts', async () => {
  await cp(join(ROOT, MIGRATIONS), folder, { recursive: true });
  const before = await readdir(folder);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/drizzle-kit/bin.cjs'),
      'generate',
      ...['--dialect', 'postgresql', '--schema', './server/**/tables.ts', '--out', relative(ROOT, folder)],
    ],
    { cwd: ROOT },
  );
  expect(stdout).toContain('No schema changes');
  expect(await readdir(folder)).toEqual(before);
});
