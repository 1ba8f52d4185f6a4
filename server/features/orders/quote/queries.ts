import type { z } from 'zod';
import { type AppError, isAppError, notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { amountIn, EACH } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import { pipelined } from '../../../platform/db/pipelined';
import { areConnected } from '../../entities/connections/queries';
import { exposureBeside } from '../../entities/customers/credit/queries.sql';
import { findAccount } from '../../entities/customers/queries';
import { deliveryDatesOf, findReceiving } from '../../entities/locations/queries';
import { findParties } from '../../entities/queries';
import { alongRoute, findRows, findSaleable, takeUnits } from '../../inventory/allocation';
import { availableUnits } from '../../inventory/queries';
import { ladderView, oneStep } from '../../pricing/ladder';
import { findTerms } from '../../pricing/queries.sql';
import { secretlySold } from '../../pricing/shown/queries';
import { storedTaxLine } from '../../pricing/tax-lines';
import { findSaleableVariants, shownTo } from '../../products/queries';
import { partyProblems } from '../checks';
import { caseMultiple, conditionProblems, minimumFor } from '../conditions';
import { checkOverride, holdProblem, isCounted, limitProblem, overdueProblem } from '../credit';
import { checkFloor } from '../floor';
import { laddersFor, pricedBy } from '../ladders';
import { hasMostPending, leftOfShare, shareOf } from '../limits/queries';
import { beyondShare, notEnough, nothingAvailable, tooManyPending } from '../limits/rejections';
import { mergeLines, namesOf } from '../merge';
import { currentParties, partiesIn, sideOf } from '../parties';
import { barredLines, routeTo } from '../premises';
import { buyerOf, knownTo, notConnected, sellerOf, sellerOrdersOff } from '../prepare';
import { documentOf, totalsOf, weightMissing } from '../pricing';
import { takesWhatThereIs } from '../schema';
import { expiringBefore, shortDated } from '../short-dated';
import { wholeCases } from '../stock';
import type { AskedLine } from '../stock.sql';
import { marketsOf, rulesFor } from '../taxes';
import { lastPurchases } from './queries.sql';
import type { OrderQuote, QuoteOrder } from './schema';

type Quote = z.infer<typeof OrderQuote>;

/**
 * Prices an order as placing it would, without placing it. What placing it would meet is listed, not rejected (decision 409).
 * @throws AppError FORBIDDEN as `partiesIn` and for a buyer that never buys, NOT_FOUND (party, location), INVALID_REQUEST
 */
export async function quoteOrder(
  { db, actor }: ReadContext,
  input: z.infer<typeof QuoteOrder>,
): Promise<Quote> {
  const { items } = input;
  const call = await currentParties(db, partiesIn(actor, input));
  const { sellerId, buyerId: retailerId } = call;
  const [isBuyers, acting] = [call.enteredBy === 'buyer', sideOf(call)];
  const pair = { sellerId, buyerId: retailerId };
  const [parties, connected, found, held, receiving, dates, terms, secret] = await pipelined([
    findParties(db, [retailerId, sellerId]),
    areConnected(db, retailerId, sellerId),
    findSaleableVariants(db, sellerId, namesOf(items)),
    isBuyers ? null : findAccount(db, sellerId, retailerId),
    findReceiving(db, retailerId, {
      id: input.receiving_location_id,
      within: isBuyers ? actor.locationLimit : null,
    }),
    deliveryDatesOf(db, [sellerId]),
    findTerms(db, sellerId, [retailerId]),
    secretlySold(db, pair),
  ]);
  const known = knownTo(acting, parties, connected);
  const retailer = buyerOf(known('retailer', retailerId), sellerId);
  const wholesaler = sellerOf(known('wholesaler', sellerId), retailerId);
  if (!receiving) throw notFound();
  const problems: Quote['problems'] = [];
  const add = (index: number | null, { code, details, message }: AppError) => {
    const reason = typeof details.reason === 'string' ? details.reason : null;
    problems.push({ index, code: code as Quote['problems'][number]['code'], reason, message });
  };
  if (!connected) {
    add(null, notConnected(isBuyers ? wholesaler : retailer));
    for (const problem of partyProblems({ retailer, wholesaler }, acting, isBuyers ? receiving : null, false))
      add(null, problem);
    // Prices, stock and license are for those who may buy.
    return {
      lines: [],
      problems,
      subtotal: 0,
      discount_total: 0,
      freight_total: 0,
      tax_lines: [],
      tax: 0,
      total: 0,
      limit: null,
      exposure: null,
      next_delivery_dates: [],
    };
  }
  // In the order in which placing meets them.
  if (!isBuyers && !held?.seller_orders) add(null, sellerOrdersOff(retailer));
  const variants = isBuyers ? await shownTo(db, pair, found) : found;
  const merged = mergeLines(items, variants, (problem, index) => add(index, problem));
  const variantIds = merged.map((line) => line.variantId);
  // All at once, whatever of it is needed first: waiting costs a quote of many lines more than reading.
  const [ladders, markets, units, everywhere, bought, [exposed]] = await pipelined([
    laddersFor(db, terms, variants),
    marketsOf(db, sellerId, terms, [receiving]),
    availableUnits(db, pair, variantIds, receiving),
    // Lots matter where a day says which of them come too late.
    input.delivery_date
      ? findSaleable(db, sellerId, variantIds, secret)
      : findRows(db, sellerId, variantIds, secret).then((found) => ({ rows: found, lots: [] })),
    lastPurchases(db, { buyerId: retailerId, ...(!isBuyers && { sellerId }) }, variantIds),
    exposureBeside(db, sellerId, retailerId),
  ]);
  const { totals: asked, lines } = totalsOf(pricedBy(ladders.get(retailerId), merged), wholesaler);
  const indexOf = (line: Named) =>
    items.findIndex((item) => isSame(mergeLines([item], variants, ignore)[0], line));
  const problem = acting === 'wholesaler' && floorProblem(actor, wholesaler, lines);
  if (problem) add(null, problem);
  const noRight = problemOf(() => checkOverride({ actor }, input.override));
  if (noRight) add(null, noRight);
  const credit = terms[0]?.credit;
  const passes = input.override?.includes('credit');
  const standing = credit && [
    holdProblem(credit, retailer),
    passes ? null : overdueProblem(credit, retailer),
  ];
  for (const one of standing ?? []) if (one) add(null, one);
  const minimumCents = minimumFor(terms[0], wholesaler);
  for (const { override, error } of conditionProblems({ lines, totals: asked, minimumCents })) {
    if (input.override?.includes(override)) continue;
    const broken = override === 'case' ? lines.filter((line) => caseMultiple([line])) : [];
    if (broken.length === 0) add(null, error);
    for (const line of broken) add(indexOf(line), caseMultiple([line]) ?? error);
  }
  for (const problem of partyProblems({ retailer, wholesaler }, acting, receiving)) add(null, problem);
  const current = {
    taxRateBps: wholesaler.taxRateBps,
    taxRules: rulesFor(terms[0], retailer, receiving, markets),
  };
  const weightless = weightMissing(lines, current);
  if (weightless) add(null, weightless);
  // What goes by weight is left out where a weight is missing.
  const byValue = current.taxRules?.filter(({ basis }) => basis !== 'weight');
  const taxes = weightless ? { ...current, taxRules: byValue } : current;
  totalsOf(lines, taxes);
  const route = routeTo(receiving, wholesaler, input.delivery_date);
  const reachable = alongRoute(everywhere, route);
  const paid = new Map(bought.map((row) => [row.variant_id, toDollars(row.unit_price_cents)]));
  const barred = barredLines(reachable, lines, route);
  const kept = new Map(barred.map(({ variantId, units: left }) => [variantId, left]));
  const stock = new Map(variantIds.map((id) => [id, units.get(id) ?? 0]));
  // What a seller allows its buyers is no limit of its own.
  const share = isBuyers ? shareOf(retailerId, wholesaler) : null;
  const left =
    share && (await leftOfShare(db, { buyerId: retailerId, sellerId: wholesaler.id }, stock, share.percent));
  const leftOf = (variantId: string) => left?.get(variantId) ?? Number.POSITIVE_INFINITY;
  const availableOf = (variantId: string) => Math.min(stock.get(variantId) ?? 0, leftOf(variantId));
  if (isBuyers && (await hasMostPending(db, retailerId, wholesaler))) add(null, tooManyPending(wholesaler));
  // What placing would reserve.
  const takesRest = takesWhatThereIs(input);
  const rest = new Map(variantIds.map((id) => [id, kept.has(id) ? 0 : availableOf(id)]));
  const quoted = lines.map((line) => {
    const there = rest.get(line.variantId) ?? 0;
    const quantity = takesRest ? wholeCases(line, there) : line.quantity;
    rest.set(line.variantId, Math.max(0, there - quantity));
    return { ...line, quantity, requested: line.quantity };
  });
  const { totals, lines: priced } = totalsOf(quoted, taxes);
  const counts = credit && isCounted(credit, isBuyers || input.accept === false ? 'pending' : 'accepted');
  const limitCents = credit?.limitCents ?? null;
  const limit =
    counts && limitCents !== null
      ? limitProblem({ limitCents, besideCents: exposed?.cents ?? 0 }, totals.totalCents)
      : null;
  if (limit && !passes) add(null, limit);
  const { units: reserved, subtotalCents, taxCents, totalCents } = totals;
  const hasNone = lines.length > 0 && reserved === 0;
  if (barred[0] && (hasNone || !takesRest)) add(null, barred[0].error);
  else if (hasNone) add(null, nothingAvailable([]));
  for (const line of quoted) {
    const { variantId, quantity } = line;
    if (availableOf(variantId) >= quantity || (kept.get(variantId) ?? 0) >= quantity) continue;
    add(
      indexOf(line),
      leftOf(variantId) < quantity ? beyondShare(wholesaler.maxReservedPercent, []) : notEnough([]),
    );
  }
  const reserving = quoted.map((line) => ({
    ...line,
    units: takeUnits(reachable, line.variantId, line.quantity),
  }));
  const early = input.override?.includes('short_dated') ? [] : reserving;
  for (const line of early) {
    const problem = shortDated([line], route.arrival);
    if (problem) add(indexOf(line), problem);
  }
  const expiring = new Map(reserving.map((line) => [keyOf(line), expiringBefore(line.units, route.arrival)]));
  const byId = new Map(variants.map((variant) => [variant.variant_id, variant]));
  return {
    lines: priced.flatMap((line) => {
      const variant = byId.get(line.variantId);
      if (!variant) return [];
      const { variant_name, category, image, unit } = variant;
      const step = variant.step === null ? null : variant.step / EACH;
      const available = availableOf(line.variantId);
      return {
        product_id: line.productId,
        product_name: line.productName,
        variant_id: line.variantId,
        sku: line.sku,
        variant_name,
        category,
        image,
        unit,
        step,
        quantity: line.quantity,
        amount: amountIn(line.quantity, step),
        requested_quantity: line.requested,
        case_size: line.caseSize,
        case_size_amount: amountIn(line.caseSize, step),
        unit_price: toDollars(line.unitPriceCents),
        price_source: line.priceSource ?? 'wholesale',
        price_ladder: ladderView(line.priceLadder ?? oneStep(line.unitPriceCents), line.step ?? null),
        discount_bps: line.discountBps ?? 0,
        sample: line.sample ?? false,
        total: toDollars(line.totalCents),
        available_quantity: available,
        available_amount: amountIn(available, step),
        expires_before_delivery: expiring.get(keyOf(line)) ?? 0,
        last_price: paid.get(line.variantId) ?? null,
      };
    }),
    problems,
    subtotal: toDollars(subtotalCents),
    discount_total: 0,
    freight_total: 0,
    tax_lines: documentOf(quoted, taxes).taxLines.map(storedTaxLine),
    tax: toDollars(taxCents),
    total: toDollars(totalCents),
    limit: limitCents === null ? null : toDollars(limitCents),
    exposure: toDollars(exposed?.cents ?? 0),
    next_delivery_dates: dates.get(sellerId) ?? [],
  };
}

type Named = Pick<AskedLine, 'variantId' | 'sample'>;
const keyOf = ({ variantId, sample }: Named) => `${variantId}/${Boolean(sample)}`;
const isSame = (one: Named | undefined, other: Named) =>
  one?.variantId === other.variantId && Boolean(one.sample) === Boolean(other.sample);

/** What a manager's prices are rejected for; null for none. */
const floorProblem = (...[actor, { maxManualDiscountBps }, lines]: Floor) =>
  problemOf(() => checkFloor(actor, maxManualDiscountBps, lines));
type Check = Parameters<typeof checkFloor>;
type Floor = [actor: Check[0], seller: { maxManualDiscountBps: number }, lines: Check[2]];

function problemOf(check: () => void): AppError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

const ignore = () => {};
