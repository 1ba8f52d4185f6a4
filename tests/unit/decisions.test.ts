import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/transport/rest/openapi';
import { proseOf, textsIn } from '../setup/texts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Rules of the product, and reasons of the code: two shelves that share their numbers. */
const SHELVES = ['docs/rules', 'docs/engineering'];
const PATHS = SHELVES.flatMap((shelf) =>
  readdirSync(join(ROOT, shelf))
    .filter((name) => /^\d/.test(name))
    .map((name) => `${shelf}/${name}`),
);
const DECISIONS = PATHS.map((path) => basename(path));
/** `27` and `42a` of `0027-stock-lifecycle.md` and `0042a-transfers.md`. */
const NUMBERS = new Set(DECISIONS.map((name) => numberOf(name)));

const TEXT = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.css', '.sql', '.md', '.yml', '.json']);
const FOLDERS = ['app', 'bench', 'changes', 'components', 'docs', 'scripts', 'server', 'simulator', 'tests'];
const PAGES = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md'];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function numberOf(name: string): string {
  return name.split('-')[0]?.replace(/^0+/, '') ?? '';
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => TEXT.has(extname(name)) && !name.includes('node_modules') && !name.includes('meta/'))
    .map((name) => `${folder}/${name}`);
}

/** A break in the middle of a reference, also of one in a comment. */
const GAP = String.raw`(?:\s|\*|//)+`;
const REFERENCE = new RegExp(
  String.raw`\bdecisions?${GAP}(\d+[a-z]?\b(?:(?:,|${GAP}(?:and|or|to))${GAP}\d+[a-z]?\b)*)`,
  'gi',
);

/** The numbers that a text cites; a range counts with everything in between. */
function citedIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, list = '']) => {
    const numbers = list.match(/\d+[a-z]?/g) ?? [];
    const [from, to] = numbers.map((number) => Number.parseInt(number, 10));
    if (from === undefined || to === undefined || !/\bto\b/.test(list)) return numbers;
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  });
}

const unresolvedIn = (text: string) => citedIn(text).filter((number) => !NUMBERS.has(number));

/** References in string literals, templates and JSX text: what a program may show to a person, unlike its comments. */
function shownIn(path: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isJsxText(node)) found.push(node.text);
    if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  if (citedIn(source).length > 0) visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return found.filter((text) => citedIn(text).length > 0);
}

/** A letter and a number, as tables of other documents name their rows; paper, headings, storage and an engine have such names, too. */
const OUTSIDE = /(?<![\w%#./-])(?!(?:A4|H[1-6]|S3|V8)\b)[A-Z]\d{1,2}[a-z]?(?![\w/-]|\.\d)/g;

/** What comments, test names and pages cite that no file of the repository explains. Code and quotations aside. */
function outsideIn(path: string, source: string): string[] {
  const isCode = /\.(?:tsx?|mjs|cjs)$/.test(path);
  if (isCode && source.search(OUTSIDE) < 0) return [];
  const prose = isCode
    ? textsIn(path, source).filter(({ kind }) => kind !== 'shown')
    : [{ text: proseOf(source) }];
  return prose.flatMap(({ text }) => text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, '').match(OUTSIDE) ?? []);
}

/** Relative links of a Markdown file that lead nowhere. */
function brokenLinksIn(path: string): string[] {
  return [...read(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(ROOT, dirname(path), target)));
}

const all = [...FOLDERS.flatMap(filesIn), ...PAGES];

describe('references to decisions', () => {
  test.each([
    ['one', 'decision', ' 9999', ['9999']],
    ['the second of a list', 'decisions', ' 11, 9999 and 12', ['9999']],
    ['the end of a range', 'decisions', ' 155 to 9999', ['9999']],
    ['one broken over two lines of a comment', '(decision', '\n * 9999)', ['9999']],
    ['one with a letter', 'Decision', ' 42z', ['42z']],
  ])('finds an unresolved reference: %s', (_, word, rest, expected) => {
    expect(unresolvedIn(word + rest)).toEqual(expect.arrayContaining(expected));
  });

  test('resolve to a file in code, tests and docs', () => {
    const found = all.flatMap((path) => unresolvedIn(read(path)).map((number) => `${path}: ${number}`));
    expect(found).toEqual([]);
    expect(all.flatMap((path) => citedIn(read(path))).length).toBeGreaterThan(150);
  });

  test('never appear in the OpenAPI document', () => {
    expect(citedIn(JSON.stringify(openApiDocument()))).toEqual([]);
  });

  test.each([
    ['a string', `throw new Error('Not allowed (${'decision'} 27).');`, 1],
    ['a template', `const text = \`\${name} (${'decision'} 27)\`;`, 1],
    ['the text of a page', `const page = <p>See ${'decision'} 27</p>;`, 1],
    ['a comment', `/** Reserved (${'decision'} 27). */ const text = 'Reserved';`, 0],
  ])('are distinguished by where they are shown: %s', (_, source, count) => {
    expect(shownIn('page.tsx', source)).toHaveLength(count);
  });

  test('never appear in error messages, mails and pages', () => {
    const sources = ['app', 'components', 'server'].flatMap(filesIn).filter((path) => /\.tsx?$/.test(path));
    expect(sources.flatMap((path) => shownIn(path, read(path)).map((text) => `${path}: ${text}`))).toEqual(
      [],
    );
  });
});

describe('rows of tables that are not in the repository', () => {
  test.each([
    ['a comment', 'a.ts', `/** Reserved (${'T'}31). */ const a = 1;`, ['T31']],
    ['a test name', 'a.ts', `test('${'O'}10b: is reserved', () => {});`, ['O10b']],
    ['a page', 'a.md', `As ${'K'}50 says, and ${'G'}7.`, ['K50', 'G7']],
    ['a value', 'a.ts', `const tag = '${'T'}31'; // the code "${'T'}31"`, []],
    ['a name of the field', 'a.md', 'V8 reads S3, prints A4 and C10-0000981-LIC.', []],
  ])('of %s: only what is cited is found', (_, path, source, expected) => {
    expect(outsideIn(path, source)).toEqual(expected);
  });

  test('are cited by no comment, test name or page', () => {
    const written = all.filter((path) => /\.(?:tsx?|mjs|cjs|md)$/.test(path));
    const found = written.flatMap((path) => outsideIn(path, read(path)).map((row) => `${path}: ${row}`));
    expect(found).toEqual([]);
  });
});

describe('the shelves of decisions', () => {
  test.each(SHELVES)('%s lists each of its files once, by its title', (shelf) => {
    const index = read(`${shelf}/README.md`);
    const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, name]) => `${name} ${title}`);
    const present = PATHS.filter((path) => dirname(path) === shelf).map(
      (path) => `${basename(path)} ${/^# (.+)\n/.exec(read(path))?.[1]}`,
    );
    expect(listed.toSorted()).toEqual(present.toSorted());
  });

  test('give each number to one file, which begins with it, its date and its state', () => {
    expect(NUMBERS.size).toBe(DECISIONS.length);
    const wrong = PATHS.filter((path) => {
      const [title, , since] = read(path).split('\n');
      const isTitled = title?.startsWith(`# ${numberOf(basename(path))}. `);
      return !isTitled || !/^\*Since \d{4}-\d\d-\d\d · (?:current|replaced by \d+)\*$/.test(since ?? '');
    });
    expect(wrong).toEqual([]);
  });

  test('say of each what was decided, and what was rejected', () => {
    const says = (text: string) => /^\*\*Decision\.\*\*/m.test(text) && /^\*\*Rejected\.\*\* /m.test(text);
    expect(PATHS.filter((path) => !says(read(path)))).toEqual([]);
  });

  test('are each cited by code, a test or a page for contributors', () => {
    const citing = all.filter((path) => !SHELVES.includes(dirname(path)));
    const cited = new Set(citing.flatMap((path) => citedIn(read(path))));
    expect([...NUMBERS].filter((number) => !cited.has(number))).toEqual([]);
  });

  test('leave a line with the successor of each number that has no file any more', () => {
    const moved = SHELVES.flatMap((shelf) => read(`${shelf}/README.md`).match(/^- \d+[a-z]?\. .+$/gm) ?? []);
    const numberIn = (line: string) => /\d+[a-z]?/.exec(line)?.[0] ?? '';
    expect(moved.filter((line) => NUMBERS.has(numberIn(line)) || !/\]\(\S+\.md\)$/.test(line))).toEqual([]);
    expect(new Set(moved.map(numberIn)).size).toBe(moved.length);
    expect(moved.length).toBeGreaterThan(30);
  });

  test('name only files of the repository, and so do the pages for contributors', () => {
    const pages = [...PATHS, 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
    const found = pages.flatMap((page) =>
      [...read(page).matchAll(/`([\w-]+\/[\w./[\]()-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => FOLDERS.includes(path.split('/')[0] ?? '') && !existsSync(join(ROOT, path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(found).toEqual([]);
  });

  test('every link of the docs leads to a file', () => {
    const pages = [...['changes', 'docs'].flatMap(filesIn).filter((path) => path.endsWith('.md')), ...PAGES];
    expect(pages.flatMap((path) => brokenLinksIn(path).map((target) => `${path}: ${target}`))).toEqual([]);
  });
});
