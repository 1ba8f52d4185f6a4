import { type AppError, forbidden, isAppError, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { type EntityType, SELLERS } from '../../kernel/permissions';
import type { Route } from '../../kernel/premises';
import { checkBuyer } from '../../kernel/sides';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { planOnce } from '../../platform/db/plan.sql';
import { areConnected } from '../entities/connections/queries';
import type { Credit } from '../entities/customers/credit/queries.sql';
import { holdAccount } from '../entities/customers/queries';
import { holdReceiving } from '../entities/locations/queries';
import { holdParties } from '../entities/queries';
import type { Party } from '../entities/queries.sql';
import { type BuyerTerms, lockTerms } from '../pricing/queries.sql';
import { secretlySold } from '../pricing/shown/queries';
import { lockSaleableVariants, shownTo } from '../products/queries';
import { checkParties, partyProblems } from './checks';
import { checkConditions, minimumFor } from './conditions';
import { checkOverride, checkStanding } from './credit';
import { checkFloor } from './floor';
import type { Side } from './flow/schema';
import { type FrozenPrices, frozenBy, laddersFor, pricedBy } from './ladders';
import type { Override } from './lines/schema';
import { mergeLines, namesOf } from './merge';
import { type Parties, sideOf } from './parties';
import { routeTo } from './premises';
import { type LineTotals, newOrderNumber, type OrderTotals, totalsOf } from './pricing';
import type { NewOrderInput } from './schema';
import { FEW_LINES } from './stock';
import type { AskedLine } from './stock.sql';
import type { NewOrder } from './store';
import { marketsOf, rulesFor } from './taxes';

/** An order to place, and who places it. */
export interface Call extends Parties {
  ctx: Pick<WriteContext, 'actor' | 'request'>;
  input: NewOrderInput;
  /** Of a quote, whose terms hold as they were sent. */
  frozen?: FrozenPrices;
  /** For goods on backorder, which no minimum is for. */
  isBackorder?: boolean;
}

/** An order that its parties and goods allow, before its stock is chosen. */
export interface Prepared {
  order: NewOrder;
  lines: Array<AskedLine & LineTotals>;
  wholesaler: Party;
  /** Whether its buyer isn't on board. */
  unclaimed: boolean;
  route: Route;
  /** What its seller passed over. */
  overridden: Override[];
  /** Variants that an offer lets its buyer have from the secret menu, too. */
  secret: string[];
  /** What its seller allows its buyer to owe; null for goods on backorder. */
  credit: Credit | null;
}

/**
 * Checks orders of one seller, whose parties, locations and goods stay as they are until the transaction ends.
 * @param calls several only of buyers
 * @returns for each call its order, or the AppError that rejects it: NOT_FOUND (party, product, variant or location),
 *   FORBIDDEN (`not_a_buyer`, `connection_required`, `seller_orders_off`, `price_floor`, an override without its right), LICENSE_EXPIRED, CONFLICT (`license_unverified`, `partner_suspended`, `on_hold`, `overdue`, `case_multiple`, `minimum_order`, `weight_missing`),
 *   INVALID_REQUEST
 */
export async function prepareOrders(
  db: Db,
  sellerId: string,
  calls: readonly Call[],
): Promise<Array<Prepared | AppError>> {
  const buyers = [...new Set(calls.map(({ buyerId }) => buyerId))];
  const places = new Map(calls.map((call) => [placeOf(call), call]));
  const entered = calls.find((call) => sideOf(call) === 'wholesaler');
  const [, parties, held, terms, connected, found, variants] = await pipelined([
    calls.every(({ input }) => input.items.length <= FEW_LINES) ? planOnce(db).then() : null,
    holdParties(db, [...buyers, sellerId]),
    // Only who sells asks what its buyer allows.
    entered ? holdAccount(db, sellerId, entered.buyerId) : null,
    lockTerms(db, sellerId, buyers),
    pipelined(buyers.map((buyerId) => areConnected(db, buyerId, sellerId))),
    pipelined([...places.values()].map((call) => receivingLocation(db, call))),
    lockSaleableVariants(db, sellerId, namesOf(calls.flatMap(({ input }) => input.items))),
  ]);
  const [ladders, markets, shown] = await pipelined([
    laddersFor(db, terms, variants),
    marketsOf(db, sellerId, terms, found),
    pipelined(buyers.map((buyerId) => shownTo(db, { sellerId, buyerId }, variants))),
  ]);
  const secret = await secretFor(db, sellerId, terms, variants);
  const locations = new Map([...places.keys()].map((place, i) => [place, found[i]]));
  return calls.map((call) => {
    const { buyerId, input, frozen } = call;
    const side = sideOf(call);
    try {
      const isConnected = connected[buyers.indexOf(buyerId)] ?? false;
      const known = knownTo(side, parties, isConnected);
      const retailer = buyerOf(known('retailer', buyerId), sellerId);
      const wholesaler = sellerOf(known('wholesaler', sellerId), buyerId);
      // Before the connection: who is under review can't have one.
      const [review] = partyProblems({ retailer, wholesaler }, side, null, false);
      if (review) throw review;
      if (!isConnected) throw notConnected(side === 'retailer' ? wholesaler : retailer);
      if (side === 'wholesaler' && !held?.seller_orders) throw sellerOrdersOff(retailer);
      const receiving = locations.get(placeOf(call));
      if (!receiving) throw notFound();
      // What exists for the buyer; a seller knows all of its goods, and may have put any into its quote (decision 620).
      const isAnyones = side === 'retailer' && !frozen;
      const merged = mergeLines(input.items, isAnyones ? (shown[buyers.indexOf(buyerId)] ?? []) : variants);
      const account = terms.find((one) => one.buyerId === buyerId);
      const { taxRateBps } = wholesaler;
      const taxRules = rulesFor(account, retailer, receiving, markets);
      const { totals, lines } = totalsOf(
        frozen ? frozenBy(frozen, merged) : pricedBy(ladders.get(buyerId), merged),
        { taxRateBps, taxRules },
      );
      if (side === 'wholesaler' && !frozen)
        checkFloor(call.ctx.actor, wholesaler.maxManualDiscountBps, lines);
      const minimumCents = call.isBackorder ? null : minimumFor(account, wholesaler);
      checkOverride(call.ctx, input.override);
      const credit = call.isBackorder ? null : (account?.credit ?? null);
      const late = credit ? checkStanding(credit, retailer, input.override) : [];
      const overridden = frozen ? [] : checkConditions({ lines, totals, minimumCents }, input.override);
      checkParties({ retailer, wholesaler }, side, receiving);
      const order = newOrder(call, {
        ...totals,
        receivingLocationId: receiving.id,
        taxRules,
        wholesaler,
      });
      return {
        order,
        lines,
        wholesaler,
        unclaimed: retailer.managedBy !== null,
        route: routeTo(receiving, wholesaler, input.delivery_date),
        overridden: [...overridden, ...late],
        credit,
        secret: secret.get(buyerId) ?? [],
      };
    } catch (error) {
      if (isAppError(error)) return error;
      throw error;
    }
  });
}

/** What the offers that are on let buyers have from the secret menu, by buyer: buyers without any cost nothing. */
async function secretFor(
  db: Db,
  sellerId: string,
  terms: ReadonlyArray<BuyerTerms & { buyerId: string }>,
  variants: ReadonlyArray<{ variant_id: string | null }>,
): Promise<Map<string, string[]>> {
  const ids = variants.flatMap(({ variant_id }) => variant_id ?? []);
  const offered = terms.filter(({ offerIds }) => offerIds.length > 0);
  const found = await pipelined(offered.map(({ buyerId }) => secretlySold(db, { sellerId, buyerId }, ids)));
  return new Map(offered.map(({ buyerId }, n) => [buyerId, found[n] ?? []]));
}

function newOrder(
  { ctx: { actor }, input, buyerId, enteredBy }: Call,
  {
    wholesaler,
    ...rest
  }: OrderTotals & Pick<NewOrder, 'receivingLocationId' | 'taxRules'> & { wholesaler: Party },
): NewOrder {
  return {
    ...rest,
    id: newId(),
    orderNumber: newOrderNumber(new Date()),
    wholesalerId: wholesaler.id,
    retailerId: buyerId,
    taxRateBps: wholesaler.taxRateBps,
    deliveryDate: input.delivery_date ?? null,
    deliveryWindow: input.delivery_window ?? null,
    notes: input.notes || null,
    poNumber: input.po_number ?? null,
    createdBy: actor.userId,
    ...(enteredBy === 'seller' && { bySeller: true }),
  };
}

/** Finds a party; one that is under review and not connected doesn't exist for the acting side, whatever its type. */
export const knownTo =
  <P extends { underReview: boolean }>(acting: Side, parties: ReadonlyMap<string, P>, isConnected: boolean) =>
  (side: Side, id: string): P | undefined => {
    const party = parties.get(id);
    return side !== acting && party?.underReview && !isConnected ? undefined : party;
  };

/** @throws AppError NOT_FOUND unless it is another business that sells */
export function sellerOf<P extends { id: string; type: EntityType }>(
  party: P | undefined,
  buyerId: string,
): P {
  if (!party || party.id === buyerId || !SELLERS.includes(party.type)) throw notFound();
  return party;
}

/** @throws AppError NOT_FOUND unless it is another business, FORBIDDEN with `details.reason = "not_a_buyer"` unless it buys */
export function buyerOf<P extends { id: string; type: EntityType }>(
  party: P | undefined,
  sellerId: string,
): P {
  if (!party || party.id === sellerId) throw notFound();
  checkBuyer({ entity: party });
  return party;
}

export function sellerOrdersOff({ name }: { name: string }): AppError {
  return forbidden(`${name} has turned off orders that its sellers enter. Ask it to order itself.`, {
    reason: 'seller_orders_off',
  });
}

/** @param other who has no accepted connection with the caller's business */
export function notConnected({
  name,
  underReview = false,
}: {
  name: string;
  underReview?: boolean;
}): AppError {
  // Who is under review is in no directory.
  if (underReview) return notFound();
  return forbidden(
    `You are not connected with ${name}. Request a connection (POST /api/v1/entity/connections/request) and order once it is accepted.`,
    { reason: 'connection_required' },
  );
}

/** Calls with the same receive at the same location. */
const placeOf = (call: Call) =>
  [call.buyerId, call.input.receiving_location_id ?? '', ...(limitOf(call) ?? ['all'])].join('/');

/** A buyer's limited member could not receive elsewhere; a seller's limit is about its own locations. */
const limitOf = (call: Call) => (sideOf(call) === 'retailer' ? call.ctx.actor.locationLimit : null);

/** Where the goods go. */
const receivingLocation = (db: Db, call: Call) =>
  holdReceiving(db, call.buyerId, { id: call.input.receiving_location_id, within: limitOf(call) });
