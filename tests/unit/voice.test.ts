import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/transport/rest/openapi';
import { proseOf, type Text, textsIn } from '../setup/texts';

/** British spellings, and names that have one form here. */
const SPELLING = [
  /\bcatalogue/i,
  /\blicence/i,
  /\bcancell(?!ation)/i,
  /\bgrey\b/i,
  /\baluminium\b/i,
  /\be-mail/i,
  /\b(?:behavi|col|fav|hon|lab|neighb)our/i,
  /\b(?:author|categor|final|initial|item|maxim|minim|normal|optim|organ|priorit|recogn|serial|summar|synchron)is(?:e|ing|ation)/i,
  /\b(?:label|model|signal|travel)l(?:ed|ing)\b/i,
  /\b(?:amongst|centre|cheque|enrolment|fulfil|judgement|programme|whilst)\b/i,
];

/** Phrases that read as if translated, and formal ones where the field has a word of its own. */
const PHRASES = [
  /\banew\b/i,
  /\bagain from the start\b/i,
  /\b(?:am|are|be|been|is|was|were) told\b/i,
  /\btold of\b/i,
  /\bstands? (?:here|in|there)\b/i,
  /\b(?:nobody|somebody|whoever)\b/i,
  /(?<!there )\bis none\b/i,
  /\bnames? nothing\b/i,
  /\bis no id\b/i,
  /\banswer(?:s|ed|ing)?\b/i,
  /(?<!connections? (?:are |is |was )?)\brefus(?:al|als|e|ed|es|ing)\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bin force\b/i,
  /\bat present\b/i,
  /\bby now\b/i,
  /\b(?:take|takes|taken|taking|took) (?:over|up again)\b/i,
  /\ba (?:full )?hand of\b/i,
  /\bone after (?:another|the other)\b/i,
  /\bone[’']s own\b/i,
  /\bpoints? of sale\b/i,
  /\bas it is(?! \w)/i,
  /\ball (?:that )?there is\b/i,
  /\bin the meantime\b/i,
  /\bnothing to say\b/i,
  /\bin a circle\b/i,
];

/** Phrases that no reader of a page, a mail, an error or the document should meet; comments may use them. */
const SHOWN = [
  /\bas (?:it|they) (?:is|are|was|were)\b/i,
  /\bin any case\b/i,
  /\bas far as (?:it|they|you) (?:is|are|may|can)\b/i,
  /\bonce more\b/i,
  /\blast valid day\b/i,
  /\bone step up and one step down\b/i,
  /\bon hold for everyone\b/i,
  /\bgive each program\b/i,
  /\bcan read it\b/i,
  // What pages said before their words were the field's.
  /\bEdit ids\b/,
  /\bsigned out after 336 hours\b/i,
  /\bgoods with offers only\b/i,
  /\bclaims? of a customer to decide\b/i,
  /\bno own price\b/i,
  /\bTime in (?:[A-Z][a-z]+\/|$)/,
  /\bMail weekly\b/,
  /\bWhy so many\b/i,
  /(?<!\w\.)\bSettled\b/,
  /\bYou respond once\b/i,
  /^window$/i,
  /\blow below\b/i,
  /\b(?:adjusted|counted) in$/i,
  /\bheader, for example\b/i,
  /\bno figures yet\b/i,
  /\bwaiting for you\b/i,
  /\bexpired, or within\b/i,
  /\bnone in your inventory\b/i,
  /\bsync with the POS\b/i,
  /\byour stock by location and room\b/i,
];

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const SOURCES = new Set(['.cjs', '.mjs', '.ts', '.tsx']);

function filesIn(folder: string, extensions: Set<string>): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => extensions.has(extname(name)) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);
}

const SQL = /^[\s(]*(?:select|insert|update|delete|with|case when)\s/;

/** One pattern of all: few texts have any of them, and need a look at each. */
const anyOf = (patterns: readonly RegExp[]) => ({
  patterns,
  any: new RegExp(patterns.map(({ source }) => source).join('|'), 'i'),
});
const WRITTEN = anyOf([...SPELLING, ...PHRASES]);
const READ = anyOf([...SPELLING, ...PHRASES, ...SHOWN]);

/** A text or comment in one line. */
const joinedLines = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');

/** Finds the forbidden words of a text; code in backticks, SQL and paths may use published names. */
function foundIn(text: string, { patterns, any } = WRITTEN): string[] {
  if (SQL.test(text)) return [];
  const lines = joinedLines(text.replace(/`[^`]*`/g, '0'));
  const flat = lines.replace(/\S*\w[/=]\S*/g, '0');
  return any.test(flat) ? patterns.flatMap((pattern) => pattern.exec(flat)?.[0] ?? []) : [];
}

/** Begins and ends of a text aside, for a file as a whole: most have no such words anywhere, and need no parser. */
const ANYWHERE = new RegExp(READ.patterns.map(({ source }) => source.replace(/^\^|\$$/g, '')).join('|'), 'i');

const known = new Map<string, Text[]>();
function textsOf(path: string): Text[] {
  const kept = known.get(path);
  if (kept) return kept;
  const source = read(path);
  const texts = ANYWHERE.test(joinedLines(source)) ? textsIn(path, source) : [];
  known.set(path, texts);
  return texts;
}

function foundInSource(path: string, kinds: Array<Text['kind']>): string[] {
  return textsOf(path)
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ line, text, kind }) =>
      (kind === 'shown' ? shownIn(text) : foundIn(text)).map((words) => `${path}:${line}: ${words}`),
    );
}

const shownIn = (text: string) => foundIn(text, READ);

/** Every string of a document below its paths, components and webhooks. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

describe('the voice', () => {
  test.each([
    ['a British spelling', 'Your catalogue', ['catalogue']],
    [
      'a translated phrase',
      'This is gone: somebody removed it in the meantime.',
      ['somebody', 'in the meantime'],
    ],
    [
      'a phrase broken over two lines of a comment',
      '/** Polls after a full\n * hand of events. */',
      ['a full hand of'],
    ],
    ['a rejected connection', 'connection refused', []],
    ['fine words', 'Your business has a POS.', []],
    ['a published value in backticks', 'Moves an order to `cancelled`.', []],
  ])('finds %s', (_, text, expected) => {
    expect(foundIn(text)).toEqual(expected);
  });

  test.each([
    ['The order as it is after the change', ['as it is']],
    ['Show the rows as they are', ['as they are']],
    ['Last valid day', ['Last valid day']],
    ['Without it, the request counts in any case.', ['in any case']],
    ['Added by count', []],
  ])('finds in a text that people read: %s', (text, expected) => {
    expect(shownIn(text)).toEqual(expected);
  });

  test.each([
    ['text of a page', 'const page = <p>Your catalogue</p>;', 'shown'],
    ['a label', `const label = "Catalogue";`, 'shown'],
    ['a template', `const text = \`\${count} refused lines\`;`, 'shown'],
    ['a comment', '/** Answers. */ const value = 1;', 'comment'],
    ['a test name', `test.each([1])('%s is refused', () => {});`, 'test name'],
  ])('reads %s', (_, source, kind) => {
    const texts = textsIn('page.tsx', source);
    expect(texts.filter((text) => foundIn(text.text).length > 0).map((text) => text.kind)).toEqual([kind]);
  });

  test('skips values, paths and imports', () => {
    const source = `import { x } from './catalogue one'; const status = 'cancelled'; get('/market/catalogue');`;
    expect(textsIn('page.ts', source)).toEqual([]);
  });

  test('is kept by pages, error messages and mails', () => {
    const paths = ['app', 'components', 'server'].flatMap((folder) => filesIn(folder, SOURCES));
    expect(paths.length).toBeGreaterThan(300);
    // Names of columns.
    const shown = paths.filter((path) => path !== 'server/features/tenants/data/tables.ts');
    expect(shown.flatMap((path) => foundInSource(path, ['shown']))).toEqual([]);
  });

  test('is kept by the OpenAPI document', () => {
    const strings = stringsOf(openApiDocument()).filter((text) => /\s/.test(text));
    expect(strings.length).toBeGreaterThan(1_000);
    expect(strings.flatMap((text) => shownIn(text).map((words) => `${words}: ${text}`))).toEqual([]);
  });

  test('is kept by comments, test names and commands', () => {
    const folders = ['app', 'bench', 'components', 'scripts', 'server', 'simulator', 'tests'];
    const paths = folders.flatMap((folder) => filesIn(folder, SOURCES));
    const kindsOf = (path: string): Array<Text['kind']> =>
      /^(?:bench|scripts|simulator)/.test(path) ? ['comment', 'shown'] : ['comment', 'test name'];
    const own = 'tests/unit/voice.test.ts';
    const found = paths.filter((path) => path !== own).flatMap((path) => foundInSource(path, kindsOf(path)));
    expect(found).toEqual([]);
  });

  test('is kept by the docs', () => {
    const pages = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md'];
    const docs = [...['changes', 'docs'].flatMap((folder) => filesIn(folder, new Set(['.md']))), ...pages];
    const found = docs.flatMap((path) => foundIn(proseOf(read(path))).map((words) => `${path}: ${words}`));
    expect(found).toEqual([]);
  });
});
