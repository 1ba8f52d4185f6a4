import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['app', 'components', 'server'];
const isWritten = (name: string) => /\.(?:tsx?|css)$/.test(name) && !name.includes('/migrations/');

/** Files of the product without their comments. */
const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(isWritten)
    .map((name) => {
      const source = readFileSync(join(ROOT, folder, name), 'utf8');
      return { path: `${folder}/${name}`, code: source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '') };
    }),
);

/** Names, labels and colors of a status are tables; code that asks for several takes a set of `order-statuses.ts`. */
test('a status of an order is spelled in at most eight files', () => {
  const spelling = SOURCES.filter(({ code }) => /\bpreparing\b/.test(code)).map(({ path }) => path);
  expect(spelling).toContain('server/kernel/order-statuses.ts');
  expect(spelling.length, spelling.join('\n')).toBeLessThanOrEqual(8);
});
