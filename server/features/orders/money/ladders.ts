import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { type LadderStep, ladderIn, type PriceBreak } from '../../pricing/ladder';
import { laddersIn } from '../../pricing/queries';
import { type BuyerTerms, breaksWith } from '../../pricing/queries.sql';
import type { SaleableVariant } from '../../products/queries';
import type { AskedLine, PricedLine } from '../stock/holds.sql';
import { asManual, asSample, atBreak } from './reprice';

/** The prices of variants for one buyer, by variant. */
export type Ladders = ReadonlyMap<string, LadderStep[]>;

/** The prices of variants of one seller, by buyer; absent for buyers that pay the wholesale price. */
export async function laddersFor(
  db: Db,
  terms: ReadonlyArray<BuyerTerms & { buyerId: string }>,
  variants: readonly SaleableVariant[],
): Promise<ReadonlyMap<string, Ladders>> {
  const own = terms.filter(({ listId, offerIds }) => listId !== null || offerIds.length > 0);
  const sold = variants.flatMap(({ variant_id, wholesale_price_cents }) =>
    variant_id === null ? [] : [{ variant_id, wholesale_price_cents }],
  );
  if (own.length === 0 || sold.length === 0) return new Map();
  const ids = sold.map(({ variant_id }) => variant_id);
  const found = await pipelined(own.map((one) => breaksWith(db, one, ids)));
  return new Map(own.map((one, n) => [one.buyerId, laddersIn(one, sold, found[n] ?? [])]));
}

/** Prices that a quote has frozen, by the key of a line. */
export type FrozenPrices = ReadonlyMap<
  string,
  Pick<PricedLine, 'unitPriceCents' | 'priceSource'> & { ladder: readonly PriceBreak[] }
>;

/** Lines at the prices that their amounts reach, or that their seller gave, with the ladders that they keep. */
export function pricedBy<L extends AskedLine>(ladders: Ladders | undefined, lines: readonly L[]): L[] {
  return lines.map((line) => {
    const ladder = ladders?.get(line.variantId);
    return given(ladder ? atBreak({ ...line, priceLadder: ladder }) : line);
  });
}

/** The same where a quote has frozen the prices: also those that its seller gave. */
export function frozenBy<L extends AskedLine>(prices: FrozenPrices, lines: readonly L[]): L[] {
  return lines.map((line) => {
    const frozen = prices.get(keyOf(line.variantId, line.sample));
    if (!frozen) return given(line);
    const { ladder, ...price } = frozen;
    return withoutPlain({ ...line, ...price, priceLadder: ladderIn(ladder, line.step ?? null) });
  });
}

/** A ladder of nothing but the wholesale price is not kept. */
const withoutPlain = <L extends AskedLine>(line: L): L =>
  line.priceLadder?.length === 1 && line.priceSource === 'wholesale' ? { ...line, priceLadder: null } : line;

function given<L extends AskedLine>(line: L): L {
  if (line.sample) return asSample(line);
  return line.givenCents === undefined ? withoutPlain(line) : asManual(line, line.givenCents);
}

/** An order has one line of a variant, and one of its samples (decision 600). */
export const keyOf = (variantId: string, sample: boolean | undefined): string =>
  sample ? `${variantId} sample` : variantId;
