// Other features import this file.
import { z } from 'zod';
import type { MemberContext } from '../../../operation/context';
import { Groups, hasIdleSlot, inSlot } from '../../../operation/groups';
import { runUnitOfWork, runUnits, type Unit } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { byVariant, copyOf, findSaleable, type Stock } from '../../inventory/allocation';
import { RESERVATION_EVENTS } from '../../inventory/ledger/ledger';
import { BACKORDER_EVENTS } from '../backorders/open';
import { exposedTogether } from '../money/exposure';
import { type OrderView, placedOrders } from '../queries';
import { Order } from '../resource';
import type { NewOrderInput } from '../schema';
import { type Found, moveReservedAtLast } from '../stock/holds';
import { shareOf } from '../stock/limits/queries';
import { FEW_LINES } from '../stock/pick';
import { choose, holdsOf } from './choose';
import { factsOfAll, limitInForce } from './facts';
import { judge } from './judge';
import { placeOrder } from './place';
import { heldReads } from './reads';
import type { Deal, Facts, Sale } from './sale';
import { currentParties, type Parties, partiesIn } from './sides';
import { isSuspected, rejectSoldOut } from './sold-out';
import { storeOrders } from './store';
import { announce, type Decided, newOrder, ORDERING_EVENTS } from './write';

export const PLACING_EVENTS = [...ORDERING_EVENTS, ...RESERVATION_EVENTS, BACKORDER_EVENTS.opened] as const;

interface Call extends Parties {
  ctx: MemberContext;
  input: NewOrderInput;
}

const checked = z.compile(Order);
const groups = new Groups<Call, OrderView | null>(
  async (calls, committing) => {
    // A buyer that has filled its own slots would keep the seller's other buyers waiting.
    const host = calls.find(({ ctx: { slots, actor } }) => !slots?.calls.isFull(actor.entity.id));
    return host ? inSlot(host.ctx, () => placeTogether(calls, committing)) : calls.map(() => null);
  },
  { namesOf: changedBy, hasRoom: ({ ctx }) => hasIdleSlot(ctx) },
);

/** Buyers whose account had a limit when their last orders were judged, with their seller: the account is held until COMMIT. */
const limited = new Set<string>();
const MOST_LIMITED = 10_000;

function remember(pair: string): void {
  if (limited.size >= MOST_LIMITED) limited.clear();
  limited.add(pair);
}

const pairOf = ({ sellerId, buyerId }: Pick<Parties, 'sellerId' | 'buyerId'>) => `${sellerId}/${buyerId}`;

/** What an order changes of its seller's: goods as they are named, and the account of a buyer with a limit. */
function changedBy(call: Call): string[] {
  const goods = call.input.items.flatMap(({ product_id, sku }) => product_id ?? sku ?? []);
  return limited.has(pairOf(call)) ? [...goods, pairOf(call)] : goods;
}

/**
 * Places an order; a buyer's in one transaction with those that its seller gets at the same time (decision 228).
 * @throws AppError as `partiesIn` and `placeOrder`
 */
export async function place(ctx: MemberContext, input: NewOrderInput): Promise<OrderView> {
  const call = { ctx, input, ...partiesIn(ctx.actor, input) };
  if (ctx.keyed || call.enteredBy === 'seller' || input.external_ids) return placeAlone(call);
  const since = performance.now();
  if (isSuspected(call.sellerId, input)) await inSlot(ctx, () => rejectSoldOut(ctx, call, since));
  return (await groups.join(call.sellerId, call)) ?? placeAlone(call);
}

function placeAlone(call: Call): Promise<OrderView> {
  const { ctx, input } = call;
  return inSlot(ctx, () =>
    runUnitOfWork(ctx, PLACING_EVENTS, async (unit) =>
      checked.parse(
        await placeOrder({ ...(await currentParties(unit.db, call)), ctx: { ...ctx, ...unit }, input }),
      ),
    ),
  );
}

/**
 * Places what nothing speaks against, as if in sequence. Rows of stock are locked at last, so that buyers of the same goods
 * wait for one round trip.
 * @returns null for what is placed alone: it may be rejected, its seller has limits, or an offer opens another room for it
 */
async function placeTogether(
  calls: readonly Call[],
  committing: () => void,
): Promise<Array<OrderView | null>> {
  const [first] = calls as [Call];
  const alone = () => calls.map(() => null);
  if (calls.length === 1) return alone();
  const { sellerId } = first;
  const scopes = calls.map(({ ctx }) => ctx);
  const work = async (units: readonly Unit[]) => {
    const [{ db, atLast }] = units as [(typeof units)[number]];
    // The second attempt: stock has changed, or a number is taken.
    if (!atLast) return alone();
    const sales = calls.map(({ ctx, ...call }) => ({ ...call, actor: ctx.actor, kind: 'order' as const }));
    const facts = await factsOfAll(heldReads({ db, atLast }), sellerId, sales);
    const decided = await decide(db, sales, facts);
    const placing = decided.flatMap((one, i) => {
      if (!one) return [];
      const ctx = { ...first.ctx, ...calls[i]?.ctx, ...units[i] } as MemberContext;
      const { lines } = one.choice;
      return [{ ctx, order: newOrder(one), lines, holds: holdsOf(one.choice), i }];
    });
    if (placing.length === 0) return alone();
    const [, placed] = await pipelined([
      storeOrders(db, placing),
      placedOrders(
        db,
        placing.map(({ order }) => order.id),
      ),
    ]);
    moveReservedAtLast(atLast, placing as unknown as Found);
    const views = new Map(placed.map((view) => [view.id, checked.parse(view)]));
    const results: Array<OrderView | null> = alone();
    for (const { ctx, order, i } of placing) {
      const view = views.get(order.id) as OrderView;
      announce(ctx, view, { unclaimed: false });
      results[i] = view;
    }
    return results;
  };
  return runUnits<Array<OrderView | null>>(first.ctx.db, scopes, PLACING_EVENTS, work, committing);
}

/** @returns for each sale what nothing stands against, after the sales before it; null for the others */
async function decide(
  db: Db,
  sales: readonly Sale[],
  facts: readonly Facts[],
): Promise<Array<Decided | null>> {
  const plain = facts.map(({ deal }, n) => (deal && isPlain(deal, sales[n] as Sale) ? deal : null));
  const variantIds = plain.flatMap((deal) => deal?.lines.map(({ variantId }) => variantId) ?? []);
  const [{ sellerId }] = sales as [Sale];
  if (variantIds.length === 0) return sales.map(() => null);
  const limits = plain.flatMap((deal, n) => {
    const limitCents = deal && limitInForce(sales[n] as Sale, deal);
    if (limitCents === null) return [];
    const { buyerId } = sales[n] as Sale;
    remember(pairOf({ sellerId, buyerId }));
    return [[buyerId, limitCents] as const];
  });
  // Accounts are held before stock.
  const exposures = await exposedTogether(db, sellerId, new Map(limits));
  const left = byVariant(await findSaleable(db, sellerId, variantIds));
  return sales.map((sale, n) => {
    const deal = plain[n];
    const exposed = exposures.get(sale.buyerId) ?? null;
    // Where something else holds its account, it waits alone.
    if (!deal || (exposures.has(sale.buyerId) && exposed === null)) return null;
    const parts = partsOf(left, deal);
    const standing = { ...deal.standing, exposed, stock: joined(parts) };
    const own = { ...deal, standing };
    const choice = choose(sale, own);
    const { problems } = judge(sale, { ...(facts[n] as Facts), deal: own }, choice);
    if (problems.length > 0) return null;
    // What it takes is left for none of the others.
    for (const [variantId, rest] of parts) left.set(variantId, rest);
    if (exposed) exposed.besideCents += choice.totals.totalCents;
    return { sale, deal: own, choice, overridden: [] };
  });
}

/** What a group can place: neither limits of its seller nor many lines ask for locks, and all buy from the same rooms. */
const isPlain = ({ lines, wholesaler, secret }: Deal, { buyerId, input }: Sale): boolean =>
  lines.length <= FEW_LINES &&
  secret.length === 0 &&
  input.shortage !== 'backorder' &&
  wholesaler.maxPendingOrders === null &&
  shareOf(buyerId, wholesaler) === null;

/** A copy of what is left of the goods of a deal. */
function partsOf(left: ReadonlyMap<string, Stock>, { lines }: Deal): Array<readonly [string, Stock]> {
  return lines.flatMap(({ variantId }) => {
    const stock = left.get(variantId);
    return stock ? [[variantId, copyOf(stock)] as const] : [];
  });
}

const joined = (parts: ReadonlyArray<readonly [string, Stock]>): Stock => ({
  rows: parts.flatMap(([, { rows }]) => rows),
  lots: parts.flatMap(([, { lots }]) => lots),
});
