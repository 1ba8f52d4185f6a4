import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Adjustment,
  type DocumentLine,
  document,
  type TaxRule,
} from '../../../../server/features/pricing/document';
import { IS_FULL } from '../../../setup/full';
import { onPaper } from '../../../setup/on-paper';

const UNITS = fc.constantFrom('g' as const, 'kg' as const, 'oz' as const, 'lb' as const);
const CATEGORY = fc.constantFrom('flower', 'vapes', 'edibles');
const CENTS = fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 999_999_999 }));
const BPS = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 }));
const LINE: fc.Arbitrary<DocumentLine> = fc.record({
  quantity: fc.integer({ min: 0, max: 500 }),
  step: fc.constantFrom(10_000, 100, 1000, 10, 12_345),
  unitPriceCents: CENTS,
  discountBps: BPS,
  category: CATEGORY,
  weight: fc.record({ amount: fc.integer({ min: 1, max: 10_000_000 }), unit: UNITS }),
  byWeight: fc.boolean(),
  sample: fc.boolean(),
});
const ADJUSTMENT: fc.Arbitrary<Adjustment> = fc
  .tuple(
    fc.constantFrom('discount' as const, 'freight' as const, 'fee' as const),
    fc.oneof(
      CENTS.map((cents) => ({ cents })),
      BPS.map((bps) => ({ bps })),
    ),
  )
  .map(([kind, amount]) => ({ kind, ...amount }));
const RULE: fc.Arbitrary<TaxRule> = fc
  .tuple(
    fc.option(fc.uniqueArray(CATEGORY, { maxLength: 2 })),
    fc.oneof(
      fc.record({
        basis: fc.constant('percent' as const),
        rate: fc.integer({ min: 1, max: 1_000_000 }),
        includeFreight: fc.boolean(),
      }),
      fc.record({
        basis: fc.constant('weight' as const),
        cents: fc.integer({ min: 0, max: 50_000 }),
        unit: UNITS,
      }),
      fc.record({ basis: fc.constant('unit' as const), cents: CENTS }),
    ),
  )
  .map(([categories, rule]) => ({ id: null, name: 'Tax', categories, ...rule }));
const DOCUMENT = fc.tuple(
  fc.array(LINE, { maxLength: 8 }),
  fc.array(ADJUSTMENT, { maxLength: 4 }),
  fc.array(RULE, { maxLength: 4 }),
);

test('random documents are those of exact fractions, to the cent', () => {
  fc.assert(
    fc.property(DOCUMENT, ([lines, adjustments, rules]) => {
      const of = document(lines, adjustments, rules);
      expect({
        lines: of.lines.map(({ totalCents }) => totalCents),
        shares: of.lines.map(({ discountShareCents }) => discountShareCents),
        subtotal: of.subtotalCents,
        discount: of.discountCents,
        freight: of.freightCents,
        tax: of.taxCents,
        total: of.totalCents,
      }).toEqual(onPaper(lines, adjustments, rules));
      const amounts = [...of.adjustments, ...of.taxLines.map(({ cents }) => cents), of.totalCents];
      expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
      for (const { totalCents, discountShareCents } of of.lines) {
        expect(discountShareCents).toBeGreaterThanOrEqual(0);
        expect(discountShareCents).toBeLessThanOrEqual(totalCents);
      }
    }),
    { numRuns: IS_FULL ? 100_000 : 2000 },
  );
});

test('the order of the lines changes no total but which line gets a left cent of discount', () => {
  const plain = RULE.map((rule) => ({ ...rule, categories: null }));
  fc.assert(
    fc.property(
      fc.array(LINE, { maxLength: 8 }),
      fc.array(ADJUSTMENT, { maxLength: 4 }),
      fc.array(plain, { maxLength: 3 }),
      (lines, adjustments, rules) => {
        const { lines: _, ...ahead } = document(lines, adjustments, rules);
        const { lines: __, ...behind } = document(lines.toReversed(), adjustments, rules);
        // A sample's share is 0, and a free line can get none either, so no base moves.
        expect(behind).toEqual(ahead);
      },
    ),
    { numRuns: IS_FULL ? 20_000 : 500 },
  );
});
