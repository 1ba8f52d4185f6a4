import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { regexes } from 'zod/v4/core';

const ROOT = resolve(import.meta.dirname, '../..');
/** What runs in production; of the scripts, those that start it. */
const FOLDERS = ['server', 'components', 'app'];
const SCRIPTS = ['start', 'launch', 'cli', 'build', 'ensure-installed', 'patch', 'process'];

/** Of zod, those that our schemas use. */
const OF_ZOD = { email: regexes.email, datetime: regexes.datetime({ offset: true }), base64: regexes.base64 };

/** A regular expression of the code. */
export interface Pattern {
  source: string;
  flags: string;
  /** `file:line` */
  at: string;
}

/** Where the code builds a regular expression from text. */
interface Built {
  file: string;
  line: number;
}

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => `${folder}/${path}`)
    .sort();

/** Every literal of the code, and every place that builds one. */
function find(): { literals: Pattern[]; built: Built[] } {
  const literals: Pattern[] = [];
  const built: Built[] = [];
  for (const file of [...FOLDERS.flatMap(filesOf), ...SCRIPTS.map((name) => `scripts/${name}.mjs`)]) {
    const parsed = ts.createSourceFile(
      file,
      readFileSync(join(ROOT, file), 'utf8'),
      ts.ScriptTarget.Latest,
      false,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
    const visit = (node: ts.Node): void => {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
          at: `${file}:${line}`,
        });
      }
      const isBuilt =
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === 'RegExp';
      if (isBuilt) built.push({ file, line });
      ts.forEachChild(node, visit);
    };
    visit(parsed);
  }
  return { literals, built };
}

/** What a module builds as it is loaded. */
async function builtBy(file: string): Promise<Pattern[]> {
  const seen: Pattern[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as RegExp;
      // The caller, below this trap: modules that it imports build their own.
      const [, , caller] = new Error().stack?.split('\n') ?? [];
      if (caller?.includes(file)) seen.push({ source: made.source, flags: made.flags, at: file });
      return made;
    },
  });
  try {
    await import(/* @vite-ignore */ `${join(ROOT, file)}?patterns`);
  } finally {
    globalThis.RegExp = Native;
  }
  return seen;
}

/**
 * Every regular expression of the code: literals by parsing it, others by loading the modules that build them.
 * @throws Error when a module builds one later than that, of a text that can't be known here
 */
export async function patternsOfCode(): Promise<Pattern[]> {
  const { literals, built } = find();
  const all = [...literals];
  for (const [name, { source, flags }] of Object.entries(OF_ZOD))
    all.push({ source, flags, at: `zod: ${name}` });
  for (const file of new Set(built.map((one) => one.file))) {
    const found = await builtBy(file);
    const expected = built.filter((one) => one.file === file).length;
    if (found.length < expected) throw new Error(`${file} builds a pattern that can't be checked`);
    all.push(...found);
  }
  const unique = new Map<string, Pattern>();
  for (const pattern of all) {
    const key = `/${pattern.source}/${pattern.flags}`;
    const before = unique.get(key);
    unique.set(key, before ? { ...before, at: `${before.at}, ${pattern.at}` } : pattern);
  }
  return [...unique.values()];
}
