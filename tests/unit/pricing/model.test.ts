import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Adjustment,
  type DocumentLine,
  document,
  type TaxRule,
} from '../../../server/features/pricing/document';
import { IS_FULL } from '../../setup/full';

/** Exact fractions, as on paper: nothing of the product is used to check it. */
class Fraction {
  constructor(
    readonly n: bigint,
    readonly d: bigint = 1n,
  ) {}
  static of = (whole: number, parts = 1) => new Fraction(BigInt(whole), BigInt(parts));
  plus = (o: Fraction) => new Fraction(this.n * o.d + o.n * this.d, this.d * o.d);
  minus = (o: Fraction) => this.plus(new Fraction(-o.n, o.d));
  times = (o: Fraction) => new Fraction(this.n * o.n, this.d * o.d);
  over = (o: Fraction) => new Fraction(this.n * o.d, this.d * o.n);
  floor = () => this.n / this.d;
  below = (o: Fraction) => this.n * o.d < o.n * this.d;
  rounded = () => new Fraction(this.plus(Fraction.of(1, 2)).floor());
}
const ZERO = Fraction.of(0);
const sumOf = (all: Fraction[]) => all.reduce((sum, one) => sum.plus(one), ZERO);
const OUNCE = Fraction.of(28_349_523_125, 1_000_000_000);
const GRAMS = { g: Fraction.of(1), kg: Fraction.of(1000), oz: OUNCE, lb: OUNCE.times(Fraction.of(16)) };

/** In cents. */
function model(lines: DocumentLine[], adjustments: Adjustment[], rules: TaxRule[]) {
  const totals = lines.map((line) =>
    line.sample
      ? ZERO
      : Fraction.of(line.quantity)
          .times(Fraction.of(line.step, 10_000))
          .times(Fraction.of(line.unitPriceCents))
          .times(Fraction.of(1).minus(Fraction.of(line.discountBps, 10_000)))
          .rounded(),
  );
  const subtotal = sumOf(totals);
  const amounts = adjustments.map((one) =>
    'bps' in one ? subtotal.times(Fraction.of(one.bps, 10_000)).rounded() : Fraction.of(one.cents),
  );
  const ofKind = (isDiscount: boolean) =>
    sumOf(amounts.filter((_, n) => (adjustments[n]?.kind === 'discount') === isDiscount));
  const discount = subtotal.below(ofKind(true)) ? subtotal : ofKind(true);
  const freight = ofKind(false);
  // Each cent that rounding down leaves goes to the line that is owed the most of a cent.
  const claims = totals.map((total) => (subtotal.n === 0n ? ZERO : discount.times(total).over(subtotal)));
  const shares = claims.map((claim) => new Fraction(claim.floor()));
  while (sumOf(shares).below(discount)) {
    let best = 0;
    const owed = (n: number) => (claims[n] ?? ZERO).minus(shares[n] ?? ZERO);
    for (let n = 1; n < claims.length; n += 1) if (owed(best).below(owed(n))) best = n;
    shares[best] = (shares[best] ?? ZERO).plus(Fraction.of(1));
  }
  const taxes = rules.map((rule) => {
    const taxed = lines.flatMap((line, n) =>
      !line.sample && line.quantity > 0 && (rule.categories?.includes(line.category) ?? true) ? [n] : [],
    );
    if (rule.basis === 'percent') {
      const goods = sumOf(taxed.map((n) => (totals[n] ?? ZERO).minus(shares[n] ?? ZERO)));
      const added = rule.includeFreight && (rule.categories === null || taxed.length > 0) ? freight : ZERO;
      return goods.plus(added).times(Fraction.of(rule.rate, 1_000_000)).rounded();
    }
    const amount = sumOf(
      taxed.map((n) => {
        const { quantity, weight, byWeight } = lines[n] as DocumentLine;
        if (rule.basis === 'unit') return byWeight ? ZERO : Fraction.of(quantity);
        const grams = weight && Fraction.of(weight.amount, 10_000).times(GRAMS[weight.unit]);
        return Fraction.of(quantity).times((grams as Fraction).over(GRAMS[rule.unit]));
      }),
    );
    return amount.times(Fraction.of(rule.cents)).rounded();
  });
  return {
    shares: shares.map((share) => Number(share.floor())),
    subtotal: Number(subtotal.floor()),
    discount: Number(discount.floor()),
    tax: Number(sumOf(taxes).floor()),
    total: Number(subtotal.minus(discount).plus(freight).plus(sumOf(taxes)).floor()),
  };
}

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
        shares: of.lines.map(({ discountShareCents }) => discountShareCents),
        subtotal: of.subtotalCents,
        discount: of.discountCents,
        tax: of.taxCents,
        total: of.totalCents,
      }).toEqual(model(lines, adjustments, rules));
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
