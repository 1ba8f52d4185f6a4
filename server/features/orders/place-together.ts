import { z } from 'zod';
import { isAppError } from '../../kernel/errors';
import type { MemberContext } from '../../operation/context';
import { Groups, inSlot } from '../../operation/groups';
import { runUnitOfWork, runUnits } from '../../operation/unit-of-work';
import { pipelined } from '../../platform/db/pipelined';
import { byVariant, copyOf, findSaleable, type Stock } from '../inventory/allocation';
import { exposedTogether, limitProblem } from './credit';
import { shareOf } from './limits/queries';
import { currentParties, type Parties, partiesIn } from './parties';
import { announce, placeOrder } from './place';
import { type Prepared, prepareOrders } from './prepare';
import { type OrderView, placedOrders } from './queries';
import { Order } from './resource';
import type { NewOrderInput } from './schema';
import { checkShelfLife } from './short-dated';
import { isSuspected, rejectSoldOut } from './sold-out';
import { choose, FEW_LINES, type Found, moveReservedAtLast } from './stock';
import type { Hold } from './stock.sql';
import { storeOrders } from './store';

export const PLACING_EVENTS = [
  'order.created',
  'order.updated',
  'inventory.low_stock',
  'backorder.opened',
] as const;

interface Call extends Parties {
  ctx: MemberContext;
  input: NewOrderInput;
}

const checked = z.compile(Order);
const groups = new Groups<Call, OrderView | null>(async (calls) => {
  // A buyer that has filled its own slots would keep the seller's other buyers waiting.
  const host = calls.find(({ ctx: { slots, actor } }) => !slots?.calls.isFull(actor.entity.id));
  return host ? inSlot(host.ctx, () => placeTogether(calls)) : calls.map(() => null);
});

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
async function placeTogether(calls: readonly Call[]): Promise<Array<OrderView | null>> {
  const [first] = calls as [Call];
  const alone = () => calls.map(() => null);
  if (calls.length === 1) return alone();
  const { sellerId } = first;
  const scopes = calls.map(({ ctx }) => ctx);
  return runUnits<Array<OrderView | null>>(first.ctx.db, scopes, PLACING_EVENTS, async (units) => {
    const [{ db, atLast }] = units as [(typeof units)[number]];
    // The second attempt: stock has changed, or a number is taken.
    if (!atLast) return alone();
    const prepared = await prepareOrders(db, sellerId, calls);
    const plain = prepared.map((one) => (isPlain(one) ? one : null));
    const variantIds = plain.flatMap((one) => one?.lines.map(({ variantId }) => variantId) ?? []);
    if (variantIds.length === 0) return alone();
    // Accounts are held before stock.
    const exposures = await exposedTogether(
      db,
      sellerId,
      plain.filter((one) => one !== null),
    );
    const left = byVariant(await findSaleable(db, sellerId, variantIds));
    const placing = plain.flatMap((one, i) => {
      if (!one) return [];
      const exposed = exposures.get(one.order.retailerId);
      // Its account is held: it waits alone.
      if (exposed === null) return [];
      if (limitProblem(exposed ?? null, one.order.totalCents)) return [];
      const holds = chosenFrom(left, one);
      if (!holds) return [];
      if (exposed) exposed.besideCents += one.order.totalCents;
      const ctx = { ...first.ctx, ...calls[i]?.ctx, ...units[i] } as MemberContext;
      return [{ ...one, ctx, holds, i }];
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
  });
}

/** What a group can place: neither limits of its seller nor many lines ask for locks, and all buy from the same rooms. */
function isPlain(one: Awaited<ReturnType<typeof prepareOrders>>[number]): one is Prepared {
  if (isAppError(one)) return false;
  const { lines, order, wholesaler, secret } = one;
  return (
    lines.length <= FEW_LINES &&
    secret.length === 0 &&
    wholesaler.maxPendingOrders === null &&
    shareOf(order.retailerId, wholesaler) === null
  );
}

/** Takes what the lines are to hold from what is left. @returns null, and takes nothing, where it falls short */
function chosenFrom(left: Map<string, Stock>, { lines, route }: Prepared): Hold[] | null {
  const parts = lines.flatMap(({ variantId }) => {
    const stock = left.get(variantId);
    return stock ? [[variantId, copyOf(stock)] as const] : [];
  });
  const stock = {
    rows: parts.flatMap(([, { rows }]) => rows),
    lots: parts.flatMap(([, { lots }]) => lots),
  };
  try {
    const holds = choose(stock, lines, { route });
    checkShelfLife(lines, holds, route.arrival);
    for (const [variantId, rest] of parts) left.set(variantId, rest);
    return holds;
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
