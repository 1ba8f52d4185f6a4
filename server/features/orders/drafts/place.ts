import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { earliestDateOnEarth } from '../../../kernel/clock';
import { forbidden } from '../../../kernel/errors';
import { toCents } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import { holdAccount } from '../../entities/customers/queries';
import { copyExternalIds } from '../../entities/external-ids/service';
import { holdParties } from '../../entities/queries';
import { checkDate } from '../lines/edit';
import type { FrozenPrices } from '../money/ladders';
import { keyOf } from '../money/ladders';
import { placeOrder } from '../placing/place';
import { sellersField } from '../placing/sides';
import type { OrderView } from '../queries';
import { isOverriding } from '../shapes/lines.schema';
import { checkReceiver, isUnclaimed, itemsOf, partiesOf } from './checks';
import { checkMove } from './machine';
import { getDraft, lockDraft } from './queries';
import type { DraftView } from './resource';
import type { OrderDraft } from './schema';
import { announceMove } from './service';
import { drafts } from './tables';

/**
 * Places the order of a draft, for its author, as `POST /api/v1/orders` would with the same body now.
 * @throws AppError as `placeOrder`, NOT_FOUND, FORBIDDEN (`other_party`), INVALID_TRANSITION, CONFLICT (`already_ordered`)
 */
export async function orderDraft(
  ctx: WriteContext,
  { id, override }: z.infer<typeof OrderDraft>,
): Promise<OrderView> {
  const draft = await hold(ctx, id);
  if (draft.author.entity_id !== ctx.actor.entity.id) {
    throw forbidden('Only the business that wrote the draft orders it. Accept or decline the quote.', {
      reason: 'other_party',
      side: draft.retailer.id === ctx.actor.entity.id ? 'retailer' : 'wholesaler',
    });
  }
  if (isOverriding(override) && partiesOf(draft).enteredBy === 'buyer') throw sellersField('override');
  checkMove(draft, 'ordered');
  checkDate({ delivery_date: draft.delivery_date });
  const order = await placeOrder({ ctx, input: { ...inputOf(draft), override }, ...partiesOf(draft) });
  await become(ctx, draft, 'ordered', order);
  return order;
}

/**
 * Accepts a quote, for its buyer: the order is the seller's, accepted, at the prices of the quote.
 * @throws AppError as `orderDraft`
 */
export async function acceptDraft(ctx: WriteContext, id: string): Promise<OrderView> {
  const draft = await hold(ctx, id);
  await checkReceiver(ctx, draft);
  checkMove(draft, 'accepted');
  const isBuyers = draft.retailer.id === ctx.actor.entity.id;
  const order = await placeOrder({
    ctx,
    input: { ...inputOf(draft), ...dayOf(draft), accept: true },
    ...partiesOf(draft),
    ...(isBuyers && { placedBy: 'retailer' as const }),
    frozen: frozenIn(draft),
  });
  await become(ctx, draft, 'accepted', order);
  return order;
}

/** What a quote has fixed. */
const frozenIn = ({ items }: DraftView): FrozenPrices =>
  new Map(
    items.map(({ variant_id, sample, unit_price, price_source, price_ladder }) => [
      keyOf(variant_id, sample),
      { unitPriceCents: toCents(unit_price), priceSource: price_source, ladder: price_ladder },
    ]),
  );

/** Parties and account before the draft, and all of them before goods: orders of the pair lock in one order. */
async function hold(ctx: WriteContext, id: string): Promise<DraftView> {
  const { wholesaler, retailer } = await getDraft(ctx, id);
  await holdParties(ctx.db, [wholesaler.id, retailer.id]);
  await holdAccount(ctx.db, wholesaler.id, retailer.id);
  return lockDraft(ctx, id);
}

async function become(
  ctx: WriteContext,
  draft: DraftView,
  to: 'ordered' | 'accepted',
  order: OrderView,
): Promise<void> {
  await ctx.db
    .update(drafts)
    .set({ status: to, orderId: order.id, updatedAt: sql`change_time()` })
    .where(eq(drafts.id, draft.id));
  await copyExternalIds(ctx.db, { type: 'draft', id: draft.id }, { type: 'order', id: order.id });
  await announceMove(ctx, draft, { to, unclaimed: await isUnclaimed(ctx, draft) });
}

/** A day that has passed since the quote was sent is no day of the order. */
const dayOf = ({ delivery_date: day }: DraftView) => ({
  delivery_date: day && day >= earliestDateOnEarth() ? day : null,
});

/** The body that the draft has taken. */
const inputOf = (draft: DraftView) => ({
  items: itemsOf(draft),
  delivery_date: draft.delivery_date,
  delivery_window: draft.delivery_window,
  notes: draft.notes,
  po_number: draft.po_number,
  receiving_location_id: draft.receiving_location_id ?? undefined,
  shortage: draft.shortage,
  accept: draft.accept,
});
