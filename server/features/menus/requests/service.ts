import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { dateIn } from '../../../kernel/clock';
import { AppError, invalidRequest, lacking, notFound } from '../../../kernel/errors';
import { toCents, toDollars } from '../../../kernel/money';
import { checkSeller } from '../../../kernel/sides';
import { stepFrom } from '../../../kernel/weights';
import type { WriteContext } from '../../../operation/context';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { getCustomer } from '../../entities/customers/queries';
import { CUSTOMER_EVENTS, createCustomer } from '../../entities/customers/service';
import { holdParties } from '../../entities/queries';
import { placeOrder } from '../../orders/placing/place';
import { PLACING_EVENTS } from '../../orders/placing/together';
import type { OrderView } from '../../orders/queries';
import type { NewOrderInput } from '../../orders/schema';
import { ladderIn, stepAt } from '../../pricing/ladder';
import { REQUEST_MOVES, type RequestStatus } from '../state';
import { menus } from '../tables';
import { getRequest } from './queries';
import { customerKnows, productsOfVariants } from './queries.sql';
import {
  type AcceptRequest,
  type DeclineRequest,
  type KeptLine,
  namedTwice,
  type RequestEvent,
  type RequestView,
} from './schema';
import { orderRequests } from './tables';

export const ACCEPTING_EVENTS = ['order_request.accepted', ...CUSTOMER_EVENTS, ...PLACING_EVENTS] as const;

type Row = typeof orderRequests.$inferSelect;
type Input = z.infer<typeof AcceptRequest>;

/**
 * @throws AppError CONFLICT with `details.reason = "already_ordered"` and the `order_id`, INVALID_TRANSITION with `{from, to, allowed}`
 */
export function checkMove(
  { status: from, orderId }: Pick<Row, 'status' | 'orderId'>,
  to: RequestStatus,
): void {
  const allowed = REQUEST_MOVES[from];
  if (allowed.includes(to)) return;
  if (orderId !== null && to === 'accepted') {
    throw new AppError('CONFLICT', 'The request became an order already.', {
      reason: 'already_ordered',
      order_id: orderId,
    });
  }
  const hint = allowed.length > 0 ? `Allowed next: ${allowed.join(', ')}.` : 'It is final.';
  throw new AppError('INVALID_TRANSITION', `A request that is ${from} cannot become ${to}. ${hint}`, {
    reason: 'invalid_transition',
    from,
    to,
    allowed,
  });
}

/** What its events say. */
export const eventOf = (
  row: Pick<Row, 'id' | 'menuId'>,
  status: z.infer<typeof RequestEvent>['status'],
  orderId: string | null = null,
) => ({
  id: row.id,
  status,
  menu_id: row.menuId,
  order_id: orderId,
});

async function lockRequest({ db, actor }: WriteContext, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(orderRequests)
    .where(
      and(
        eq(orderRequests.id, id),
        eq(orderRequests.entityId, actor.entity.id),
        ne(orderRequests.status, 'unconfirmed'),
      ),
    )
    .for('no key update');
  if (!row) throw notFound();
  return row;
}

/** Declines a request and mails why. @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
export async function declineRequest(
  ctx: WriteContext,
  { id, reason }: z.infer<typeof DeclineRequest>,
): Promise<RequestView> {
  checkSeller(ctx.actor);
  const row = await lockRequest(ctx, id);
  checkMove(row, 'declined');
  await ctx.db
    .update(orderRequests)
    .set({ status: 'declined', reason: reason ?? null, endedAt: sql`now()`, updatedAt: sql`change_time()` })
    .where(eq(orderRequests.id, id));
  const event = eventOf(row, 'declined');
  ctx.emit('order_request.declined', row.entityId, event);
  ctx.audit({ action: 'order_request.declined', objectId: id, before: { status: row.status }, after: event });
  await mail(ctx, row, 'declined');
  return getRequest(ctx, id);
}

const mail = ({ db }: WriteContext, { id, entityId }: Row, what: 'accepted' | 'declined') =>
  enqueue(
    db,
    'mail_order_request',
    { request_id: id, mail: what },
    { maxAttempts: 10, limit: mailsAtOnce(entityId) },
  );

/**
 * Places the order of a request: for a customer of the seller, or for one that it makes of the request's business, by the judge and
 * the code of every seller's order.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT with `already_ordered`, `unknown_contact` or `price_changed`, INVALID_TRANSITION, and the
 *   first of what `judge` finds; then nothing has changed
 */
export async function acceptRequest(ctx: WriteContext, input: Input): Promise<OrderView> {
  checkSeller(ctx.actor);
  const { permissions, entity } = ctx.actor;
  if (input.hold_prices && !permissions.includes('update:prices')) throw lacking('update:prices');
  if (input.new_customer && !permissions.includes('create:customers')) throw lacking('create:customers');
  // Parties before the request, as a merge takes them.
  if (input.customer_id) await holdParties(ctx.db, [entity.id, input.customer_id]);
  const row = await lockRequest(ctx, input.id);
  checkMove(row, 'accepted');
  const buyerId = await buyerOf(ctx, row, input);
  const items = await itemsOf(ctx, row, input);
  const order = await placeOrder({
    ctx,
    ...{ sellerId: entity.id, buyerId, enteredBy: 'seller' },
    input: bodyOf(ctx, row, input, { buyerId, items }),
  });
  if (!input.accept_prices && !input.hold_prices) checkPrices(row, order);
  await ctx.db
    .update(orderRequests)
    .set({
      ...{ status: 'accepted', orderId: order.id, acceptedFor: buyerId },
      ...{ madeCustomer: input.new_customer === true, endedAt: sql`now()`, updatedAt: sql`change_time()` },
    })
    .where(eq(orderRequests.id, row.id));
  const event = eventOf(row, 'accepted', order.id);
  ctx.emit('order_request.accepted', row.entityId, event);
  ctx.audit({
    action: 'order_request.accepted',
    objectId: row.id,
    before: { status: row.status },
    after: event,
  });
  await mail(ctx, row, 'accepted');
  return order;
}

/** The customer that the order is of, entered now where it is to be. */
async function buyerOf(ctx: WriteContext, row: Row, input: Input): Promise<string> {
  if (input.new_customer) return enter(ctx, row);
  const given = input.customer_id ?? row.customerId;
  if (!given) throw invalidRequest([{ path: 'customer_id', code: 'required', message: 'is required' }]);
  const { id } = await getCustomer(ctx, given);
  const [found] = await customerKnows(ctx.db, row.entityId, id, row.address ?? '', row.id);
  if (found?.known || input.unknown_contact) return id;
  throw new AppError(
    'CONFLICT',
    'The email that confirmed this request is not known as the customer’s, whose prices and terms would apply. Look whether the customer asked.',
    { reason: 'unknown_contact', customer_id: id },
  );
}

/** Enters the business of a request as a customer that isn't on board. */
async function enter(ctx: WriteContext, { business, contact, address, menuId }: Row): Promise<string> {
  if (!business || !contact) {
    const message = 'must be absent: the request has no business. Name the customer';
    throw invalidRequest([{ path: 'new_customer', code: 'conflict', message }]);
  }
  const [menu] = await ctx.db.select({ list: menus.priceListId }).from(menus).where(eq(menus.id, menuId));
  const list = ctx.actor.permissions.includes('update:prices') ? menu?.list : null;
  const { name, license_number, license_type, type } = business;
  const { id } = await createCustomer(ctx, {
    ...{ type, name, license_number, address: business.address },
    ...(license_type && { license_type }),
    contact: { email: address, phone: contact.phone },
    ...(list && { price_list_id: list }),
  });
  return id;
}

interface AskedItem {
  product_id: string;
  variant_id: string;
  quantity: number;
  unit_price?: number;
}

/** The lines of the order: those that were asked for, or those that the seller makes of them. */
async function itemsOf(
  { db, actor }: WriteContext,
  row: Row,
  { lines, hold_prices }: Input,
): Promise<AskedItem[]> {
  const twice = namedTwice(lines ?? []);
  if (twice.length > 0) throw invalidRequest(twice);
  const kept = new Map(row.lines.map((line) => [line.variant_id, line]));
  const asked = lines ?? row.lines.map(({ variant_id, quantity }) => ({ variant_id, quantity }));
  const sold = await productsOfVariants(
    db,
    actor.entity.id,
    asked.map(({ variant_id }) => variant_id),
  );
  const products = new Map(sold.map((one) => [one.variant_id, one]));
  return asked.map((line, index) => {
    const product = products.get(line.variant_id);
    if (!product) {
      const path = `lines[${index}].variant_id`;
      throw invalidRequest([{ path, code: 'not_found', message: 'is nothing that you sell' }]);
    }
    const quantity = stepsIn(line, 'quantity', { step: product.step, path: `lines[${index}].` }) ?? 0;
    const shown = kept.get(line.variant_id);
    return {
      ...{ product_id: product.product_id, variant_id: line.variant_id, quantity },
      ...(hold_prices && shown && { unit_price: shownPrice(shown, quantity) }),
    };
  });
}

/** The price per unit that the menu showed for an amount, in dollars. */
function shownPrice({ ladder, step }: KeptLine, quantity: number): number {
  return toDollars(stepAt(ladderIn(ladder, stepFrom(step)), quantity).price_cents);
}

function bodyOf(
  { actor }: WriteContext,
  row: Row,
  { shortage, override, accept }: Input,
  { buyerId, items }: { buyerId: string; items: AskedItem[] },
): NewOrderInput {
  // A day that is over meanwhile is left open.
  const isAhead = row.deliveryDate !== null && row.deliveryDate >= dateIn(actor.entity.timezone);
  return {
    retailer_id: buyerId,
    items,
    ...(isAhead && { delivery_date: row.deliveryDate }),
    ...(row.notes !== null && { notes: row.notes }),
    ...(row.poNumber !== null && { po_number: row.poNumber }),
    ...(shortage && { shortage }),
    ...(override && { override }),
    ...(accept !== undefined && { accept }),
  };
}

/** @throws AppError CONFLICT with `details.reason = "price_changed"` where a line costs more than was shown */
function checkPrices(row: Row, { items }: OrderView): void {
  const kept = new Map(row.lines.map((line) => [line.variant_id, line]));
  const lines = items.flatMap(({ variant_id, quantity, requested_quantity, unit_price }) => {
    const shown = kept.get(variant_id ?? '');
    if (!shown) return [];
    const price = shownPrice(shown, requested_quantity ?? quantity);
    return toCents(unit_price) > toCents(price)
      ? [{ variant_id, price_shown: price, price_now: unit_price }]
      : [];
  });
  if (lines.length === 0) return;
  throw new AppError(
    'CONFLICT',
    'Prices have risen since they were shown. Accept them, or hold those that were shown.',
    {
      reason: 'price_changed',
      lines,
    },
  );
}
