import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ORDERS = 'server/features/orders';
const CALLERS = [
  ...readdirSync(`${ORDERS}/placing`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(ORDERS, 'placing', file)),
  ...['drafts/place.ts'].map((file) => join(ORDERS, file)),
];
const LINES = 60;

/** How often a source calls each function, and how many lines each of its functions has. */
function readOf(path: string) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const calls = new Map<string, number>();
  const lengths: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText(source);
      calls.set(name, (calls.get(name) ?? 0) + 1);
    }
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const [from, to] = [node.getStart(source), node.end].map(
        (at) => source.getLineAndCharacterOfPosition(at).line,
      ) as [number, number];
      lengths.push(to - from + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { calls, lengths };
}

describe('placing an order', () => {
  test('reads facts, chooses, judges and writes once each', () => {
    const { calls } = readOf(`${ORDERS}/placing/place.ts`);
    expect(['factsOf', 'choose', 'judge', 'write'].map((name) => calls.get(name))).toEqual([1, 1, 1, 1]);
  });

  test.each(CALLERS.map((path) => [basename(path), path]))(
    '%s has no function of more than 60 lines',
    (_, path) => {
      expect(Math.max(0, ...readOf(path).lengths)).toBeLessThanOrEqual(LINES);
    },
  );
});
