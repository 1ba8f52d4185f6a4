import { copyOf } from '../../inventory/allocation';
import { frozenBy, pricedBy } from '../money/ladders';
import { type LineTotals, type OrderTotals, type PricedSale, priceOf } from '../money/pricing';
import { takesWhatThereIs } from '../schema';
import type { AskedLine, Hold, PricedLine } from '../stock/holds.sql';
import { type Picked, pick } from '../stock/pick';
import type { Deal, Sale } from './sale';
import { whatThereIs } from './shortage';

/** What a sale comes to, and what its lines would hold. */
export interface Choice {
  /** As it was asked for. */
  asked: PricedSale<AskedLine>;
  /** Null where stock isn't asked for. */
  picked: Picked | null;
  /** What the order would have. */
  lines: Array<AskedLine & LineTotals>;
  totals: OrderTotals;
  /** What it would lack, of an order that takes what there is. */
  missing: PricedLine[];
}

/** Prices a sale and chooses its stock, of which nothing is taken for good. */
export function choose(sale: Sale, deal: Deal): Choice {
  const { lines: merged, ladders, taxes, route, standing } = deal;
  const { frozen, input } = sale;
  const asked = priceOf(frozen ? frozenBy(frozen, merged) : pricedBy(ladders, merged), taxes);
  const whole = { asked, lines: asked.lines, totals: asked.totals, missing: [] };
  if (standing.stock === null) return { ...whole, picked: null };
  const partial = takesWhatThereIs(input);
  const picked = pick(standing.stock, asked.lines, { route, partial, share: standing.share });
  if (!partial) return { ...whole, picked };
  const { kept, missing } = whatThereIs(asked.lines, picked.holds);
  return missing.length === 0 ? { ...whole, picked } : { asked, picked, missing, ...sumsOf(kept, deal) };
}

function sumsOf(lines: AskedLine[], { taxes }: Deal): Pick<Choice, 'lines' | 'totals'> {
  const { lines: priced, totals } = priceOf(lines, taxes);
  return { lines: priced, totals };
}

/** The same with a copy of the stock, of which choosing takes what it chooses. */
export function withOwnStock(deal: Deal): Deal {
  const { stock } = deal.standing;
  return { ...deal, standing: { ...deal.standing, stock: stock && copyOf(stock) } };
}

/** What a choice holds. */
export const holdsOf = ({ picked }: Pick<Choice, 'picked'>): readonly Hold[] => picked?.holds ?? [];
