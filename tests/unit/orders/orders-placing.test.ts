import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  appliesTo,
  CONDITIONS,
  conditionOf,
  reasonsOf,
  SALE_REASONS,
} from '../../../server/features/orders/placing/conditions.schema';

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

test('rule 409 names the conditions in their order', () => {
  const rule = readFileSync('docs/rules/0409-quotes.md', 'utf8');
  const [, sentence = ''] = /^- The order: (.*)$/m.exec(rule) ?? [];
  const reasons = [...new Set(CONDITIONS.flatMap((condition): readonly string[] => condition.reasons))];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const known = named.filter((name) => reasons.includes(name));
  expect(known).toEqual(reasons.filter((reason) => known.includes(reason)));
  const ofSales = Object.values(SALE_REASONS).flatMap((group) => Object.keys(group));
  // Of licenses and states the rule says whose they are.
  const unnamed = ofSales.filter((reason) => !named.includes(reason) && reason !== 'different_states');
  expect(unnamed).toEqual(['connection_required']);
});

const OF_LINES = ['permission_required', 'weight_missing', 'price_floor', 'case_multiple', 'minimum_order'];
const OF_STOCK = ['license_expired', 'license_not_active', 'different_states', 'short_dated'];
const OF_RAISES = [...OF_LINES, 'connection_required', 'seller_orders_off', 'partner_suspended', 'share'];

test.each([
  [
    'add',
    [...OF_RAISES, ...OF_STOCK, 'product_inactive', 'no_variant', 'insufficient_stock', 'credit_limit'],
  ],
  ['raise', [...OF_RAISES, ...OF_STOCK, 'insufficient_stock', 'credit_limit']],
  ['line', [...OF_LINES, ...OF_STOCK, 'insufficient_stock', 'credit_limit']],
  ['remove', ['price_floor', 'minimum_order']],
  ['adjust', ['permission_required', 'price_floor', 'credit_limit']],
  ['edit', ['permission_required', 'weight_missing', 'short_dated', 'credit_limit']],
  ['lots', ['permission_required', 'short_dated']],
  ['draft', ['not_a_buyer', 'connection_required', 'product_inactive', 'no_variant', 'price_floor']],
] as const)(
  'a change is rejected for what its kind is judged by, and for nothing else: %s',
  (kind, reasons) => {
    expect([...reasonsOf(kind)].sort()).toEqual([...reasons].sort());
  },
);

test("cases and the minimum are judged of the buyer's changes alone, the floor of the seller's", () => {
  const judged = (by: 'buyer' | 'seller') =>
    CONDITIONS.filter((one) => appliesTo(conditionOf(one), 'add', by)).map(({ id }) => id);
  const [buyers, sellers] = [judged('buyer'), judged('seller')];
  expect(buyers.filter((id) => !sellers.includes(id))).toEqual(['case', 'minimum', 'share']);
  expect(sellers.filter((id) => !buyers.includes(id))).toEqual(['override_right', 'seller_orders', 'floor']);
});
