import { type LadderStep, oneStep, type PriceSource, stepAt } from '../../pricing/ladder';

/** A line whose price follows from its ladder, or was given. */
interface Line {
  quantity: number;
  unitPriceCents: number;
  /** Null for its price at any quantity. */
  priceLadder?: LadderStep[] | null;
  priceSource?: PriceSource;
  /** The amount whose break sets the price. */
  breakSteps?: number | null;
  sample?: boolean;
}

/** Whether the price of a line was given, and follows from no ladder. */
export const isFixed = ({ priceSource }: Pick<Line, 'priceSource'>): boolean =>
  priceSource === 'manual' || priceSource === 'sample';

/** The step of its own ladder that a line reaches: its price unless one was given. */
export function computedStep({
  priceLadder,
  unitPriceCents,
  priceSource,
  breakSteps,
  quantity,
}: Line): LadderStep {
  return stepAt(priceLadder ?? oneStep(unitPriceCents, priceSource), breakSteps ?? quantity);
}

/** A line at the price that its amount reaches in its own ladder, unless one was given. */
export function atBreak<L extends Line>(line: L): L {
  return isFixed(line) ? line : fromLadder(line);
}

/** The same, even where one was given. */
export function fromLadder<L extends Line>(line: L): L {
  const { price_cents, source } = computedStep(line);
  return { ...line, unitPriceCents: price_cents, priceSource: source };
}

/** A line of another quantity: a price that was given stays, any other follows from its own ladder alone (decision 600). */
export function withQuantity<L extends Line>(line: L, quantity: number): L {
  return quantity === line.quantity ? line : atBreak({ ...line, quantity, breakSteps: null });
}

/** The ladder to return to from a price that is given. */
const kept = ({ priceLadder, unitPriceCents, priceSource }: Line): LadderStep[] =>
  priceLadder ?? oneStep(unitPriceCents, priceSource);

/** A line at a price that its seller gives, in cents. */
export const asManual = <L extends Line>(line: L, cents: number): L => ({
  ...line,
  priceLadder: kept(line),
  unitPriceCents: cents,
  priceSource: 'manual',
  sample: false,
});

/** A line that is free. */
export const asSample = <L extends Line>(line: L): L => ({
  ...line,
  priceLadder: kept(line),
  unitPriceCents: 0,
  priceSource: 'sample',
  sample: true,
});
