import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { helpOf } from '../../../components/home/guide/help-of';
import { GUIDE } from '../../../components/home/guide/pages';
import { ROUTES } from '../../e2e/routes';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'docs/guide');
const textOf = (page: string) => readFileSync(join(FOLDER, `${page}.md`), 'utf8');
const PUBLIC =
  /^\/(?:welcome|developers|help|sign-|claim\/|invite|quote\/|setup|forgot|reset|unsubscribe|\[)/;

test('has a file for each page, and no other', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  expect(files.map((name) => name.replace('.md', '')).sort()).toEqual([...GUIDE].sort());
});

test('helps with each page of the dashboard', () => {
  const helpless = ROUTES.filter((route) => !PUBLIC.test(route) && helpOf(route) === null);
  expect(helpless).toEqual([]);
  for (const path of ['/welcome', '/developers/orders_create', '/help/start'])
    expect(helpOf(path)).toBeNull();
});

test.each(GUIDE)('%s has a title and a picture of at most 60 KB', (page) => {
  const text = textOf(page);
  expect(text).toMatch(/^# .+\n/);
  const pictures = [...text.matchAll(/!\[.+\]\((pictures\/[\w-]+\.webp)\)/g)].map(([, path = '']) =>
    join(FOLDER, path),
  );
  expect(pictures.length).toBeGreaterThan(0);
  for (const path of pictures) expect(statSync(path).size, path).toBeLessThanOrEqual(60 * 1024);
});

const sourcesIn = (folder: string, name = /\.tsx?$/) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** What the dashboard's sources say, with any white space as one space; fields and conditions are named in schemas. */
const DASHBOARD = [
  ...['components', 'app', 'server/kernel'].flatMap((folder) => sourcesIn(folder)),
  ...sourcesIn('server/features', /\.schema\.ts$/),
]
  .join('\n')
  .replaceAll(/\s+/g, ' ');

test.each(GUIDE)('%s names no page, field or button that the dashboard doesn’t have', (page) => {
  const named = [...textOf(page).matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, name = '']) => name.replaceAll(/\s+/g, ' '))
    // What ends as a sentence or with a colon leads into its paragraph.
    .filter((name) => !/[.:]$/.test(name))
    .flatMap((name) => name.split(/ → |: /));
  expect(named.filter((name) => !DASHBOARD.includes(name))).toEqual([]);
});
