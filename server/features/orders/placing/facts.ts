import { isAppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { externalIdTaken } from '../../entities/external-ids/service';
import { alongRoute } from '../../inventory/allocation';
import { secretlySold } from '../../pricing/shown/queries';
import { type SaleableVariant, shownTo } from '../../products/queries';
import { isCounted } from '../money/exposure';
import { laddersFor } from '../money/ladders';
import { minimumFor } from '../money/minimum';
import { marketsOf, rulesFor } from '../money/taxes';
import type { NewOrderInput } from '../schema';
import type { Side } from '../shapes/flow.schema';
import { shareOf } from '../stock/limits/queries';
import { FEW_LINES, shareLeft } from '../stock/pick';
import { routeTo } from '../stock/premises';
import { choose } from './choose';
import { judge } from './judge';
import { mergeLines, namesOf, type Refused } from './merge';
import { placeOf, type Reads } from './reads';
import {
  type Deal,
  type Facts,
  isAcceptedAtOnce,
  isBuyers,
  NOTHING_READ,
  type Sale,
  type Terms,
} from './sale';
import { sideOf } from './sides';

/** Finds a party; one that is under review and not connected doesn't exist for the acting side, whatever its type. */
const knownTo =
  <P extends { underReview: boolean }>(acting: Side, parties: ReadonlyMap<string, P>, isConnected: boolean) =>
  (side: Side, id: string): P | undefined => {
    const party = parties.get(id);
    return side !== acting && party?.underReview && !isConnected ? undefined : party;
  };

/** The facts of one sale, with what is counted and reserved. */
export async function factsOf(reads: Reads, sale: Sale): Promise<Facts> {
  const [facts] = (await factsOfAll(reads, sale.sellerId, [sale])) as [Facts];
  if (!facts.deal || sale.kind === 'backorder') return facts;
  return { ...facts, deal: await withStanding(reads, sale, { ...facts, deal: facts.deal }) };
}

/** The same of several sales of one seller, whose limits and stock are left to read. */
export async function factsOfAll(reads: Reads, sellerId: string, sales: readonly Sale[]): Promise<Facts[]> {
  const { db } = reads;
  const buyers = [...new Set(sales.map(({ buyerId }) => buyerId))];
  const places = new Map(sales.map((sale) => [placeOf(sale), sale]));
  const entered = sales.find((sale) => sideOf(sale) === 'wholesaler');
  const [, parties, account, terms, connected, found, sold] = await pipelined([
    reads.begin(sales),
    reads.parties([...buyers, sellerId]),
    // Only who sells asks what its buyer allows.
    entered ? reads.account(sellerId, entered.buyerId) : null,
    reads.terms(sellerId, buyers),
    pipelined(buyers.map((buyerId) => reads.connected(buyerId, sellerId))),
    pipelined([...places.values()].map((sale) => reads.receiving(sale))),
    reads.variants(sellerId, namesOf(sales.flatMap(({ input }) => input.items))),
  ]);
  const [ladders, markets, shown, secret] = await pipelined([
    laddersFor(db, terms, sold),
    marketsOf(db, sellerId, terms, found),
    pipelined(buyers.map((buyerId) => shownTo(db, { sellerId, buyerId }, sold))),
    secretFor(db, sellerId, terms, sold),
  ]);
  const receivingOf = new Map([...places.keys()].map((place, n) => [place, found[n] ?? null]));
  return sales.map((sale) => {
    const n = buyers.indexOf(sale.buyerId);
    const isConnected = connected[n] ?? false;
    const known = knownTo(sideOf(sale), parties, isConnected);
    const [retailer, wholesaler] = [known('retailer', sale.buyerId), known('wholesaler', sellerId)];
    const receiving = receivingOf.get(placeOf(sale)) ?? null;
    const facts = {
      parties: { retailer, wholesaler },
      isConnected,
      takesSellersOrders: account?.seller_orders ?? false,
      receiving,
    };
    if (!retailer || !wholesaler || !receiving || !isConnected) return { ...facts, deal: null };
    // What exists for the buyer; a seller knows all of its goods, and may have put any into its quote (decision 620).
    const variants = sideOf(sale) === 'retailer' && !sale.frozen ? (shown[n] ?? []) : sold;
    const own = terms.find(({ buyerId }) => buyerId === sale.buyerId);
    const deal = {
      ...{ retailer, wholesaler, receiving, variants, terms: own, before: null },
      minimumCents: minimumFor(own, wholesaler),
      ...linesOf(sale.input, variants),
      route: routeTo(receiving, wholesaler, sale.input.delivery_date),
      taxes: { taxRateBps: wholesaler.taxRateBps, taxRules: rulesFor(own, retailer, receiving, markets) },
      ladders: ladders.get(sale.buyerId),
      secret: secret.get(sale.buyerId) ?? [],
      standing: NOTHING_READ,
    };
    return { ...facts, deal };
  });
}

/** The lines of a body, and what keeps others from being ordered. */
export function linesOf(
  { items }: Pick<NewOrderInput, 'items'>,
  variants: readonly SaleableVariant[],
): Pick<Deal, 'lines' | 'refused'> {
  const refused: Refused[] = [];
  try {
    return {
      lines: mergeLines(items, variants, (error, index) => refused.push({ error, index })),
      refused,
    };
  } catch (error) {
    // The body itself is wrong: there is nothing to price.
    if (isAppError(error)) return { lines: [], refused: [...refused, { error, index: null }] };
    throw error;
  }
}

/** What the offers that are on let buyers have from the secret menu, by buyer: buyers without any cost nothing. */
async function secretFor(
  db: Db,
  sellerId: string,
  terms: readonly Terms[],
  variants: ReadonlyArray<{ variant_id: string | null }>,
): Promise<Map<string, string[]>> {
  const ids = variants.flatMap(({ variant_id }) => variant_id ?? []);
  const offered = terms.filter(({ offerIds }) => offerIds.length > 0);
  const found = await pipelined(offered.map(({ buyerId }) => secretlySold(db, { sellerId, buyerId }, ids)));
  return new Map(offered.map(({ buyerId }, n) => [buyerId, found[n] ?? []]));
}

/** Whether an order of these terms counts against the limit as it is placed. */
export function limitInForce(sale: Sale, { terms }: Pick<Deal, 'terms'>): number | null {
  if (!terms || sale.kind === 'backorder') return null;
  const isCountedNow = isCounted(terms.credit, isAcceptedAtOnce(sale) ? 'accepted' : 'pending');
  return isCountedNow ? terms.credit.limitCents : null;
}

/** What a sale is limited by, and whether its stock must be locked for it. */
function boundsOf(sale: Sale, deal: Deal) {
  const { wholesaler, lines } = deal;
  const isLimited = isBuyers(sale) && sale.kind === 'order';
  const part = isLimited ? shareOf(sale.buyerId, wholesaler) : null;
  const limitCents = limitInForce(sale, deal);
  const mustLock = part !== null || sale.input.shortage === 'backorder';
  const waits = limitCents !== null || (isLimited && wholesaler.maxPendingOrders !== null);
  return { isLimited, part, limitCents, mustLock, holds: mustLock || waits || lines.length > FEW_LINES };
}

/** Reads what a sale asks for: pending orders, then the account, then stock, then backorders, as every operation locks them. */
async function withStanding(reads: Reads, sale: Sale, facts: Facts & { deal: Deal }): Promise<Deal> {
  const { db } = reads;
  const { sellerId, buyerId, input, actor } = sale;
  const { deal } = facts;
  const { wholesaler, lines, route, secret } = deal;
  const { isLimited, part, limitCents, mustLock, holds } = boundsOf(sale, deal);
  // What is rejected anyway keeps no others waiting for the account or the stock.
  if (reads.isHeld && holds && judge(sale, facts, choose(sale, deal)).problems.length > 0) return deal;
  const isFull = isLimited && (await reads.isFull(buyerId, wholesaler));
  const exposed =
    limitCents === null ? null : { limitCents, besideCents: await reads.exposure(sellerId, buyerId) };
  const variantIds = [...new Set(lines.map(({ variantId }) => variantId))];
  const asked = { sellerId, variantIds, secret };
  // Backorders take their pair's turn after the stock, as all others do.
  const { stock, isLocked } = await reads.stock(asked, { mustLock, lines: lines.length });
  const pair = part && { buyerId, sellerId, percent: part.percent };
  const share = pair && (await shareLeft(db, pair, { stock: alongRoute(stock, route), variantIds }));
  const taken = input.external_ids
    ? await externalIdTaken(db, actor.entity.id, 'order', input.external_ids)
    : null;
  const openBackorders =
    input.shortage === 'backorder' ? await reads.openBackorders(sellerId, buyerId) : null;
  return {
    ...deal,
    standing: {
      ...{ isFull, exposed, stock, isLocked, taken, openBackorders, share },
    },
  };
}
