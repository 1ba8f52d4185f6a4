import { dateIn } from '../../../kernel/clock';
import { type AppError, isAppError, notFound } from '../../../kernel/errors';
import { isLicensed } from '../../../kernel/premises';
import { underReview } from '../../entities/queries';
import { tooManyOpen } from '../backorders/open';
import { MAX_OPEN } from '../backorders/schema';
import { partnerSuspended } from '../flow/requirements';
import { holdProblem, limitProblem, overdueProblem, overrideError } from '../money/exposure';
import { checkFloor } from '../money/floor';
import { belowMinimum, caseMultiple, minimumFor } from '../money/minimum';
import { tooManyPending } from '../stock/limits/rejections';
import { type ErrorOfLines, stockErrors } from '../stock/pick';
import { notLicensed } from '../stock/premises';
import { shortDated } from '../stock/short-dated';
import { type Choice, holdsOf } from './choose';
import { CONDITIONS, type ConditionId, conditionOf, type Override } from './conditions.schema';
import { buyerOf, notConnected, sellerOf, sellerOrdersOff } from './parties';
import { type Deal, type Facts, isBuyers, type Sale } from './sale';
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

/** A sale whose parties trade, with what it comes to. */
interface Case {
  sale: Sale;
  deal: Deal;
  choice: Choice;
  /** Null where no stock was chosen. */
  stock: ReturnType<typeof stockErrors> | null;
}

/** Of what there is to know without two parties that trade. */
const OF_PARTIES: Partial<Record<ConditionId, (sale: Sale, facts: Facts) => AppError | null>> = {
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
    one(
      sideOf(sale) === 'retailer'
        ? null
        : thrownBy(() => checkFloor(sale.actor, deal.wholesaler.maxManualDiscountBps, choice.asked.lines)),
    ),
  hold: ({ deal: { terms, retailer } }) => one(terms ? holdProblem(terms.credit, retailer) : null),
  overdue: ({ deal: { terms, retailer } }) => one(terms ? overdueProblem(terms.credit, retailer) : null),
  case: ({ choice: { asked } }) => byLine(asked.lines, caseMultiple),
  minimum: ({ deal: { terms, wholesaler }, choice }) =>
    one(belowMinimum(choice.asked.totals, minimumFor(terms, wholesaler))),
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
  short_dated: ({ deal: { route }, choice }) => {
    if (!route.arrival?.minDays) return [];
    const held = choice.asked.lines.map((line) => ({
      ...line,
      units: holdsOf(choice).filter(({ orderItemId }) => orderItemId === line.itemId),
    }));
    return byLine(held, (lines) => shortDated(lines, route.arrival));
  },
  share: ({ stock, choice }) => ofLines(stock?.share ?? null, choice),
  stock: ({ stock, choice }) => ofLines(stock?.stock ?? null, choice),
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

function ofLines(found: ErrorOfLines | null, { asked }: Choice): Found[] {
  if (!found) return [];
  const places = new Map(asked.lines.map(({ itemId, index }) => [itemId, index]));
  const lines = found.lines.map(({ line, error }) => ({ index: places.get(line.itemId) ?? null, error }));
  return [{ error: found.error, lines }];
}

const IN_ORDER = CONDITIONS.map(conditionOf);

/**
 * Judges a sale: all that stands against it, each condition in its place. Nothing is read or written.
 * @param choice null where there is nothing to price
 */
export function judge(sale: Sale, facts: Facts, choice: Choice | null): Judgment {
  const { deal } = facts;
  const goods = deal && choice && { sale, deal, choice, stock: choice.picked && stockErrors(choice.picked) };
  const problems: Problem[] = [];
  const overridden = new Set<Override>();
  for (const condition of IN_ORDER) {
    if (!appliesTo(condition, sale)) continue;
    const id = condition.id as ConditionId;
    const { override, ends = false } = condition;
    const found = ofParties(id, sale, facts) ?? (goods && OF_GOODS[id]?.(goods)) ?? [];
    if (found.length === 0) continue;
    if (override && sale.input.override?.includes(override)) overridden.add(override);
    else problems.push(...found.map((each) => ({ ...each, condition: id, ends })));
  }
  return { problems, overridden: [...overridden] };
}

/** Whether a condition is one of this kind of sale, and of the party that places it. */
function appliesTo({ not = [], side }: (typeof IN_ORDER)[number], sale: Sale): boolean {
  if (not.includes(sale.kind)) return false;
  return side === undefined || (side === 'buyer') === isBuyers(sale);
}

/** @returns undefined for a condition that isn't about parties */
function ofParties(id: ConditionId, sale: Sale, facts: Facts): Found[] | undefined {
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
