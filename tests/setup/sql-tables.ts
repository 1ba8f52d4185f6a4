import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A file of the server, by its path from the root. */
export interface SourceFile {
  path: string;
  text: string;
}

interface Table {
  /** The Drizzle object. */
  variable: string;
  /** The tables.ts that declares it. */
  file: string;
}

export interface Tables {
  /** By the name in PostgreSQL. */
  byName: Map<string, Table>;
  /** By file and variable. */
  byVariable: Map<string, Table>;
}

/** A table that a file writes. */
export interface Write {
  path: string;
  table: string;
  /** The tables.ts that declares it. */
  owner: string;
}

export function readTables(files: readonly SourceFile[]): Tables {
  const tables: Tables = { byName: new Map(), byVariable: new Map() };
  for (const { path, text } of files.filter((file) => file.path.endsWith('/tables.ts'))) {
    for (const [, variable = '', name = ''] of text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
      tables.byName.set(name, { variable, file: path });
      tables.byVariable.set(`${path} ${variable}`, { variable, file: path });
    }
  }
  return tables;
}

/** Lists the tables that a file's sql`…` names as text. Aliases, columns and names of `with` are none. */
export function textTables({ path, text }: SourceFile, { byName }: Tables): string[] {
  if (!text.includes('drizzle-orm')) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return templatesIn(file).flatMap((template) => {
    const tokens = tokensOf(template, file);
    const isTable = (token: Token | undefined) =>
      (token?.kind === 'word' || token?.kind === 'quoted') && byName.has(token.text);
    const named = namesOfWith(tokens);
    return tokens.flatMap((token, index) => {
      if (!isTable(token) || named.has(token.text) || !isTablePlace(tokens, index, isTable)) return [];
      const { line } = file.getLineAndCharacterOfPosition(template.getStart(file));
      return [`${path}:${line + 1} names ${token.text}`];
    });
  });
}

/** Lists the tables that a file writes, in SQL and by Drizzle's builder. */
export function writesOf({ path, text }: SourceFile, { byVariable }: Tables): Write[] {
  if (!/\/tables'/.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const imported = importsOf(file, path);
  const own = (name: string): [string, string] => imported.get(name) ?? [path, name];
  const write = (node: ts.Node | undefined): Write[] => {
    if (!node || !ts.isIdentifier(node)) return [];
    const found = byVariable.get(own(node.text).join(' '));
    return found ? [{ path, table: found.variable, owner: found.file }] : [];
  };
  const inSql = templatesIn(file).flatMap((template) =>
    ts.isTemplateExpression(template)
      ? template.templateSpans.flatMap(({ expression }, index) => {
          const before =
            index === 0 ? template.head.text : (template.templateSpans[index - 1]?.literal.text ?? '');
          return WRITES.test(before) ? write(expression) : [];
        })
      : [],
  );
  const inBuilder = nodesIn(file).flatMap((node) => {
    if (!ts.isCallExpression(node)) return [];
    const { expression: called, arguments: given } = node;
    if (ts.isIdentifier(called) && called.text === 'deleteInBatches') return write(given[1]);
    if (ts.isIdentifier(called) && /^insertRows?$/.test(called.text)) return write(given[0]);
    const isWrite =
      ts.isPropertyAccessExpression(called) && /^(insert|update|delete)$/.test(called.name.text);
    return isWrite ? write(given[0]) : [];
  });
  return [...inSql, ...inBuilder];
}

const WRITES =
  /\b(insert\s+into|(?<!\b(?:for|key|do)\s+)update|delete\s+from|merge\s+into|truncate)\s+(only\s+)?$/i;

/** The local names of what a file imports: from which file, under which name. */
function importsOf(file: ts.SourceFile, path: string): Map<string, [file: string, name: string]> {
  const found = new Map<string, [string, string]>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const named = statement.importClause?.namedBindings;
    if (!named || !ts.isNamedImports(named)) continue;
    const from = `${join(dirname(path), statement.moduleSpecifier.text)}.ts`;
    for (const { name, propertyName } of named.elements)
      found.set(name.text, [from, (propertyName ?? name).text]);
  }
  return found;
}

function nodesIn(file: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return nodes;
}

/** The sql`…` of Drizzle, which is imported by that name; a driver's own is no `SQL`. */
function templatesIn(file: ts.SourceFile): ts.TemplateLiteral[] {
  if (importsOf(file, file.fileName).get('sql') === undefined) return [];
  return nodesIn(file).flatMap((node) =>
    ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql'
      ? [node.template]
      : [],
  );
}

interface Token {
  kind: 'word' | 'quoted' | 'sign' | 'value';
  text: string;
}

/** Stands for what is interpolated. */
const VALUE = '\0';
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"([^"]*)"|[a-z_]\w*|\0|\S/gi;

/** The words of a statement; what is interpolated, and texts, are values. */
function tokensOf(template: ts.TemplateLiteral, file: ts.SourceFile): Token[] {
  const parts = ts.isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  const tokens: Token[] = [];
  for (const [found, quoted] of parts.join(VALUE).matchAll(TOKEN)) {
    if (found.startsWith('--')) continue;
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted });
    else if (found === VALUE || found.startsWith("'")) tokens.push({ kind: 'value', text: '' });
    else tokens.push({ kind: /^\w/.test(found) ? 'word' : 'sign', text: found });
  }
  if (tokens.length === 0 && parts.join('').trim() !== '')
    throw new Error(`${file.fileName} has SQL of no words`);
  return tokens;
}

function namesOfWith(tokens: readonly Token[]): Set<string> {
  const names = tokens.filter((_, index) => {
    const before = textAt(tokens, index - 1);
    const isFirst = ['with', 'recursive', ','].includes(before);
    return (
      isFirst &&
      textAt(tokens, index + 1) === 'as' &&
      /^(\(|materialized|not)$/.test(textAt(tokens, index + 2))
    );
  });
  return new Set(names.map(({ text }) => text));
}

const textAt = (tokens: readonly Token[], index: number) => tokens[index]?.text.toLowerCase() ?? '';

const BEFORE_TABLES = ['from', 'join', 'into', 'update', 'using', 'only', 'truncate', 'analyze'];

/** Whether a name stands where SQL has a table: not a column, an alias or a function. */
function isTablePlace(
  tokens: readonly Token[],
  index: number,
  isTable: (token: Token | undefined) => boolean,
): boolean {
  const before = textAt(tokens, index - 1);
  const after = tokens[index + 1];
  if (before === '.' || before === 'as') return false;
  if (BEFORE_TABLES.includes(before)) return textAt(tokens, index - 2) !== 'distinct';
  // A fragment that begins with a table or is one, and a column by the name of its table.
  if (index === 0) return after === undefined || after.kind === 'word' || textAt(tokens, 1) === '.';
  if (after?.text === '.' && tokens[index]?.text.includes('_')) return true;
  // A list: `from a x, b y`, where the first may be interpolated.
  const isFrom = (at: number) =>
    at > 0 &&
    (isTable(tokens[at]) || tokens[at]?.kind === 'value') &&
    BEFORE_TABLES.includes(textAt(tokens, at - 1));
  return before === ',' && (isFrom(index - 2) || isFrom(index - 3));
}
