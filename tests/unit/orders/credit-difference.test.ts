import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  difference,
  documentAfter,
  wholeOf,
  within,
} from '../../../server/features/billing/credits/difference';
import type { Remaining } from '../../../server/features/billing/credits/tables';
import { freeze } from '../../../server/features/billing/invoices/document';
import type { StoredDocument } from '../../../server/features/billing/invoices/stored';
import type { Adjustment, TaxRule } from '../../../server/features/pricing/document';

interface Terms {
  rate?: number;
  rules?: TaxRule[] | null;
  adjustments?: Adjustment[];
}

const invoiced = (
  lines: Array<{ quantity: number; cents: number; category?: string; bps?: number }>,
  { rate = 0, rules = null, adjustments = [] }: Terms = {},
): StoredDocument =>
  freeze(
    lines.map(({ quantity, cents, category = 'flower', bps = 0 }, n) => ({
      item_id: `line ${n}`,
      product_id: 'p',
      product_name: 'Product',
      variant_name: 'Variant',
      sku: 'SKU',
      category,
      lots: [],
      quantity,
      unit: null,
      step: null,
      unit_price_cents: cents,
      discount_bps: bps,
      sample: false,
      tax_category: category,
      tax_weight: 35_000,
      tax_weight_unit: 'g' as const,
    })),
    {
      tax_rate_bps: rate,
      tax_rules: rules,
      adjustments: adjustments.map((one) => ({ ...one, label: 'x' })),
    },
  ).document;

/** What stays when lines keep so many units. */
const keeping = (remaining: Remaining, ...quantities: number[]) =>
  within(remaining, new Map(quantities.map((quantity, n) => [`line ${n}`, quantity])));

test('8.25 %, 10 × 9.99 = 108.14; one back 10.81, one more back 10.82; 86.51 left', () => {
  const document = invoiced([{ quantity: 10, cents: 999 }], { rate: 825 });
  const whole = wholeOf(document);
  expect(documentAfter(document, whole).totalCents).toBe(10_814);
  const nine = keeping(whole, 9);
  const first = difference(document, whole, nine);
  expect(first.totalCents).toBe(1_081);
  const second = difference(document, nine, keeping(nine, 8));
  expect(second.totalCents).toBe(1_082);
  expect(second.document.tax_lines).toEqual([{ rule_id: null, name: 'Tax', amount: 0.83 }]);
  expect(documentAfter(document, keeping(whole, 8)).totalCents).toBe(8_651);
});

test('10 × 20.00 (15 % excise), 5 × 8.00, 10 % off: 243.00; four of the first rejected: 160.20, credit 82.80', () => {
  const excise: TaxRule = {
    id: 'excise',
    name: 'Excise',
    categories: ['flower'],
    basis: 'percent',
    rate: 150_000,
    includeFreight: false,
  };
  const document = invoiced(
    [
      { quantity: 10, cents: 2_000 },
      { quantity: 5, cents: 800, category: 'accessories' },
    ],
    { rules: [excise], adjustments: [{ kind: 'discount', bps: 1_000 }] },
  );
  const whole = wholeOf(document);
  expect(documentAfter(document, whole).totalCents).toBe(24_300);
  const after = keeping(whole, 6);
  expect(documentAfter(document, after).totalCents).toBe(16_020);
  expect(difference(document, whole, after)).toMatchObject({
    subtotalCents: 8_000,
    discountCents: 800,
    taxCents: 1_080,
    totalCents: 8_280,
  });
});

test('fixed discounts stay up to the subtotal, and freight in percent stays as it was invoiced', () => {
  const document = invoiced([{ quantity: 10, cents: 1_000 }], {
    adjustments: [
      { kind: 'discount', cents: 3_000 },
      { kind: 'freight', bps: 1_000 },
    ],
  });
  const whole = wholeOf(document);
  expect(documentAfter(document, whole).totalCents).toBe(8_000);
  expect(documentAfter(document, keeping(whole, 5)).totalCents).toBe(3_000);
  expect(documentAfter(document, keeping(whole, 2)).totalCents).toBe(1_000);
});

const rules: TaxRule[] = [
  { id: 'a', name: 'Excise', categories: ['flower'], basis: 'percent', rate: 150_000, includeFreight: false },
  { id: 'b', name: 'Local', categories: null, basis: 'percent', rate: 25_000, includeFreight: true },
  { id: 'c', name: 'Per unit', categories: ['vapes'], basis: 'unit', cents: 125 },
  { id: 'd', name: 'Per ounce', categories: ['flower'], basis: 'weight', cents: 5_000, unit: 'oz' },
];
const line = record({
  quantity: integer({ min: 1, max: 60 }),
  cents: integer({ min: 0, max: 30_000 }),
  category: constantFrom('flower', 'vapes', 'edibles'),
  bps: constantFrom(0, 0, 500, 10_000),
});
const adjustment = constantFrom<Adjustment>(
  { kind: 'discount', bps: 1_000 },
  { kind: 'discount', cents: 777 },
  { kind: 'freight', cents: 5_000 },
  { kind: 'fee', bps: 333 },
);
const step = record({
  at: integer({ min: 0, max: 4 }),
  quantity: integer({ min: 0, max: 60 }),
  cents: integer({ min: 0, max: 30_000 }),
  discount: constantFrom(null, null, null, 100, 5_000),
});

test('whatever is credited: the sum of the notes is the first document less the current one, and each adds up', () => {
  assert(
    property(
      array(line, { minLength: 1, maxLength: 5 }),
      array(adjustment, { maxLength: 3 }),
      constantFrom(null, rules, rules.slice(0, 2)),
      array(step, { minLength: 1, maxLength: 12 }),
      (lines, adjustments, taxes, steps) => {
        const document = invoiced(lines, { rate: 825, rules: taxes, adjustments });
        const first = documentAfter(document, wholeOf(document));
        expect(first).toMatchObject({ totalCents: first.totalCents });
        let current = wholeOf(document);
        let credited = 0;
        for (const { at, quantity, cents, discount } of steps) {
          const after: Remaining = {
            lines: current.lines.map((one, n) =>
              n === at
                ? {
                    ...one,
                    quantity: Math.min(one.quantity, quantity),
                    unit_price_cents: Math.min(one.unit_price_cents, cents),
                  }
                : one,
            ),
            discount_cents:
              discount === null
                ? current.discount_cents
                : Math.max(discount, documentAfter(document, current).discountCents),
          };
          const note = difference(document, current, after);
          if (note.totalCents <= 0) continue;
          expect(note.subtotalCents - note.discountCents + note.taxCents).toBe(note.totalCents);
          expect(note.document.lines.reduce((sum, { total_cents }) => sum + total_cents, 0)).toBe(
            note.subtotalCents,
          );
          expect(Math.round(note.document.tax_lines.reduce((sum, { amount }) => sum + amount * 100, 0))).toBe(
            note.taxCents,
          );
          credited += note.totalCents;
          current = after;
        }
        expect(credited).toBe(first.totalCents - documentAfter(document, current).totalCents);
        expect(credited).toBeLessThanOrEqual(first.totalCents);
      },
    ),
    { numRuns: 1_000 },
  );
});
