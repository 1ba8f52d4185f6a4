import type { Db } from '../../platform/db/client';
import { type LadderStep, ladderFrom, type OfferedBreak, pricesOf } from './ladder';
import { type BreaksRow, type BuyerTerms, breakIn, breaksWith, type VersionedTerms } from './queries.sql';
import { remember, remembered, type Shown } from './remembered';

/** A variant with its wholesale price, in cents. */
export interface Sold {
  variant_id: string;
  wholesale_price_cents: number;
}

/** The ladders of a seller's variants for a buyer with these terms, by variant. */
export async function ladderOf(
  db: Db,
  terms: BuyerTerms,
  sold: readonly Sold[],
): Promise<ReadonlyMap<string, LadderStep[]>> {
  if (sold.length === 0) return new Map();
  const ids = sold.map(({ variant_id }) => variant_id);
  return laddersIn(terms, sold, await breaksWith(db, terms, ids));
}

/**
 * What a buyer with these terms sees of the prices of a page, by variant. Breaks are read only of variants that the process
 * hasn't shown yet since the terms or the variant changed.
 */
export async function shownPrices(
  db: Db,
  terms: VersionedTerms,
  page: readonly Shown[],
): Promise<ReadonlyMap<string, ReturnType<typeof pricesOf>>> {
  const { version } = terms;
  const prices = new Map(page.map((one) => [one.variant_id, remembered(version, one)]));
  const others = page.filter(({ variant_id }) => !prices.get(variant_id));
  const ladders = await ladderOf(db, terms, others);
  const found = others.map((one) => ({
    ...one,
    prices: pricesOf({ ...one, ladder: ladders.get(one.variant_id) ?? null }),
  }));
  remember(version, found);
  for (const one of found) prices.set(one.variant_id, one.prices);
  return prices as ReadonlyMap<string, ReturnType<typeof pricesOf>>;
}

/** The ladders of variants of breaks that were read. */
export function laddersIn(
  { discountBps }: Pick<BuyerTerms, 'discountBps'>,
  sold: readonly Sold[],
  rows: readonly BreaksRow[],
): Map<string, LadderStep[]> {
  const breaks = new Map(rows.map((row) => [row.variant_id, row]));
  return new Map(
    sold.map(({ variant_id, wholesale_price_cents }) => {
      const { rules, offered, places } = breaks.get(variant_id) ?? NO_BREAKS;
      const rule = rules?.map(breakIn) ?? [];
      const offer = offered?.map((one, n): OfferedBreak => [places?.[n] ?? 1, ...breakIn(one)]) ?? [];
      return [variant_id, ladderFrom(wholesale_price_cents, discountBps, rule, offer)];
    }),
  );
}

const NO_BREAKS: Pick<BreaksRow, 'rules' | 'offered' | 'places'> = {
  rules: null,
  offered: null,
  places: null,
};
