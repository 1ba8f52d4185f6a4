import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ROOT } from './process.mjs';

/**
 * One fact of each kind: in how many files it may be spelled, and in how many it should be. `beside` are files that use the word for
 * something of their own. A kept total counts in `bench/` and `scripts/`, too.
 */
export const FACTS = [
  {
    kind: 'read-only field of an order',
    name: 'buyer_stock',
    most: 3,
    aim: 3,
    beside: /\/(recalls|receipts)\//,
  },
  {
    kind: 'writable field of an order',
    name: 'po_number',
    most: 7,
    aim: 5,
    beside: /\/(carts?|drafts|documents)\//,
  },
  { kind: 'field of an order', name: 'seller_notes', most: 9, aim: 5 },
  { kind: 'setting', name: 'backorder_days', most: 2, aim: 4 },
  { kind: 'kept total', name: 'purchase_years', most: 3, aim: 3, folders: ['bench', 'scripts'] },
  { kind: 'event', name: 'backorder.opened', most: 4, aim: 5 },
  { kind: 'status', name: 'preparing', most: 6, aim: 8, isWord: true },
];

const FOLDERS = ['server', 'components', 'app'];
const NOT_OURS = /\/(migrations|demo)\//;
/** Names the facts that it follows. */
const OWN = 'scripts/places.mjs';

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !NOT_OURS.test(path) && path !== OWN);

/** The tokens of a source without its comments. */
function tokensOf(path, text) {
  if (path.endsWith('.css')) return text.replace(/\/\*[\s\S]*?\*\//g, '').split(/[^\w.-]+/);
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const tokens = [];
  const visit = (node) => {
    if (node.kind < ts.SyntaxKind.FirstNode || ts.isJsxText(node))
      tokens.push(node.text ?? node.escapedText ?? '');
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return tokens;
}

/** The spellings of a name: snake_case, camelCase and CONSTANT_CASE, an event also with its dot. */
function spellingsOf(name) {
  const snake = name.replaceAll('.', '_');
  const camel = snake.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return [...new Set([name, snake, camel, snake.toUpperCase()])];
}

/** The places of each fact: handwritten files whose code, comments aside, spells it. A status in a sentence doesn't count. */
export function placesOf(facts = FACTS) {
  const folders = new Set([...FOLDERS, ...facts.flatMap(({ folders = [] }) => folders)]);
  const read = [...folders]
    .flatMap(filesIn)
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  return facts.map((fact) => {
    const allowed = [...FOLDERS, ...(fact.folders ?? [])];
    const spellings = spellingsOf(fact.name);
    const word = new RegExp(`(?<!\\w)(${spellings.map((s) => s.replaceAll('.', '\\.')).join('|')})(?!\\w)`);
    const spells = (token) => (fact.isWord ? spellings.includes(token) : word.test(token));
    const places = read
      .filter(({ path }) => allowed.includes(path.split('/')[0]) && !fact.beside?.test(path))
      .filter(({ text }) => word.test(text))
      .filter(({ path, text }) => tokensOf(path, text).some(spells))
      .map(({ path }) => path);
    return { ...fact, places };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { kind, name, most, aim, places } of placesOf()) {
    const lines = [`${name} (${kind}): ${places.length} places, at most ${most}, aim ${aim}`, ...places];
    process.stdout.write(`${lines.join('\n  ')}\n`);
    if (places.length > most) process.exitCode = 1;
  }
}
