import { invalidRequest, notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { type LadderStep, stepAt } from '../../pricing/ladder';
import { productInactive } from '../placing/merge';
import { MAX_LINES } from '../shapes/lines.schema';
import type { SoldVariant } from './queries.sql';
import { MAX_UNITS } from './schema';
import type { StoredLine } from './tables';

/** With the buyer's ladder; null for who pays the wholesale price. */
export type OfferedVariant = SoldVariant & { ladder: LadderStep[] | null };

/** Units by variant. */
export type Wanted = ReadonlyMap<string, number>;

/**
 * What a list of lines asks for, those of one variant merged.
 * @throws AppError INVALID_REQUEST when a variant's units add up to too many
 */
export function wantedOf(
  lines: ReadonlyArray<{ variant_id: string } & ({ quantity: number } | { add: number })>,
  present: readonly StoredLine[],
): Wanted {
  const before = new Map(present.map((line) => [line.variant_id, line.quantity]));
  const wanted = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const [field, units] = 'add' in line ? ['add', line.add] : ['quantity', line.quantity];
    const base = field === 'add' ? (before.get(line.variant_id) ?? 0) : 0;
    const sum = (wanted.get(line.variant_id) ?? base) + units;
    if (sum > MAX_UNITS) {
      throw invalidRequest([
        {
          path: `lines[${index}].${field}`,
          code: 'value_too_large',
          message: `a line must have at most ${MAX_UNITS} units`,
        },
      ]);
    }
    wanted.set(line.variant_id, sum);
  }
  return wanted;
}

/** The variants of which more is wanted than the cart has: the supplier has to sell them. */
export function addedOf(wanted: Wanted, present: readonly StoredLine[]): string[] {
  const before = new Map(present.map((line) => [line.variant_id, line.quantity]));
  return [...wanted].flatMap(([id, units]) => (units > (before.get(id) ?? 0) ? [id] : []));
}

/**
 * The lines after a change. One that was there keeps its name and price, so that the cart shows what has changed since.
 * @param kept lines that stay without being asked for
 * @param sold what the supplier sells of `addedOf`
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason = "product_inactive"`, INVALID_REQUEST for too many lines
 */
export function linesAfter(
  present: readonly StoredLine[],
  kept: readonly StoredLine[],
  wanted: Wanted,
  added: readonly string[],
  sold: readonly OfferedVariant[],
): StoredLine[] {
  const offers = new Map(sold.map((variant) => [variant.variant_id, variant]));
  for (const id of added) assertSold(offers.get(id));
  const known = new Map(present.map((line) => [line.variant_id, line]));
  const lines = new Map(kept.map((line) => [line.variant_id, line]));
  for (const [id, quantity] of wanted) {
    const line = known.get(id) ?? lineOf(offers.get(id));
    if (quantity <= 0) lines.delete(id);
    else if (line) lines.set(id, { ...line, quantity });
  }
  if (lines.size > MAX_LINES) {
    throw invalidRequest([
      { path: 'lines', code: 'too_many_items', message: `must have at most ${MAX_LINES} lines` },
    ]);
  }
  return [...lines.values()];
}

function assertSold(offer: OfferedVariant | undefined): void {
  if (!offer) throw notFound();
  if (offer.active) return;
  throw productInactive(offer);
}

function lineOf(offer: OfferedVariant | undefined): Omit<StoredLine, 'quantity'> | null {
  if (!offer) return null;
  const { active: _, terms: __, wholesale_price_cents, case_size, ladder, unit, step, ...names } = offer;
  return {
    ...names,
    unit_price: toDollars(ladder ? stepAt(ladder, case_size).price_cents : wholesale_price_cents),
    ...(ladder && { ladder }),
    ...(case_size > 1 && { case_size }),
    ...(unit && step && { unit, step }),
  };
}
