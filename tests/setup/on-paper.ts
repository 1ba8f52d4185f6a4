import type { Adjustment, DocumentLine, TaxRule } from '../../server/features/pricing/document';

/** Exact fractions, as on paper: nothing of the product is used to check it. */
export class Fraction {
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

/** What a document comes to, worked out with fractions, in cents. */
export interface OnPaper {
  lines: number[];
  shares: number[];
  subtotal: number;
  discount: number;
  freight: number;
  tax: number;
  total: number;
}

/** The document of lines, adjustments and taxes (decisions 600 and 610), typed from the decisions by hand. */
export function onPaper(
  lines: readonly DocumentLine[],
  adjustments: readonly Adjustment[],
  rules: readonly TaxRule[],
): OnPaper {
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
    lines: totals.map((total) => Number(total.floor())),
    shares: shares.map((share) => Number(share.floor())),
    subtotal: Number(subtotal.floor()),
    discount: Number(discount.floor()),
    freight: Number(freight.floor()),
    tax: Number(sumOf(taxes).floor()),
    total: Number(subtotal.minus(discount).plus(freight).plus(sumOf(taxes)).floor()),
  };
}
