import { oneStep, stepAt } from '../../pricing/ladder';
import type { KeptLine } from './kept.sql';

/** A line whose price follows from its ladder, or is fixed. */
type Line = Pick<KeptLine, 'quantity' | 'unitPriceCents' | 'priceLadder' | 'priceSource' | 'breakSteps'>;

/** Whether the price of a line was given, and follows from no ladder. */
export const isFixed = ({ priceSource }: Pick<Line, 'priceSource'>): boolean =>
  priceSource === 'manual' || priceSource === 'sample';

/** The ladder of a line; one that has none keeps its price at any quantity. */
export const ladderOf = ({
  priceLadder,
  unitPriceCents,
  priceSource,
}: Omit<Line, 'quantity' | 'breakSteps'>) => priceLadder ?? oneStep(unitPriceCents, priceSource);

/** A line of another quantity at the price that this reaches in its own ladder; a price that was given stays (T32). */
export function withQuantity<L extends Line>(line: L, quantity: number): L {
  if (quantity === line.quantity) return line;
  return atBreak({ ...line, quantity, breakSteps: null });
}

/** A line at the price that its amount reaches in its own ladder, unless that was given. */
export function atBreak<L extends Line>(line: L): L {
  if (isFixed(line)) return line;
  const { price_cents, source } = stepAt(ladderOf(line), line.breakSteps ?? line.quantity);
  return { ...line, unitPriceCents: price_cents, priceSource: source };
}
