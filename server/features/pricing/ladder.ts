// Other features import this file.
import { toCents, toDollars } from '../../kernel/money';
import { EACH } from '../../kernel/weights';
import { halfUp } from './rounding';

export const PRICE_SOURCES = ['wholesale', 'list', 'offer', 'manual', 'sample'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** From so many steps on, one unit costs this. Lines keep their ladder (decisions 590 and 600). */
export interface LadderStep {
  min_steps: number;
  price_cents: number;
  source: PriceSource;
}

/** A ladder of one price. */
export const oneStep = (price_cents: number, source: PriceSource = 'wholesale'): LadderStep[] => [
  { min_steps: 1, price_cents, source },
];

/** The step of a ladder that an amount reaches. @param ladder begins with 1 */
export const stepAt = (ladder: readonly LadderStep[], steps: number): LadderStep =>
  ladder.findLast((one) => one.min_steps <= steps) ?? (ladder[0] as LadderStep);

/** A ladder that is so much lower, half up to the cent, which its seller gave. @param bps in basis points */
export const loweredBy = (ladder: readonly LadderStep[], bps: number): LadderStep[] =>
  ladder.map(({ min_steps, price_cents }) => ({
    min_steps,
    price_cents: Number(halfUp(BigInt(price_cents) * BigInt(10_000 - bps), 10_000n)),
    source: 'manual',
  }));

/** From so many steps on, so many cents. */
export type Break = [steps: number, cents: number];
export type OfferedBreak = [offer: number, ...Break];

/**
 * The prices of decision 590 at each break of every source, without those that change nothing.
 * @param wholesale in cents @param bps off it, of the list @param rules of the list @param offered breaks of offers; both by steps
 */
export function ladderFrom(
  wholesale: number,
  bps: number,
  rules: readonly Break[],
  offered: readonly OfferedBreak[],
): LadderStep[] {
  const percent = bps > 0 ? Math.floor((wholesale * (10_000 - bps) * 2 + 10_000) / 20_000) : null;
  const ladder: LadderStep[] = [];
  const reached = new Map<number, number>();
  let [rule, breaks, own] = [0, 0, percent];
  for (let min_steps = 1; Number.isFinite(min_steps); ) {
    for (let one = rules[rule]; one && one[0] <= min_steps; one = rules[++rule]) own = one[1];
    for (let one = offered[breaks]; one && one[1] <= min_steps; one = offered[++breaks])
      reached.set(one[0], one[2]);
    const base = own ?? wholesale;
    let price_cents = base;
    for (const cents of reached.values()) if (cents < price_cents) price_cents = cents;
    const source = price_cents < base ? 'offer' : own === null ? 'wholesale' : 'list';
    const last = ladder.at(-1);
    if (last?.price_cents !== price_cents || last.source !== source)
      ladder.push({ min_steps, price_cents, source });
    min_steps = Math.min(rules[rule]?.[0] ?? Infinity, offered[breaks]?.[1] ?? Infinity);
  }
  return ladder;
}

/** A step of a ladder as the API shows it. */
export interface PriceBreak {
  min_amount: number;
  /** In dollars. */
  unit_price: number;
  source: PriceSource;
}

/**
 * A ladder as the API shows it: amounts and dollars.
 * @param step of the variant, in ten-thousandths of its unit; null where it is sold each
 */
export const ladderView = (ladder: readonly LadderStep[], step: number | null): PriceBreak[] =>
  ladder.map(({ min_steps, price_cents, source }) => ({
    min_amount: (min_steps * (step ?? EACH)) / EACH,
    unit_price: toDollars(price_cents),
    source,
  }));

/** The ladder that a view shows. @param step as above */
export const ladderIn = (view: readonly PriceBreak[], step: number | null): LadderStep[] =>
  view.map(({ min_amount, unit_price, source }) => ({
    min_steps: Math.round((min_amount * EACH) / (step ?? EACH)),
    price_cents: toCents(unit_price),
    source,
  }));

/** A variant as its buyer finds it. */
interface Offered {
  /** What the seller asks of those without a price of their own. */
  wholesale_price_cents: number;
  /** Of the buyer; null for who pays the wholesale price. */
  ladder: readonly LadderStep[] | null;
  case_size: number;
  /** As of `ladderView`. */
  step: number | null;
}

/** What a buyer sees of a price: that of the least that it can order, and its ladder (decision 590). */
export function pricesOf({ wholesale_price_cents, ladder, case_size, step }: Offered) {
  const steps = ladder ?? oneStep(wholesale_price_cents);
  return {
    wholesale_price: toDollars(stepAt(steps, case_size).price_cents),
    price_ladder: ladderView(steps, step),
  };
}
