import { notFound } from '../../kernel/errors';
import type { MemberContext } from '../../operation/context';
import type { Call, Outcome, Together } from '../../operation/together';
import { applyInTurn } from './ledger';
import type { ItemView } from './queries.sql';
import { MAX_QUANTITY, READ_ONLY } from './schema';
import { type Adjustment, auditAdjustment, cannotTake, causeOf } from './service';
import { type LockedBalance, lockBalance } from './service.sql';

type AdjustmentCall = Call<MemberContext, Adjustment>;

/** Adjustments of one item. One that depends on the quantity it finds, or names a lot, is made on its own. */
export const adjustedTogether: Together<Adjustment, ItemView> = {
  key: ({ actor, request }, adjustment) => {
    const { id, expected_quantity, lot_id } = adjustment;
    const isPlain = expected_quantity === undefined && !lot_id;
    if (!isPlain || READ_ONLY.some((key) => adjustment[key] !== undefined)) return null;
    return [actor.entity.id, id, request.transport, ...(actor.locationIds ?? ['all'])].join('/');
  },
  run: adjustTogether,
};

async function adjustTogether(calls: readonly AdjustmentCall[]): Promise<Array<Outcome<ItemView>>> {
  const [first] = calls as [AdjustmentCall];
  const changes = calls.map(({ input }) => Math.sign(input.quantity_change));
  // Where all go one way, each balance is between the first and the last, which the ledger checks.
  if (changes.every((one) => one === changes[0])) {
    const items = await applied(calls);
    if (items) return items.map((result) => ({ result }));
  }
  const [balance] = await lockBalance(first.ctx.db, first.input.id, first.ctx.actor);
  if (!balance) return calls.map(() => ({ error: notFound() }));
  if (balance.closed) return calls.map(() => null);
  const outcomes = calls.map(({ input }): Outcome<ItemView> | 'moves' =>
    take(balance, input.quantity_change),
  );
  const moving = calls.filter((_, i) => outcomes[i] === 'moves');
  const items = moving.length > 0 ? await applied(moving) : [];
  const rest = items?.values();
  return outcomes.map((outcome) => {
    if (outcome !== 'moves') return outcome;
    const result = rest?.next().value;
    return result ? { result } : null;
  });
}

/** Takes a change off a balance, or says why that can't be; null where lots may decide. */
function take(balance: LockedBalance, change: number): Outcome<ItemView> | 'moves' {
  const { quantity, reserved_quantity, lot_quantity, lot_reserved } = balance;
  const after = quantity + change;
  if (after <= MAX_QUANTITY && after - lot_quantity >= reserved_quantity - lot_reserved) {
    balance.quantity = after;
    return 'moves';
  }
  return lot_quantity > 0 ? null : { error: cannotTake({ quantity, reserved_quantity }, change) };
}

/** Makes adjustments that can all be made, in their order, with their audit rows. @returns null when they can't */
async function applied(calls: readonly AdjustmentCall[]): Promise<ItemView[] | null> {
  const [{ ctx, input }] = calls as [AdjustmentCall];
  const moves = calls.map((call) => ({
    itemId: call.input.id,
    delta: call.input.quantity_change,
    reservedDelta: 0,
    reason: call.input.reason_code,
    notes: call.input.notes || null,
    by: call.ctx,
  }));
  const cause = { ...causeOf(ctx, input), only: { actor: ctx.actor, quantity: undefined } };
  const items = await applyInTurn(ctx, moves, cause);
  for (const [i, item] of items?.entries() ?? []) {
    const call = calls[i] as AdjustmentCall;
    auditAdjustment(call.ctx, call.input, item);
  }
  return items;
}
