import { z } from 'zod';
import type { MemberContext } from '../../../operation/context';
import { Groups, hasIdleSlot, inSlot } from '../../../operation/groups';
import { runUnitOfWork, runUnits } from '../../../operation/unit-of-work';
import { pipelined } from '../../../platform/db/pipelined';
import { planOnce } from '../../../platform/db/plan.sql';
import { applyInTurn, STOCK_EVENTS } from '../ledger/ledger';
import type { ItemView } from '../queries.sql';
import { InventoryItem, MAX_QUANTITY, READ_ONLY } from '../schema';
import { type Adjustment, adjustItem, auditAdjustment, causeOf, type SentAdjustment } from '../service';
import { type FreeBalance, lockFreeBalances } from '../service.sql';
import { isMeasured } from './counted';

interface Call {
  ctx: MemberContext;
  input: Adjustment;
}

const checked = z.compile(InventoryItem);
/** What is adjusted alone, by item: a group would find it locked, and all that comes after would be adjusted alone, too. */
const busy = new Map<string, Promise<unknown>>();

const groups = new Groups<Call, ItemView>(
  async (calls, committing) => {
    const free = calls.filter(({ input }) => !busy.has(input.id));
    const adjusted = free[0] ? await inSlot(free[0].ctx, () => adjustTogether(free, committing)) : [];
    const results = new Map<Call, ItemView | Promise<ItemView>>();
    for (const [i, call] of free.entries()) results.set(call, adjusted[i] ?? occupying(call));
    return calls.map((call) => results.get(call) ?? afterOthers(call));
  },
  { namesOf: ({ input }) => [input.id], hasRoom: ({ ctx }) => hasIdleSlot(ctx) },
);

/** Adjusts alone; later calls of the item wait for it. */
function occupying(call: Call): Promise<ItemView> {
  const { id } = call.input;
  const adjusted = adjustAlone(call);
  const all = Promise.allSettled([busy.get(id), adjusted]).then(() => {
    if (busy.get(id) === all) busy.delete(id);
  });
  busy.set(id, all);
  return adjusted;
}

async function afterOthers({ ctx, input }: Call): Promise<ItemView> {
  await busy.get(input.id);
  return adjust(ctx, input);
}

/**
 * Changes one balance, in one transaction with the adjustments that the business sends at the same time (decision 225).
 * @throws AppError as `adjustItem`
 */
export async function adjust(ctx: MemberContext, sent: SentAdjustment): Promise<ItemView> {
  if (sent.quantity_change === undefined || isMeasured(sent)) return adjustAlone({ ctx, input: sent });
  const input = { ...sent, quantity_change: sent.quantity_change };
  const key = ctx.keyed || ctx.precondition ? null : groupOf(ctx, input);
  return key === null ? adjustAlone({ ctx, input }) : groups.join(key, { ctx, input });
}

/** What depends on the quantity it finds, or names a lot, is adjusted alone. */
function groupOf({ actor, request }: MemberContext, adjustment: Adjustment): string | null {
  const isPlain = adjustment.expected_quantity === undefined && !adjustment.lot_id;
  if (!isPlain || READ_ONLY.some((key) => adjustment[key] !== undefined)) return null;
  return [actor.entity.id, request.transport, ...(actor.locationIds ?? ['all'])].join('/');
}

function adjustAlone({ ctx, input }: { ctx: MemberContext; input: SentAdjustment }): Promise<ItemView> {
  return inSlot(ctx, () =>
    runUnitOfWork(ctx, STOCK_EVENTS, async (unit) =>
      checked.parse(await adjustItem({ ...ctx, ...unit }, input)),
    ),
  );
}

/**
 * Adjusts what no other transaction has locked, as if in sequence.
 * @returns null for what is adjusted alone: its row is locked, or can't take the change, or lots may decide that
 */
async function adjustTogether(
  calls: readonly Call[],
  committing: () => void,
): Promise<Array<ItemView | null>> {
  const [first] = calls as [Call];
  if (calls.length === 1) return [null];
  return runUnits(
    first.ctx.db,
    calls.map(({ ctx }) => ctx),
    STOCK_EVENTS,
    async (units) => {
      const ctx = { ...first.ctx, ...units[0] } as MemberContext;
      const ids = [...new Set(calls.map(({ input }) => input.id))];
      const [, balances] = await pipelined([planOnce(ctx.db), lockFreeBalances(ctx.db, ids, ctx.actor)]);
      const free = new Map(balances.map((balance) => [balance.id, balance]));
      const takes = calls.map(({ input }) => take(free.get(input.id), input.quantity_change));
      const moves = calls
        .filter((_, i) => takes[i])
        .map((call) => ({
          itemId: call.input.id,
          delta: call.input.quantity_change,
          reservedDelta: 0,
          reason: call.input.reason_code,
          notes: call.input.notes || null,
          by: call.ctx,
        }));
      if (moves.length === 0) return calls.map(() => null);
      const items = (await applyInTurn(ctx, moves, causeOf(ctx, first.input), [...free.values()])).values();
      return calls.map(({ input }, i) => {
        if (!takes[i]) return null;
        const item = checked.parse(items.next().value);
        auditAdjustment({ ...ctx, ...units[i] } as MemberContext, input, item);
        return item;
      });
    },
    committing,
  );
}

/** Takes a change off a balance, or returns false where it may not be possible. */
function take(balance: FreeBalance | undefined, change: number): boolean {
  if (!balance || balance.closed) return false;
  const after = balance.quantity + change;
  const spare = after - balance.lot_quantity - (balance.reserved_quantity - balance.lot_reserved);
  if (after > MAX_QUANTITY || spare < 0) return false;
  balance.quantity = after;
  return true;
}
