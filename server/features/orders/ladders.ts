import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { type LadderStep, stepAt } from '../pricing/ladder';
import { type BuyerTerms, laddersWith } from '../pricing/queries.sql';
import type { SaleableVariant } from '../products/queries';
import type { PricedLine } from './stock.sql';

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
  const found = await pipelined(own.map((one) => laddersWith(db, one, sold)));
  return new Map(
    own.map(({ buyerId }, n) => [
      buyerId,
      new Map(found[n]?.map(({ variant_id, ladder }) => [variant_id, ladder])),
    ]),
  );
}

/** Lines at the prices that their amounts reach, with the ladders that they keep. */
export function pricedBy(ladders: Ladders | undefined, lines: readonly PricedLine[]): PricedLine[] {
  return lines.map((line) => {
    const ladder = ladders?.get(line.variantId);
    if (!ladder) return line;
    const { price_cents, source } = stepAt(ladder, line.quantity);
    const isPlain = ladder.length === 1 && source === 'wholesale';
    return {
      ...line,
      unitPriceCents: price_cents,
      priceSource: source,
      priceLadder: isPlain ? null : ladder,
    };
  });
}
