// Pages and other features import this file.
import { type Amount, type WeightUnit, weightOf } from '../../kernel/weights';
import { halfUp, spread } from './rounding';

/** A line to price. */
export interface DocumentLine {
  /** Whole steps of the unit in which it is sold, at least 0. */
  quantity: number;
  /** One step, in ten-thousandths of that unit: 10,000 where goods are sold each. */
  step: number;
  /** Of one unit, in cents. */
  unitPriceCents: number;
  /** Off this line, in basis points. */
  discountBps: number;
  category: string;
  /** What one step weighs; null where it is not known. */
  weight: Amount | null;
  /** Whether it is sold by weight, which taxes by unit skip. */
  byWeight: boolean;
  /** A sample is free, and no base of a tax. */
  sample: boolean;
}

/** What is added to or taken from an order: fees count as freight. In cents, or in basis points of the subtotal. */
export type Adjustment = { kind: 'discount' | 'freight' | 'fee' } & ({ cents: number } | { bps: number });

/** Adjustments of what stays of a document, whose freight is what it came to at first (decision 671). @param cents of that freight */
export const withFreight = (adjustments: readonly Adjustment[], cents: number): Adjustment[] => [
  ...adjustments.filter(({ kind }) => kind === 'discount'),
  { kind: 'freight', cents },
];

/** A tax of the seller that applies to the buyer and its premises. */
export type TaxRule = {
  id: string | null;
  name: string;
  /** Whose goods it taxes; null for all goods. */
  categories: readonly string[] | null;
} & (
  | {
      basis: 'percent';
      /** In ten-thousandths of a percent: 15 % is 150,000. */
      rate: number;
      includeFreight: boolean;
    }
  | { basis: 'weight'; cents: number; unit: WeightUnit }
  | { basis: 'unit'; cents: number }
);

export interface TaxLine {
  rule: TaxRule;
  /** In cents; of a tax by weight in ten-thousandths of its unit, half up; of one by unit in units. */
  base: number;
  cents: number;
}

export interface DocumentTotals {
  /** In the order of the lines. */
  lines: { totalCents: number; discountShareCents: number }[];
  /** In the order of the adjustments: what each came to. */
  adjustments: number[];
  subtotalCents: number;
  discountCents: number;
  freightCents: number;
  taxLines: TaxLine[];
  taxCents: number;
  totalCents: number;
}

/** The one tax of a seller without rules: of the subtotal less discounts. @param bps in basis points: 825 is 8.25 % */
export const flatTax = (bps: number): TaxRule => ({
  id: null,
  name: 'Tax',
  categories: null,
  basis: 'percent',
  rate: bps * 100,
  includeFreight: false,
});

/** The taxes of an order: without rules of the seller its one rate, if it has one. @param rateBps in basis points */
export const taxesOf = (rateBps: number, rules: readonly TaxRule[] | null | undefined): readonly TaxRule[] =>
  rules ?? (rateBps > 0 ? [flatTax(rateBps)] : []);

/** A tax by weight on goods whose weight isn't known. `line` is the place of the first. */
export class WeightMissing extends Error {
  constructor(
    readonly rule: TaxRule,
    readonly line: number,
  ) {
    super(`The weight of line ${line + 1} is not known.`);
  }
}

/**
 * What lines, adjustments and taxes come to: the one place where the money of a catalog, cart, quote, order, invoice and credit is
 * worked out (decisions 600 and 610). Exact until each single rounding, half up to the cent. The order of the lines matters only to which of two
 * lines with the same claim to a left cent of discount gets it: the earlier one.
 * @param rules at most one tax line each; those without a base have none
 * @throws WeightMissing
 */
export function document(
  lines: readonly DocumentLine[],
  adjustments: readonly Adjustment[],
  rules: readonly TaxRule[],
): DocumentTotals {
  const totals = lines.map(lineTotal);
  const subtotal = totals.reduce((sum, total) => sum + total, 0n);
  let [discount, freight] = [0n, 0n];
  const applied = adjustments.map((one) => {
    const asked = 'cents' in one ? BigInt(one.cents) : halfUp(subtotal * BigInt(one.bps), 10_000n);
    if (one.kind !== 'discount') {
      freight += asked;
      return Number(asked);
    }
    const taken = asked < subtotal - discount ? asked : subtotal - discount;
    discount += taken;
    return Number(taken);
  });
  const shares = spread(discount, totals);
  const nets = totals.map((total, n) => total - (shares[n] ?? 0n));
  const taxLines = rules
    .map((rule) => taxLine(rule, lines, nets, freight))
    .filter(({ base, cents }) => base > 0 || cents > 0);
  const tax = taxLines.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
  return {
    lines: totals.map((total, n) => ({
      totalCents: Number(total),
      discountShareCents: Number(shares[n] ?? 0n),
    })),
    adjustments: applied,
    subtotalCents: Number(subtotal),
    discountCents: Number(discount),
    freightCents: Number(freight),
    taxLines,
    taxCents: Number(tax),
    totalCents: Number(subtotal - discount + freight + tax),
  };
}

/** What so many steps cost without any discount, in cents. @param step as of `DocumentLine` */
export const fullValue = (quantity: number, step: number, unitPriceCents: number): bigint =>
  halfUp(BigInt(quantity) * BigInt(step) * BigInt(unitPriceCents), 10_000n);

/** Amount × unit price less its discount, rounded once (decision 630): the database checks the same. In cents. */
function lineTotal({ quantity, step, unitPriceCents, discountBps, sample }: DocumentLine): bigint {
  if (sample) return 0n;
  const exact = BigInt(quantity) * BigInt(step) * BigInt(unitPriceCents) * BigInt(10_000 - discountBps);
  return halfUp(exact, 100_000_000n);
}

/** One line per rule, rounded once: on what its goods come to after the spread, plus the whole freight where it includes that. */
function taxLine(
  rule: TaxRule,
  lines: readonly DocumentLine[],
  nets: readonly bigint[],
  freight: bigint,
): TaxLine {
  const places = lines.flatMap((line, n) => (isTaxed(rule, line) ? [n] : []));
  if (rule.basis === 'percent') {
    const goods = places.reduce((sum, n) => sum + (nets[n] ?? 0n), 0n);
    const withFreight = rule.includeFreight && (rule.categories === null || places.length > 0);
    const base = withFreight ? goods + freight : goods;
    return { rule, base: Number(base), cents: Number(halfUp(base * BigInt(rule.rate), 1_000_000n)) };
  }
  if (rule.basis === 'unit') {
    const units = places.reduce((sum, n) => sum + BigInt(lines[n]?.quantity ?? 0), 0n);
    return { rule, base: Number(units), cents: Number(units * BigInt(rule.cents)) };
  }
  const weight = places.reduce((sum, n) => {
    const { weight: step, quantity } = lines[n] as DocumentLine;
    if (step === null) throw new WeightMissing(rule, n);
    return sum + weightOf(step) * BigInt(quantity);
  }, 0n);
  const unit = weightOf({ amount: 10_000, unit: rule.unit });
  return {
    rule,
    base: Number(halfUp(weight * 10_000n, unit)),
    cents: Number(halfUp(weight * BigInt(rule.cents), unit)),
  };
}

/** Whether a rule taxes a line. */
export const isTaxed = (rule: TaxRule, { category, sample, quantity, byWeight }: DocumentLine): boolean =>
  !sample &&
  quantity > 0 &&
  (rule.categories === null || rule.categories.includes(category)) &&
  !(rule.basis === 'unit' && byWeight);
