import { toDollars } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { areConnected } from '../../entities/connections/queries';
import { alongRoute, lockSaleable } from '../../inventory/allocation';
import { secretlySold } from '../../pricing/shown/queries';
import type { PricedOrder } from '../flow/lock';
import { exposedBeside } from '../money/exposure';
import type { Sold } from '../money/floor';
import type { KeptLine } from '../money/kept.sql';
import { type PricedSale, priceOf } from '../money/pricing';
import { type ChangeKind, isRaise, type Override } from '../placing/conditions.schema';
import { type Judgeable, type Judgment, judge } from '../placing/judge';
import { type Facts, type Judged, NOTHING_READ, type Sale, saleOf } from '../placing/sale';
import type { Hold } from '../stock/holds.sql';
import { shareOf } from '../stock/limits/queries';
import { held, pick, shareLeft, type Wanted } from '../stock/pick';
import { routeTo } from '../stock/premises';

type Line = Judged['lines'][number];

/** A change of a locked order. */
interface Change {
  kind: ChangeKind;
  override?: readonly Override[] | undefined;
  /** What changes of the lines, as it will be. */
  lines?: readonly Line[];
  refused?: Judged['refused'];
  /** What the order will come to; absent where its sums stay. */
  asked?: PricedSale<Sold>;
  /** What is to be taken from stock. */
  takes?: readonly Wanted[];
  /** What the lines hold already. */
  holds?: Hold[];
}

const UNPRICED = priceOf<Sold>([], { taxRateBps: 0 });

/**
 * Judges a change of a locked order, as sales are (decision 519). What is rejected anyway keeps no others waiting: the buyer's account
 * and then the stock are locked after the rest is judged, and only where they are asked for.
 * @returns what is to be reserved, and what the seller passes over
 * @throws AppError the first of what `judge` finds
 */
export async function decide(
  ctx: WriteContext,
  locked: PricedOrder,
  change: Change,
): Promise<{ holds: readonly Hold[]; overridden: Judgment['overridden'] }> {
  const { kind, override, asked = UNPRICED, holds = [], takes = [] } = change;
  const { order, side } = locked;
  const parties = {
    ...{ sellerId: order.wholesaler.id, buyerId: order.retailer.id },
    enteredBy: side === 'retailer' ? ('buyer' as const) : ('seller' as const),
  };
  const sale = saleOf(ctx.actor, parties, kind, override);
  const { secret, ...facts } = await factsOf(ctx.db, locked, sale, change);
  const choice = { asked, totals: asked.totals, missing: [], picked: held(holds) };
  const { overridden } = checked(sale, facts, choice);
  const isDearer = toDollars(asked.totals.totalCents) > order.total;
  if (!isDearer && takes.length === 0) return { holds, overridden };
  const { sellerId: wholesalerId, buyerId: retailerId } = parties;
  const exposed = isDearer
    ? await exposedBeside(ctx.db, locked.credit, order.status, { id: order.id, wholesalerId, retailerId })
    : null;
  const picked =
    takes.length > 0 ? await pickFor(ctx.db, sale, facts.deal, { takes, secret }) : choice.picked;
  const standing = { ...NOTHING_READ, exposed };
  const last = checked(sale, { ...facts, deal: { ...facts.deal, standing } }, { ...choice, picked });
  return { holds: picked.holds, overridden: last.overridden };
}

function checked(sale: Sale, facts: Facts<Judged>, choice: Judgeable): Judgment {
  const judgment = judge(sale, facts, choice);
  const [first] = judgment.problems;
  if (first) throw first.error;
  return judgment;
}

/** What is known of a change: only one that adds goods asks whether its parties still trade. */
async function factsOf(
  db: Db,
  { sale, lines: before }: PricedOrder,
  { kind, sellerId, buyerId }: Sale,
  { lines = [], refused = [] }: Change,
): Promise<Facts<Judged> & { deal: Judged; secret: readonly string[] }> {
  const { receiving, day, minimumCents, takesSellersOrders, ...named } = sale;
  // Lines may fall after the connection has ended (decision 426).
  const [isConnected, secret] = isRaise(kind)
    ? await pipelined([areConnected(db, buyerId, sellerId), secretlySold(db, { sellerId, buyerId })])
    : [true, []];
  // Parties of an order know each other, also while one of them is under review.
  const [retailer, wholesaler] = [named.retailer, named.wholesaler].map((party) => ({
    ...party,
    underReview: false,
  })) as [typeof named.retailer, typeof named.wholesaler];
  const route = routeTo(receiving, wholesaler, day);
  const standing = NOTHING_READ;
  return {
    ...{ parties: { retailer, wholesaler }, isConnected, takesSellersOrders, receiving, secret },
    deal: {
      ...{ retailer, wholesaler, receiving, route, terms: undefined, minimumCents },
      ...{ lines, refused, before, standing },
    },
  };
}

/** Locks the stock of what a change takes, and chooses of it. */
async function pickFor(
  db: Db,
  { kind, enteredBy, sellerId, buyerId }: Sale,
  { wholesaler, route }: Judged,
  { takes, secret }: { takes: readonly Wanted[]; secret: readonly string[] },
) {
  const variantIds = takes.map(({ variantId }) => variantId);
  const stock = await lockSaleable(db, sellerId, variantIds, secret);
  // The seller's limit doesn't bind its own changes.
  const part = enteredBy === 'buyer' && isRaise(kind) ? shareOf(buyerId, wholesaler) : null;
  const pair = part && { buyerId, sellerId, percent: part.percent };
  const share = pair && (await shareLeft(db, pair, { stock: alongRoute(stock, route), variantIds }));
  return pick(stock, takes, { route, share });
}

/** A line of an order as conditions ask for it. */
export const lineOf = (line: KeptLine): Line => ({ ...line, itemId: line.id, index: 0 });
