import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FEATURES = join(ROOT, 'server/features');
const text = readFileSync(join(ROOT, 'docs/engineering/threats.md'), 'utf8');
const [, routers = ''] = /\n## Every router\n([\s\S]*?)\n## /.exec(text) ?? [];

test('every router says what of others it touches, once', () => {
  const named = routers
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const existing = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/router.ts'))
    .map((path) => path.slice(0, -'/router.ts'.length));
  expect(named.toSorted()).toEqual(existing.toSorted());
});

test('every test that stops an attack exists', () => {
  const tests = [...new Set([...text.matchAll(/tests\/[\w./-]+\.tsx?/g)].map(([path]) => path))];
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every link leads to a page', () => {
  const pages = [...text.matchAll(/\]\((\.\.[^)#]+)/g)].map(([, page = '']) => page);
  expect(pages.filter((page) => !existsSync(join(ROOT, 'docs/engineering', page)))).toEqual([]);
});
