// Other features import this file.
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { earliestDateOnEarth } from '../../../kernel/clock';
import { AppError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { UNSHIPPED } from '../../../kernel/order-statuses';
import { checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { changeExternalIds } from '../../entities/external-ids/service';
import { holdReceiving } from '../../entities/locations/queries';
import { recipientsOf, sharedPart } from '../flow/announce';
import { getOrderDetail } from '../flow/detail/queries';
import { storeNotes } from '../flow/detail/queries.sql';
import type { OrderDetailView } from '../flow/detail/schema';
import { passedOver, recordHistory } from '../flow/history';
import { type LockedOrder, lockOrder } from '../flow/lock';
import { checkRequirements } from '../flow/requirements';
import { changeShipment } from '../flow/shipment';
import type { Override } from '../placing/conditions.schema';
import { sellersField } from '../placing/sides';
import type { OrderView } from '../queries';
import { ORDER_READ_ONLY, type UpdateOrder } from '../resource';
import { DeliveryDate } from '../schema';
import { APART, type ApartField, EDITED, editedOf, SHARED, type SharedField } from '../shapes/edited.schema';
import type { Side } from '../shapes/flow.schema';
import { isOverriding } from '../shapes/lines.schema';
import { orders } from '../tables';
import { decideArrival } from './arrival';
import { checkChanges } from './changes';

type Changes = Partial<Record<SharedField, string | null>>;

/**
 * Changes an order until it ships, each side what is its own (decision 519). Notes of the seller leave no trace that the buyer sees;
 * external ids, which each side has of its own, change at any time.
 * @throws AppError NOT_FOUND (order, location), INVALID_REQUEST, FORBIDDEN for the other side's field, CONFLICT once shipped or
 *   canceled and for an external id that is taken, RATE_LIMITED; of a new location as `checkRequirements`; as `decide`
 */
export async function updateOrder(
  ctx: WriteContext,
  { id, override, ...patch }: z.infer<typeof UpdateOrder>,
): Promise<OrderDetailView> {
  const locked = await lockOrder(ctx, id);
  const before = await getOrderDetail(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids', 'shipment']), before, ORDER_READ_ONLY);
  const changes = changesIn(before, patch);
  const noted = APART.find((name) => patch[name] !== undefined);
  const notes = noted && notesIn(before[noted], patch[noted]);
  const isNoted = notes !== undefined;
  const names = SHARED.filter((name) => changes[name] !== undefined);
  checkSides(locked, names, noted);
  if (locked.side === 'retailer' && isOverriding(override)) throw sellersField('override');
  const isEdited = names.length > 0 || isNoted;
  if (isEdited) await checkEdit(ctx, locked, changes);
  if (isNoted) await storeNotes(ctx.db, id, notes);
  if (names.length > 0) await storeChanges(ctx.db, id, changes);
  const overridden = await decideArrival(ctx, locked, changes, override);
  if (names.length > 0) await recordChanges(ctx, locked, changes, overridden);
  const isShipping = await changeShipment(ctx, locked, patch.shipment);
  const isNamed = await changeExternalIds(ctx, 'order', [{ id, ids: patch.external_ids }]);
  if (!isEdited && !isNamed && !isShipping) return before;
  const after = await getOrderDetail(ctx, id);
  const order = asBothSee(after);
  // Other premises may have another license, or lie in another state than what the order holds.
  if (changes.receiving_location_id) await checkRequirements(ctx.db, order, ['licenses'], locked.side);
  const moved = [...names, ...ownFields({ isNoted, isNamed, isShipping })];
  ctx.audit({
    action: 'order.updated',
    objectId: id,
    before: valuesOf(before, moved),
    after: valuesOf(after, moved),
  });
  announce(ctx, { ...locked, order }, locked.order, names);
  return after;
}

/** The fields that one side has of its own and that changed. */
const ownFields = (changed: { isNoted: boolean; isNamed: boolean; isShipping: boolean }) => [
  ...(changed.isNoted ? APART : []),
  ...(changed.isNamed ? (['external_ids'] as const) : []),
  ...(changed.isShipping ? (['shipment'] as const) : []),
];

/** An order without what its seller alone sees. */
function asBothSee(detail: OrderDetailView): OrderView {
  const order: OrderView = { ...detail };
  for (const name of APART) Reflect.deleteProperty(order, name);
  return order;
}

/** The seller's notes as they are to be; undefined where they stay. */
function notesIn(before: string | undefined, given: string | null | undefined): string | null | undefined {
  const notes = given || null;
  return notes === (before ?? null) ? undefined : notes;
}

const valuesOf = (order: Partial<OrderDetailView>, names: ReadonlyArray<keyof OrderDetailView>) =>
  Object.fromEntries(names.map((name) => [name, order[name] ?? null]));

/** @throws AppError CONFLICT with `details.reason = "order_closed"`, INVALID_REQUEST, NOT_FOUND, RATE_LIMITED */
async function checkEdit(ctx: WriteContext, locked: LockedOrder, changes: Changes): Promise<void> {
  const { id } = locked.order;
  checkUnshipped(locked.order);
  checkDate(changes);
  await checkLocation(ctx, locked, changes);
  await checkChanges(ctx, id);
}

/** @throws AppError CONFLICT with `details.reason = "order_closed"` */
export function checkUnshipped({ status }: Pick<OrderView, 'status'>): void {
  if (UNSHIPPED.includes(status)) return;
  throw new AppError('CONFLICT', `An order that is ${status} can't change.`, {
    reason: 'order_closed',
    status,
  });
}

function changesIn(before: OrderView, patch: Omit<z.infer<typeof UpdateOrder>, 'id'>): Changes {
  const given = SHARED.flatMap((name) => {
    const value = patch[name];
    const wanted = editedOf(name).typed === 'words' ? value || null : value;
    return value === undefined || wanted === before[name] ? [] : [[name, wanted]];
  });
  return Object.fromEntries(given) as Changes;
}

function checkSides(
  { order, side }: LockedOrder,
  names: readonly SharedField[],
  noted: ApartField | undefined,
): void {
  if (side === 'retailer') {
    if (noted) throw othersField(noted, side);
    return;
  }
  const [foreign] =
    order.entered_by === 'seller' ? [] : names.filter((name) => editedOf(name).by === 'buyer');
  if (foreign) throw othersField(foreign, side);
}

function othersField(field: string, side: Side): AppError {
  return forbidden(`Only the order's other party can change ${field}.`, {
    reason: 'other_party',
    side,
    field,
  });
}

/** An order may keep a day that has passed, but not get one. @throws AppError INVALID_REQUEST */
export function checkDate({ delivery_date: date }: Pick<Changes, 'delivery_date'>): void {
  if (!date) return;
  const { error } = DeliveryDate.safeParse(date);
  const [issue] = error?.issues ?? [];
  if (!issue) return;
  const isPast = date < earliestDateOnEarth();
  const code = isPast ? 'date_in_past' : 'date_too_far';
  throw invalidRequest([{ path: 'delivery_date', code, message: issue.message }]);
}

/** Where a limited member could not receive, it sends nothing either; a seller's limit is about its own locations. */
async function checkLocation(
  { db, actor }: WriteContext,
  { order, side }: LockedOrder,
  { receiving_location_id: locationId }: Changes,
): Promise<void> {
  if (!locationId) return;
  const limit = side === 'retailer' ? actor.locationLimit : null;
  if (limit?.includes(locationId) === false) throw notFound();
  if (!(await holdReceiving(db, order.retailer.id, { id: locationId, within: null }))) throw notFound();
}

async function storeChanges(db: Db, id: string, changes: Changes): Promise<void> {
  const given = SHARED.filter((name) => changes[name] !== undefined);
  await db
    .update(orders)
    .set(Object.fromEntries(given.map((name) => [EDITED[name].column, changes[name]])))
    .where(eq(orders.id, id));
}

async function recordChanges(
  ctx: WriteContext,
  { order }: LockedOrder,
  changes: Changes,
  overridden: readonly Override[],
): Promise<void> {
  const { id, status } = order;
  const names = SHARED.filter((name) => changes[name] !== undefined);
  const [name] = names;
  const alone = names.length === 1 && name ? editedOf(name).action : undefined;
  await recordHistory(ctx, {
    orderId: id,
    action: alone ?? 'edited',
    fromStatus: status,
    toStatus: status,
    summary: alone && name ? (changes[name] ?? 'None') : names.join(', '),
    before: Object.fromEntries(names.map((name) => [name, order[name]])),
    after: {
      ...Object.fromEntries(names.map((name) => [name, changes[name] ?? null])),
      ...passedOver(overridden).after,
    },
  });
}

/** One event, of what both parties see. */
function announce(
  ctx: WriteContext,
  locked: Pick<LockedOrder, 'order' | 'unclaimed'>,
  before: OrderView,
  names: readonly SharedField[],
): void {
  if (names.length === 0) return;
  const { order } = locked;
  const changes = Object.fromEntries(
    names.map((name) => [name, { before: before[name], after: order[name] }]),
  );
  for (const { id } of recipientsOf(locked)) ctx.emit('order.edited', id, { ...sharedPart(order), changes });
}
