import { z } from 'zod';
import { type AppError, invalidRequest, isAppError } from '../../../kernel/errors';
import { fieldErrors } from '../../../kernel/field-errors';
import { newId } from '../../../kernel/ids';
import { checkBuyer } from '../../../kernel/sides';
import type { MemberContext } from '../../../operation/context';
import { inSlot } from '../../../operation/groups';
import { changedMeanwhile } from '../../../operation/objects';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { findReceiving } from '../../entities/locations/queries';
import { placeOrder } from '../placing/place';
import { PLACING_EVENTS } from '../placing/together';
import type { OrderView } from '../queries';
import { Order } from '../resource';
import { CreateOrder } from '../schema';
import { type CheckOut, type Checkout, type CheckoutResult, MAX_ORDERS } from './checkout.schema';
import { type CartRow, cartAt } from './queries';
import { carts, type StoredLine } from './tables';

type Input = z.infer<typeof CheckOut>;

/** The lines of a supplier's cart for one store, which become an order. */
interface Group {
  supplierId: string;
  locationId: string | null;
}

/** A cart as it was found: the stores of its lines, or none where it has another version. */
interface PlannedCart {
  supplierId: string;
  locationIds: (string | null)[] | null;
}

/** What is kept under an Idempotency-Key for an order: what it left of its cart has a version of its own. */
interface Made {
  order: OrderView;
  version: string;
}

const checked = z.compile(Order);

/**
 * Places an order for each supplier and store of some carts, each in a transaction of its own that takes its lines out of the cart
 * (decision 467). With an Idempotency-Key what was made is returned, and what failed is tried.
 * @throws AppError FORBIDDEN to those who never buy, INVALID_REQUEST for too many orders, IDEMPOTENCY_KEY_REUSED
 */
export async function checkOut(ctx: MemberContext, input: Input): Promise<z.infer<typeof Checkout>> {
  checkBuyer(ctx.actor);
  const { keyed = null } = ctx;
  const plan = await inSlot(ctx, () =>
    runUnitOfWork({ ...ctx, keyed }, [], ({ db }) => planOf(db, ctx, input)),
  );
  const results: CheckoutResult[] = [];
  let isTried = false;
  for (const { supplierId, locationIds } of plan) {
    const version = input.carts.find((cart) => cart.supplier_id === supplierId)?.version ?? '';
    const groups = locationIds?.map((locationId) => ({ supplierId, locationId })) ?? null;
    if (!groups) {
      results.push({ supplier_id: supplierId, location_id: null, error: errorOf(changedMeanwhile()) });
      continue;
    }
    const ordered = await orderCart(ctx, input, groups, version);
    isTried ||= ordered.isTried;
    results.push(...ordered.results);
  }
  if (keyed) keyed.replayed &&= !isTried;
  return { results };
}

/** Which orders the carts become. @throws AppError INVALID_REQUEST for too many */
async function planOf(db: Db, { actor }: MemberContext, { carts: asked }: Input): Promise<PlannedCart[]> {
  const first = await findReceiving(db, actor.entity.id, { id: null, within: actor.locationLimit });
  const plan: PlannedCart[] = [];
  for (const { supplier_id: supplierId, version } of asked) {
    const [row] = await db.select().from(carts).where(cartAt(actor.userId, supplierId));
    const stores = row?.version === version ? row.lines.map((line) => storeOf(row, line, first?.id)) : null;
    plan.push({ supplierId, locationIds: stores && [...new Set(stores)] });
  }
  const orders = plan.reduce((sum, { locationIds }) => sum + (locationIds?.length ?? 0), 0);
  if (orders > MAX_ORDERS) {
    throw invalidRequest([
      {
        path: 'carts',
        code: 'too_many_items',
        message: `must be at most ${MAX_ORDERS} orders, not ${orders}`,
      },
    ]);
  }
  return plan;
}

/** The store of a line: its own, else that of the cart, else the first. */
const storeOf = (cart: CartRow, line: StoredLine, first: string | undefined): string | null =>
  line.location_id ?? cart.receivingLocationId ?? first ?? null;

/** Orders the stores of a cart in turn: each leaves it with another version, which the next expects. */
async function orderCart(ctx: MemberContext, input: Input, groups: readonly Group[], version: string) {
  const versions = new Set([version]);
  const results = new Map<Group, CheckoutResult>();
  let isTried = false;
  const run = async (group: Group): Promise<void> => {
    const of = { supplier_id: group.supplierId, location_id: group.locationId };
    try {
      const { made, replayed } = await orderGroup(ctx, input, group, versions);
      versions.add(made.version);
      isTried ||= !replayed;
      results.set(group, { ...of, order: made.order });
    } catch (error) {
      if (!isAppError(error)) throw error;
      isTried = true;
      results.set(group, { ...of, error: errorOf(error) });
    }
  };
  for (const group of groups) await run(group);
  // Orders of an earlier try, which come later in the cart, have left it with the version that it has.
  const isStale = (group: Group) => results.get(group)?.error?.code === 'PRECONDITION_FAILED';
  if (versions.size > 1) for (const group of groups.filter(isStale)) await run(group);
  return { results: groups.flatMap((group) => results.get(group) ?? []), isTried };
}

/** @throws AppError as `placeOrder`, PRECONDITION_FAILED for a cart of another version */
async function orderGroup(ctx: MemberContext, input: Input, group: Group, versions: ReadonlySet<string>) {
  const keyed = ctx.keyed && {
    ...ctx.keyed,
    path: `${ctx.keyed.path}#${group.supplierId}/${group.locationId ?? ''}`,
    replayed: false,
    storedBytes: 0,
  };
  const made = await inSlot(ctx, () =>
    runUnitOfWork<Made>({ ...ctx, keyed: keyed ?? null }, PLACING_EVENTS, async (unit) => {
      const { actor } = ctx;
      const [cart] = await unit.db
        .select()
        .from(carts)
        .where(cartAt(actor.userId, group.supplierId))
        .for('update');
      if (!cart || !versions.has(cart.version)) throw changedMeanwhile();
      const first = await findReceiving(unit.db, actor.entity.id, { id: null, within: actor.locationLimit });
      const isOf = (line: StoredLine) => storeOf(cart, line, first?.id) === group.locationId;
      const lines = cart.lines.filter(isOf);
      if (lines.length === 0) throw changedMeanwhile();
      const order = await placeOrder({
        ctx: { ...ctx, ...unit },
        input: orderOf(cart, lines, group, input),
        ...{ sellerId: group.supplierId, buyerId: actor.entity.id, enteredBy: 'buyer' },
      });
      const version = newId();
      await leave(
        unit.db,
        cart,
        cart.lines.filter((line) => !isOf(line)),
        version,
      );
      return { order: checked.parse(order), version };
    }),
  );
  return { made, replayed: keyed?.replayed ?? false };
}

/** The order of some lines, as its body would say it. @throws AppError INVALID_REQUEST, such as for a day that has passed */
function orderOf(cart: CartRow, lines: readonly StoredLine[], { locationId }: Group, input: Input) {
  const body = {
    wholesaler_id: cart.supplierId,
    items: lines.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity })),
    delivery_date: input.delivery_date ?? cart.deliveryDate,
    delivery_window: cart.deliveryWindow,
    notes: cart.notes,
    po_number: input.po_number ?? cart.poNumber,
    ...(locationId && { receiving_location_id: locationId }),
  };
  const { data, error } = CreateOrder.safeParse(body);
  if (!data) throw invalidRequest(fieldErrors(error.issues, body));
  return data;
}

/** What is left of a cart; without lines it is deleted. */
async function leave(db: Db, cart: CartRow, lines: StoredLine[], version: string): Promise<void> {
  const at = cartAt(cart.userId, cart.supplierId);
  if (lines.length === 0) await db.delete(carts).where(at);
  else await db.update(carts).set({ lines, version }).where(at);
}

const errorOf = ({ code, message, details }: AppError) => ({ code, message, details });
