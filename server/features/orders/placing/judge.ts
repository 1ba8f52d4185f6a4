import { dateIn } from '../../../kernel/clock';
import { type AppError, isAppError, notFound } from '../../../kernel/errors';
import { isLicensed } from '../../../kernel/premises';
import { underReview } from '../../entities/queries';
import { tooManyOpen } from '../backorders/open';
import { MAX_OPEN } from '../backorders/schema';
import { partnerSuspended } from '../flow/requirements';
import { holdProblem, limitProblem, overdueProblem, overrideError } from '../money/exposure';
import { belowFloor, type Sold } from '../money/floor';
import { belowMinimum, caseMultiple } from '../money/minimum';
import type { PricedSale } from '../money/pricing';
import { tooManyPending } from '../stock/limits/rejections';
import { type ErrorOfLines, stockErrors } from '../stock/pick';
import { notLicensed } from '../stock/premises';
import { shortDated } from '../stock/short-dated';
import { type Choice, holdsOf } from './choose';
import { appliesTo, CONDITIONS, type ConditionId, conditionOf, type Override } from './conditions.schema';
import { buyerOf, notConnected, sellerOf, sellerOrdersOff } from './parties';
import type { Facts, Judged, Sale } from './sale';
import { sideOf } from './sides';

/** What stands against a sale, by one error; with that of each line, where it is about lines. */
interface Found {
  error: AppError;
  /** By their places in the request. */
  lines?: ReadonlyArray<{ index: number | null; error: AppError }>;
}

export interface Problem extends Found {
  condition: ConditionId;
  /** Whether there is no order to price while it stands. */
  ends: boolean;
}

export interface Judgment {
  /** All that stands against it, in the order of `CONDITIONS`; placing is rejected for the first. */
  problems: Problem[];
  /** What its seller passes over. */
  overridden: Override[];
}

/** What a sale or a changed order comes to, and what its lines would hold. */
export type Judgeable = Pick<Choice, 'picked' | 'totals'> & {
  asked: PricedSale<Sold>;
  /** What it would lack, of an order that takes what there is. */
  missing: readonly object[];
};

/** A sale whose parties trade, with what it comes to. */
interface Case {
  sale: Sale;
  deal: Judged;
  choice: Judgeable;
  /** Null where no stock was chosen. */
  stock: ReturnType<typeof stockErrors> | null;
}

/** Of what there is to know without two parties that trade. */
const OF_PARTIES: Partial<Record<ConditionId, (sale: Sale, facts: Facts<Judged>) => AppError | null>> = {
  override_right: ({ actor, input }) => overrideError(actor, input.override),
  party: ({ sellerId, buyerId }, { parties: { retailer, wholesaler } }) =>
    thrownBy(() => {
      buyerOf(retailer, sellerId);
      sellerOf(wholesaler, buyerId);
    }),
  own_review: (sale, { parties }) => (parties[sideOf(sale)]?.underReview ? underReview() : null),
  connection: (sale, { isConnected, parties }) => {
    const other = parties[sideOf(sale) === 'retailer' ? 'wholesaler' : 'retailer'];
    return isConnected || !other ? null : notConnected(other);
  },
  // A buyer that accepts a seller's quote decides it by that.
  seller_orders: (sale, { takesSellersOrders, isConnected, parties: { retailer } }) =>
    sideOf(sale) === 'retailer' || takesSellersOrders || !isConnected || !retailer
      ? null
      : sellerOrdersOff(retailer),
  premises: (_, { receiving, isConnected }) => (receiving || !isConnected ? null : notFound()),
};

const one = (error: AppError | null): Found[] => (error ? [{ error }] : []);

/** Of a sale whose parties trade. */
const OF_GOODS: Partial<Record<ConditionId, (one: Case) => Found[]>> = {
  lines: ({ deal }) =>
    deal.refused.flatMap(({ error, index }) =>
      index === null ? [] : [{ error, lines: [{ index, error }] }],
    ),
  bounds: ({ deal, choice }) => [
    ...deal.refused.flatMap(({ error, index }) => (index === null ? [{ error }] : [])),
    ...one(choice.asked.tooLarge),
  ],
  weight: ({ choice }) => one(choice.asked.weightless),
  floor: ({ sale, deal, choice }) =>
    one(belowFloor(sale.actor, deal.wholesaler.maxManualDiscountBps, choice.asked.lines, deal.before ?? [])),
  hold: ({ deal: { terms, retailer } }) => one(terms ? holdProblem(terms.credit, retailer) : null),
  overdue: ({ deal: { terms, retailer } }) => one(terms ? overdueProblem(terms.credit, retailer) : null),
  case: ({ deal }) => byLine(deal.lines, caseMultiple),
  minimum: ({ deal: { minimumCents, before }, choice }) =>
    one(belowMinimum(choice.asked.totals, minimumCents, before)),
  partner: ({ sale, deal }) => {
    const other = sideOf(sale) === 'retailer' ? deal.wholesaler : deal.retailer;
    return one(other.suspendedAt ? partnerSuspended(other) : null);
  },
  buyers_license: ({ deal: { retailer, receiving } }) =>
    one(
      isLicensed(receiving, dateIn(retailer.timezone))
        ? null
        : notLicensed('retailer', retailer.name, receiving),
    ),
  pending: ({ deal: { wholesaler, standing } }) => one(standing.isFull ? tooManyPending(wholesaler) : null),
  sellers_premises: ({ stock }) => one(stock?.premises[0]?.error ?? null),
  short_dated: ({ deal: { route, lines }, choice }) => {
    if (!route.arrival?.minDays) return [];
    const held = lines.map((line) => ({
      ...line,
      units: holdsOf(choice).filter(({ orderItemId }) => orderItemId === line.itemId),
    }));
    return byLine(held, (late) => shortDated(late, route.arrival));
  },
  share: ({ stock, deal }) => ofLines(stock?.share ?? null, deal),
  stock: ({ stock, deal }) => ofLines(stock?.stock ?? null, deal),
  nothing: ({ stock }) => one(stock?.nothing ?? null),
  limit: ({ deal: { standing }, choice }) => one(limitProblem(standing.exposed, choice.totals.totalCents)),
  external_id: ({ deal }) => one(deal.standing.taken),
  backorders: ({ deal: { standing }, choice }) =>
    one((standing.openBackorders ?? 0) + choice.missing.length > MAX_OPEN ? tooManyOpen() : null),
};

/** What is wrong with lines together, and with each. */
function byLine<L extends { index: number }>(
  lines: readonly L[],
  errorOf: (lines: readonly L[]) => AppError | null,
): Found[] {
  return one(errorOf(lines)).map(({ error }) => ({
    error,
    lines: lines.flatMap((line) => one(errorOf([line])).map((own) => ({ index: line.index, ...own }))),
  }));
}

function ofLines(found: ErrorOfLines | null, deal: Judged): Found[] {
  if (!found) return [];
  const places = new Map(deal.lines.map(({ itemId, index }) => [itemId, index]));
  const lines = found.lines.map(({ line, error }) => ({ index: places.get(line.itemId) ?? null, error }));
  return [{ error: found.error, lines }];
}

const IN_ORDER = CONDITIONS.map(conditionOf);

/**
 * Judges a sale, or a change of an order: all that stands against it, each condition in its place. Nothing is read or written.
 * @param choice null where there is nothing to price
 */
export function judge(sale: Sale, facts: Facts<Judged>, choice: Judgeable | null): Judgment {
  const { deal } = facts;
  const goods = deal && choice && { sale, deal, choice, stock: choice.picked && stockErrors(choice.picked) };
  const problems: Problem[] = [];
  const overridden = new Set<Override>();
  for (const condition of IN_ORDER) {
    if (!appliesTo(condition, sale.kind, sale.enteredBy)) continue;
    const id = condition.id as ConditionId;
    const { override, ends = false } = condition;
    const found = ofParties(id, sale, facts) ?? (goods && OF_GOODS[id]?.(goods)) ?? [];
    if (found.length === 0) continue;
    if (override && sale.input.override?.includes(override)) overridden.add(override);
    else problems.push(...found.map((each) => ({ ...each, condition: id, ends })));
  }
  return { problems, overridden: [...overridden] };
}

/** @returns undefined for a condition that isn't about parties */
function ofParties(id: ConditionId, sale: Sale, facts: Facts<Judged>): Found[] | undefined {
  const find = OF_PARTIES[id];
  return find && one(find(sale, facts));
}

function thrownBy(check: () => void): AppError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}
