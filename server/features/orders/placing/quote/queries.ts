import type { z } from 'zod';
import type { AppError } from '../../../../kernel/errors';
import { toDollars } from '../../../../kernel/money';
import { amountIn, EACH } from '../../../../kernel/weights';
import type { ReadContext } from '../../../../operation/context';
import type { Db } from '../../../../platform/db/client';
import { pipelined } from '../../../../platform/db/pipelined';
import { deliveryDatesOf } from '../../../entities/locations/queries';
import { alongRoute, sellableUnits } from '../../../inventory/allocation';
import { ladderView, oneStep } from '../../../pricing/ladder';
import type { PicturedVariant } from '../../../products/queries.sql';
import { type LineTotals, priceOf } from '../../money/pricing';
import { takesWhatThereIs } from '../../schema';
import type { AskedLine } from '../../stock/holds.sql';
import { expiringBefore } from '../../stock/short-dated';
import { type Choice, choose, holdsOf, withOwnStock } from '../choose';
import { factsOf } from '../facts';
import { judge, type Problem } from '../judge';
import { exposureOf, plainReads } from '../reads';
import { type Deal, isBuyers, type Sale } from '../sale';
import { currentParties, partiesIn } from '../sides';
import { lastPurchases } from './queries.sql';
import type { OrderQuote, QuoteOrder } from './schema';

type Quote = z.infer<typeof OrderQuote>;
type QuotedProblem = Quote['problems'][number];

/**
 * Prices an order as placing it would, without placing it. What placing it would meet is listed, not rejected (decision 409).
 * @throws AppError FORBIDDEN as `partiesIn`, and the first problem where one of them leaves nothing to price
 */
export async function quoteOrder(
  { db, actor }: ReadContext,
  input: z.infer<typeof QuoteOrder>,
): Promise<Quote> {
  const call = await currentParties(db, partiesIn(actor, input));
  const sale: Sale = { ...call, actor, input, kind: 'order' };
  const [facts, dates] = await pipelined([
    factsOf(plainReads(db), sale),
    deliveryDatesOf(db, [sale.sellerId]),
  ]);
  const { deal } = facts;
  // Choosing takes of a stock what it chooses, and the quote says what there was.
  const choice = deal && choose(sale, withOwnStock(deal));
  const { problems } = judge(sale, facts, choice);
  const [first] = problems;
  if (first && problems.some(({ ends }) => ends)) throw first.error;
  const listed = problems.flatMap(quotedProblems);
  return deal && choice
    ? {
        ...(await priced(db, sale, deal, choice)),
        problems: listed,
        next_delivery_dates: dates.get(sale.sellerId) ?? [],
      }
    : { ...NOTHING, problems: listed };
}

/** Prices, stock and license are for those who may buy. */
const NOTHING: Omit<Quote, 'problems'> = {
  lines: [],
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

function quotedProblems({ error, lines }: Problem): QuotedProblem[] {
  const quoted = (index: number | null, { code, details, message }: AppError): QuotedProblem => ({
    index,
    code: code as QuotedProblem['code'],
    reason: typeof details.reason === 'string' ? details.reason : null,
    message,
  });
  return lines ? lines.map((line) => quoted(line.index, line.error)) : [quoted(null, error)];
}

/** Lines and sums of what the order would have. */
async function priced(
  db: Db,
  sale: Sale,
  deal: Deal,
  choice: Choice,
): Promise<Omit<Quote, 'problems' | 'next_delivery_dates'>> {
  const { sellerId, buyerId, input } = sale;
  const variantIds = [...new Set(deal.lines.map(({ variantId }) => variantId))];
  const [bought, owed] = await pipelined([
    lastPurchases(db, { buyerId, ...(!isBuyers(sale) && { sellerId }) }, variantIds),
    deal.standing.exposed ? deal.standing.exposed.besideCents : exposureOf(db, sellerId, buyerId),
  ]);
  const paid = new Map(bought.map((row) => [row.variant_id, toDollars(row.unit_price_cents)]));
  const { lines, totals, taxLines } = takesWhatThereIs(input)
    ? priceOf(heldOf(choice), deal.taxes)
    : choice.asked;
  const { subtotalCents, taxCents, totalCents } = totals;
  const limitCents = deal.terms?.credit.limitCents ?? null;
  const facts = { deal, choice, availableOf: availableIn(deal), paid };
  return {
    lines: lines.flatMap((line) => lineView(line, facts)),
    subtotal: toDollars(subtotalCents),
    discount_total: 0,
    freight_total: 0,
    tax_lines: taxLines,
    tax: toDollars(taxCents),
    total: toDollars(totalCents),
    limit: limitCents === null ? null : toDollars(limitCents),
    exposure: toDollars(owed),
  };
}

/** Lines with what each would hold, nothing included. */
function heldOf({ asked, lines }: Choice): AskedLine[] {
  const kept = new Map(lines.map((line) => [line.itemId, line]));
  return asked.lines.map(
    (line) => kept.get(line.itemId) ?? { ...line, quantity: 0, requestedQuantity: line.quantity },
  );
}

/** Units that an order could reserve of a variant now. */
function availableIn({ route, standing }: Deal) {
  const open = standing.stock && alongRoute(standing.stock, route);
  return (variantId: string) =>
    Math.min(
      open ? sellableUnits(open, variantId) : 0,
      standing.share?.left.get(variantId) ?? Number.POSITIVE_INFINITY,
    );
}

interface Shown {
  deal: Deal;
  choice: Choice;
  availableOf: (variantId: string) => number;
  paid: ReadonlyMap<string, number>;
}

function lineView(line: AskedLine & LineTotals, { deal, choice, availableOf, paid }: Shown): Quote['lines'] {
  const variant = deal.variants.find(({ variant_id }) => variant_id === line.variantId);
  if (!variant) return [];
  // A quote reads goods with how they look.
  const { variant_name, category, image, unit } = variant as PicturedVariant;
  const step = variant.step === null ? null : variant.step / EACH;
  const available = availableOf(line.variantId);
  const held = holdsOf(choice).filter(({ orderItemId }) => orderItemId === line.itemId);
  return [
    {
      product_id: line.productId,
      product_name: line.productName,
      variant_id: line.variantId,
      sku: line.sku,
      ...{ variant_name, category, image, unit, step },
      quantity: line.quantity,
      amount: amountIn(line.quantity, step),
      requested_quantity: line.requestedQuantity ?? line.quantity,
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
      expires_before_delivery: expiringBefore(held, deal.route.arrival),
      last_price: paid.get(line.variantId) ?? null,
    },
  ];
}
