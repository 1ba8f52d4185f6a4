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

/** A variant for a store; null for that of the cart. */
interface Place {
  variant_id: string;
  location_id?: string | null | undefined;
}

export const lineKey = ({ variant_id, location_id }: Place) => `${variant_id}/${location_id ?? ''}`;

/** What is wanted, by `lineKey`. */
export type Wanted = ReadonlyMap<string, Place & { quantity: number }>;

/**
 * What a list of lines asks for, those of one variant for one store merged.
 * @throws AppError INVALID_REQUEST when a variant's units add up to too many
 */
export function wantedOf(
  lines: ReadonlyArray<Place & ({ quantity: number } | { add: number })>,
  present: readonly StoredLine[],
): Wanted {
  const before = new Map(present.map((line) => [lineKey(line), line.quantity]));
  const wanted = new Map<string, Place & { quantity: number }>();
  for (const [index, line] of lines.entries()) {
    const key = lineKey(line);
    const [field, units] = 'add' in line ? ['add', line.add] : ['quantity', line.quantity];
    const base = field === 'add' ? (before.get(key) ?? 0) : 0;
    const sum = (wanted.get(key)?.quantity ?? base) + units;
    if (sum > MAX_UNITS) {
      throw invalidRequest([
        {
          path: `lines[${index}].${field}`,
          code: 'value_too_large',
          message: `a line must have at most ${MAX_UNITS} units`,
        },
      ]);
    }
    wanted.set(key, { variant_id: line.variant_id, location_id: line.location_id, quantity: sum });
  }
  return wanted;
}

/** The variants of which more is wanted for a store than the cart has: the supplier has to sell them. */
export function addedOf(wanted: Wanted, present: readonly StoredLine[]): string[] {
  const before = new Map(present.map((line) => [lineKey(line), line.quantity]));
  const more = [...wanted].flatMap(([key, { variant_id, quantity }]) =>
    quantity > (before.get(key) ?? 0) ? [variant_id] : [],
  );
  return [...new Set(more)];
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
  const known = new Map(present.map((line) => [lineKey(line), line]));
  const lines = new Map(kept.map((line) => [lineKey(line), line]));
  for (const [key, { variant_id, location_id, quantity }] of wanted) {
    const line = known.get(key) ?? lineOf(offers.get(variant_id)) ?? alike(present, variant_id);
    if (quantity <= 0) lines.delete(key);
    else if (line) {
      const { location_id: _, ...goods } = line;
      lines.set(key, { ...goods, ...(location_id && { location_id }), quantity });
    }
  }
  if (lines.size > MAX_LINES) {
    throw invalidRequest([
      { path: 'lines', code: 'too_many_items', message: `must have at most ${MAX_LINES} lines` },
    ]);
  }
  return [...lines.values()];
}

/** The same goods for another store, where nothing is added of them. */
const alike = (present: readonly StoredLine[], variantId: string) =>
  present.find((line) => line.variant_id === variantId);

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
