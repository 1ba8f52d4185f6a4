import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden } from '../../../../kernel/errors';
import { centsText, toCents } from '../../../../kernel/money';
import type { WriteContext } from '../../../../operation/context';
import { pipelined } from '../../../../platform/db/pipelined';
import { recipientsOf, sharedPart } from '../../flow/announce';
import { passedOver, recordHistory } from '../../flow/history';
import { lockPriced } from '../../flow/lock';
import { isEdited, storeLines } from '../../money/kept.sql';
import { priceOf } from '../../money/pricing';
import { getOrder, type OrderView } from '../../queries';
import { MAX_ADJUSTMENTS, type SentAdjustment, type SetAdjustments } from '../../shapes/adjustments.schema';
import { orders } from '../../tables';
import { checkChanges } from '../changes';
import { decide } from '../decide';
import { checkUnshipped } from '../edit';

type Stored = NonNullable<typeof orders.$inferSelect.adjustments>;

/**
 * Sets what a seller takes off an order or adds to it, until it ships (decision 600).
 * @throws AppError NOT_FOUND, FORBIDDEN (`other_party`), CONFLICT (`order_closed`, `too_many`), RATE_LIMITED; as `decide`
 */
export async function setAdjustments(
  ctx: WriteContext,
  { id, adjustments: sent, override }: z.infer<typeof SetAdjustments>,
): Promise<OrderView> {
  const locked = await lockPriced(ctx, id);
  const { order, side, lines, terms } = locked;
  if (side === 'retailer') {
    throw forbidden('The seller sets discounts, freight and fees of an order.', {
      reason: 'other_party',
      side,
    });
  }
  checkUnshipped(order);
  if (sent.length > MAX_ADJUSTMENTS) {
    throw new AppError('CONFLICT', `An order has at most ${MAX_ADJUSTMENTS} adjustments.`, {
      reason: 'too_many',
      limit: MAX_ADJUSTMENTS,
    });
  }
  const adjustments = sent.length === 0 ? null : sent.map(stored);
  if (isDeepStrictEqual(adjustments ?? [], terms.adjustments ?? [])) return order;
  const edited = priceOf(lines, { ...terms, adjustments });
  const { overridden } = await decide(ctx, locked, { kind: 'adjust', override, asked: edited });
  const known = new Map(lines.map((line) => [line.id, line]));
  const moved = edited.lines.filter((line) => isEdited(known.get(line.id) ?? line, line));
  const { status } = order;
  const told = {
    before: { adjustments: named(order.adjustments) },
    after: { adjustments: named(sent.map(labeled)), ...passedOver(overridden).after },
  };
  await pipelined([
    checkChanges(ctx, id),
    moved.length > 0 ? storeLines(ctx.db, moved) : null,
    ctx.db
      .update(orders)
      .set({ ...edited.totals, adjustments, updatedAt: sql`change_time()` })
      .where(eq(orders.id, id)),
    recordHistory(ctx, {
      orderId: id,
      action: 'edited',
      fromStatus: status,
      toStatus: status,
      summary: 'adjustments',
      ...told,
    }),
  ]);
  const after = await getOrder(ctx, id);
  const valuesOf = ({ adjustments, discount_total, freight_total, tax, total }: OrderView) => ({
    adjustments,
    discount_total,
    freight_total,
    tax,
    total,
  });
  ctx.audit({
    action: 'order.updated',
    objectId: id,
    before: valuesOf(order),
    after: { ...valuesOf(after), ...(overridden.length > 0 && { override: overridden }) },
  });
  const changes = { adjustments: { before: told.before.adjustments, after: told.after.adjustments } };
  for (const { id: party } of recipientsOf({ order: after, unclaimed: locked.unclaimed })) {
    ctx.emit('order.edited', party, { ...sharedPart(after), changes });
  }
  return after;
}

const NAMES = { discount: 'Discount', freight: 'Freight', fee: 'Fee' } as const;
const labeled = ({ label, ...one }: SentAdjustment) => ({ ...one, label: label ?? NAMES[one.kind] });

function stored(one: SentAdjustment): Stored[number] {
  const { kind, label, amount, bps = 0 } = labeled(one);
  return amount === undefined ? { kind, label, bps } : { kind, label, cents: toCents(amount) };
}

/** Adjustments in words, for the timeline; null without any. */
function named(adjustments: OrderView['adjustments']): string | null {
  const words = adjustments.map(({ kind, label, amount, bps = 0 }) => {
    const value = amount === undefined ? `${bps / 100}%` : centsText(toCents(amount));
    return `${label}: ${kind === 'discount' ? '−' : ''}${value}`;
  });
  return words.length === 0 ? null : words.join(', ');
}
