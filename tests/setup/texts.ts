import ts from 'typescript';

/** A text of a source file that a person reads, and the line it begins on. */
export interface Text {
  kind: 'shown' | 'comment' | 'test name';
  line: number;
  text: string;
}

const TEST_FUNCTIONS = new Set(['describe', 'it', 'test']);

/** `test` of `test(…)`, `test.skip(…)` and `test.each([…])(…)`; '' of any other call. */
function functionOf(call: ts.Expression): string {
  if (ts.isIdentifier(call)) return TEST_FUNCTIONS.has(call.text) ? call.text : '';
  if (ts.isPropertyAccessExpression(call) || ts.isCallExpression(call)) return functionOf(call.expression);
  return ts.isTaggedTemplateExpression(call) ? functionOf(call.tag) : '';
}

/** True for a string that a program may show; false for a name, a path, a value or the like. */
const readsAsText = (text: string) => /\s/.test(text.trim()) || /^[A-Z][a-z]/.test(text);

/** Lists what a TypeScript or JavaScript file shows, its comments, and the names of its tests. */
export function textsIn(path: string, source: string): Text[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const add = (kind: Text['kind'], position: number, text: string) => {
    if (text.trim()) found.push({ kind, line: file.getLineAndCharacterOfPosition(position).line + 1, text });
  };
  const names = new Set<ts.Node>();
  const comments = new Set<number>();
  // Nodes within each other begin and end at the same places.
  const [begun, ended] = [new Set<number>(), new Set<number>()];
  const addComments = (node: ts.Node) => {
    const ranges = [
      ...(begun.has(node.pos) ? [] : (ts.getLeadingCommentRanges(source, node.pos) ?? [])),
      ...(ended.has(node.end) ? [] : (ts.getTrailingCommentRanges(source, node.end) ?? [])),
    ];
    begun.add(node.pos);
    ended.add(node.end);
    for (const { pos, end } of ranges) {
      if (comments.has(pos)) continue;
      comments.add(pos);
      add('comment', pos, source.slice(pos, end));
    }
  };
  const visit = (node: ts.Node): void => {
    if (!ts.isJsxText(node)) addComments(node);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const [name] = ts.isCallExpression(node) && functionOf(node.expression) ? node.arguments : [];
    if (name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) {
      names.add(name);
      add('test name', name.getStart(), name.getText().slice(1, -1));
    }
    if (ts.isJsxText(node)) add('shown', node.getStart(), node.text);
    else if (ts.isStringLiteralLike(node) && !names.has(node)) {
      if (readsAsText(node.text)) add('shown', node.getStart(), node.text);
    } else if (ts.isTemplateExpression(node) && !names.has(node)) {
      // A value in the middle of a text counts as a word of it.
      const text = node.head.text + node.templateSpans.map((span) => `0${span.literal.text}`).join('');
      if (readsAsText(text)) add('shown', node.getStart(), text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  addComments(file.endOfFileToken);
  return found;
}

/** A Markdown page without its code, which may use published names. */
export const proseOf = (page: string): string =>
  page.replace(/^( *)```[\s\S]*?^\1```/gm, '').replace(/``.+?``|`[^`\n]*`/g, '0');
