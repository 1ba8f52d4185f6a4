import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, test } from 'vitest';

const ORDERS = 'server/features/orders';
const MOST_ROOMS = 25;
const MOST_LINES = 250;
const MOST_BRANCHES = 15;

const filesOf = (folder: string, recursive = true) =>
  readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ path: join(folder, file), text: readFileSync(join(folder, file), 'utf8') }));

const files = filesOf(ORDERS);

/** The functions of a source that branch more often than `most`, as ESLint's rule `complexity` counts. */
function complex(text: string, name: string, most = MOST_BRANCHES): string[] {
  const found = new Linter().verify(
    text,
    [
      {
        files: ['**/*.ts', '**/*.tsx'],
        languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        rules: { complexity: ['error', most] },
      },
    ],
    { filename: name },
  );
  return found.map(({ line, message }) => `${name}:${line} ${message}`);
}

/** The folders and loose files of a feature. */
const roomsOf = (feature: string) =>
  new Set(
    readdirSync(`server/features/${feature}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => file.split('/')[0]),
  );

test.each(['orders', 'inventory', 'imports', 'pos', 'auth'])(
  `%s has at most ${MOST_ROOMS} rooms`,
  (feature) => {
    expect(roomsOf(feature).size).toBeLessThanOrEqual(MOST_ROOMS);
  },
);

describe('the orders wing', () => {
  test(`has no file of more than ${MOST_LINES} lines`, () => {
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > MOST_LINES);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test(`has no function of more than ${MOST_BRANCHES} branches`, () => {
    expect(files.length).toBeGreaterThan(150);
    expect(files.flatMap(({ path, text }) => complex(text, path))).toEqual([]);
  });
});

describe('the pages of orders', () => {
  const pages = filesOf('components/orders', false);

  test(`have no function of more than ${MOST_BRANCHES} branches`, () => {
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.flatMap(({ path, text }) => complex(text, path))).toEqual([]);
  });

  test(`draw an order in fewer than ${MOST_BRANCHES}`, () => {
    const page = pages.filter(({ path }) => /\/(detail-page|use-order|order-[a-z]+)\.tsx?$/.test(path));
    expect(page.map(({ path }) => path)).toContain(join('components/orders', 'detail-page.tsx'));
    expect(page.flatMap(({ path, text }) => complex(text, path, MOST_BRANCHES - 1))).toEqual([]);
  });
});

test('counts branches', () => {
  const branches = 'if (x) y(); '.repeat(MOST_BRANCHES);
  expect(complex(`function f(x: number) { ${branches} }`, 'planted.ts')).toHaveLength(1);
  expect(complex(`function f(x: number) { ${branches.slice(12)} }`, 'planted.ts')).toEqual([]);
});
