import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['server', 'app', 'components', 'tests', 'scripts', 'bench'];
const AT_MOST = 400;
/** Written by a program, or by another project. */
const GENERATED = /^server\/platform\/db\/migrations\//;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
).filter((name) => /\.(tsx?|mjs|css)$/.test(name) && !GENERATED.test(name));

test('no file of ours is longer than 400 lines', () => {
  expect(files.length).toBeGreaterThan(2000);
  const linesOf = (name: string) => readFileSync(join(ROOT, name), 'utf8').split('\n').length - 1;
  const long = files.filter((name) => linesOf(name) > AT_MOST);
  expect(long).toEqual([]);
});
