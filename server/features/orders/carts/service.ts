import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { quantityOf, stepsIn } from '../../../kernel/amounts';
import { AppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch } from '../../../kernel/patch';
import { SELLERS } from '../../../kernel/permissions';
import { checkBuyer } from '../../../kernel/sides';
import type { Context, WriteContext } from '../../../operation/context';
import { changedMeanwhile } from '../../../operation/objects';
import type { Db } from '../../../platform/db/client';
import { users } from '../../auth/tables';
import { areConnected } from '../../entities/connections/queries';
import { getLocation } from '../../entities/locations/queries';
import { findParties } from '../../entities/queries';
import { ladderOf } from '../../pricing/queries';
import { notConnected } from '../placing/parties';
import { addedOf, linesAfter, type OfferedVariant, wantedOf } from './merge';
import { type CartRow, type CartView, cartAt, toView } from './queries';
import { soldVariants, stepsOfVariants } from './queries.sql';
import { type ChangeCart, MAX_CARTS, type ReplaceCart } from './schema';
import { carts, type StoredLine } from './tables';

type Delivery = Omit<z.infer<typeof ReplaceCart>, 'supplier_id' | 'lines'>;
type Fields = Pick<CartRow, 'deliveryDate' | 'deliveryWindow' | 'receivingLocationId' | 'notes' | 'poNumber'>;

type CartContext = WriteContext & Pick<Context, 'ifMatch'>;

/** A cart that is about to change. */
interface Opened {
  supplier: { id: string; name: string };
  /** Null before its first line. */
  row: CartRow | null;
  lines: readonly StoredLine[];
  connected: boolean;
}

/**
 * Replaces a cart, or makes it (decision 407).
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED when `If-Match` names another version, CONFLICT, FORBIDDEN, INVALID_REQUEST
 */
export async function replaceCart(
  ctx: CartContext,
  { supplier_id, lines, ...delivery }: z.infer<typeof ReplaceCart>,
): Promise<CartView> {
  const cart = await open(ctx, supplier_id);
  const step = await stepsBy(ctx, lines);
  await checkStores(ctx, cart, lines);
  const counted = lines.map(({ variant_id, location_id, ...asked }, i) => ({
    ...{ variant_id, location_id },
    quantity: quantityOf(asked, step(variant_id), `lines[${i}].`),
  }));
  const wanted = wantedOf(counted, []);
  return store(ctx, cart, await changed(ctx, cart, [], wanted), await fieldsOf(ctx, cart, delivery, null));
}

/** The steps of the variants of which lines say an amount. */
async function stepsBy(
  { db }: WriteContext,
  lines: ReadonlyArray<{ variant_id: string; amount?: number | undefined; add_amount?: number | undefined }>,
): Promise<(variantId: string) => number | null> {
  const weighed = lines.filter((line) => (line.amount ?? line.add_amount) !== undefined);
  const found =
    weighed.length > 0
      ? await stepsOfVariants(
          db,
          weighed.map((line) => line.variant_id),
        )
      : [];
  const steps = new Map(found.map(({ id, step }) => [id, step]));
  return (variantId) => steps.get(variantId) ?? null;
}

/** Adds to a cart, takes out of it, or changes its delivery. @throws as replaceCart */
export async function changeCart(
  ctx: CartContext,
  { supplier_id, ...patch }: z.infer<typeof ChangeCart>,
): Promise<CartView> {
  checkPatch(patch, {}, []);
  const { lines = [], ...delivery } = patch;
  const cart = await open(ctx, supplier_id);
  const step = await stepsBy(ctx, lines);
  await checkStores(ctx, cart, lines);
  const counted = lines.map(({ variant_id, location_id, ...asked }, i) => ({
    ...{ variant_id, location_id },
    add: stepsIn(asked, 'add', { step: step(variant_id), path: `lines[${i}].` }) ?? 0,
  }));
  const wanted = wantedOf(counted, cart.lines);
  const after = await changed(ctx, cart, cart.lines, wanted);
  return store(ctx, cart, after, await fieldsOf(ctx, cart, delivery, cart.row));
}

/** @throws AppError FORBIDDEN to those who never buy, NOT_FOUND */
export async function deleteCart({ db, actor }: WriteContext, supplierId: string): Promise<void> {
  checkBuyer(actor);
  const [gone] = await db
    .delete(carts)
    .where(cartAt(actor.userId, supplierId))
    .returning({ supplierId: carts.supplierId });
  if (!gone) throw notFound();
}

/** Deletes the carts of members who leave. */
export async function deleteCartsOfMembers(
  db: Db,
  { userIds }: { userIds: readonly string[] },
): Promise<void> {
  await db.delete(carts).where(inArray(carts.userId, [...userIds]));
}

/**
 * Locks the cart. Without one, its supplier has to be one that the caller is connected with.
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED
 */
async function open({ db, actor, ifMatch }: CartContext, supplierId: string): Promise<Opened> {
  checkBuyer(actor);
  const connected = await areConnected(db, actor.entity.id, supplierId);
  const supplier = (await findParties(db, [supplierId])).get(supplierId);
  const lock = () => db.select().from(carts).where(cartAt(actor.userId, supplierId)).for('update');
  let [row] = await lock();
  if (!row && connected) {
    // Carts of one member are made in turns, so that their limit holds and none is made twice.
    await db.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update');
    [row] = await lock();
  }
  if (!supplier || !SELLERS.includes(supplier.type) || !(row || connected)) throw notFound();
  if (ifMatch && !ifMatch(row?.version ?? null)) throw changedMeanwhile();
  return { supplier, row: row ?? null, lines: row?.lines ?? [], connected };
}

async function changed(
  { db, actor }: WriteContext,
  { supplier, lines, connected }: Opened,
  kept: readonly StoredLine[],
  wanted: ReturnType<typeof wantedOf>,
): Promise<StoredLine[]> {
  const added = addedOf(wanted, lines);
  if (added.length > 0 && !connected) {
    throw notConnected(supplier);
  }
  const sold = added.length > 0 ? await offeredTo(db, supplier.id, actor.entity.id, added) : [];
  return linesAfter(lines, kept, wanted, added, sold);
}

async function offeredTo(
  db: Db,
  sellerId: string,
  buyerId: string,
  variantIds: readonly string[],
): Promise<OfferedVariant[]> {
  const sold = await soldVariants(db, sellerId, buyerId, variantIds);
  const terms = sold[0]?.terms;
  const ladders = terms ? await ladderOf(db, terms, sold) : null;
  return sold.map((variant) => ({ ...variant, ladder: ladders?.get(variant.variant_id) ?? null }));
}

/** Checks the stores of lines that the cart has none of yet. @throws AppError NOT_FOUND */
async function checkStores(
  ctx: WriteContext,
  { lines: present }: Opened,
  lines: ReadonlyArray<{ location_id?: string | null | undefined }>,
): Promise<void> {
  const known = new Set(present.flatMap(({ location_id }) => location_id ?? []));
  const named = new Set(lines.flatMap(({ location_id }) => location_id ?? []));
  for (const id of named) if (!known.has(id)) await checkStore(ctx, id);
}

async function checkStore(ctx: WriteContext, locationId: string): Promise<void> {
  const { locationIds } = ctx.actor;
  if (locationIds !== null && !locationIds.includes(locationId)) throw notFound();
  await getLocation(ctx, locationId);
}

/** The fields of the delivery; one that isn't sent keeps its value of `before`. @throws AppError NOT_FOUND for a location */
async function fieldsOf(
  ctx: WriteContext,
  { row }: Opened,
  delivery: Delivery,
  before: CartRow | null,
): Promise<Fields> {
  const { delivery_date, delivery_window, receiving_location_id: locationId, notes, po_number } = delivery;
  if (locationId && locationId !== row?.receivingLocationId) await checkStore(ctx, locationId);
  const kept = <T>(sent: T | null | undefined, present: T | null | undefined) =>
    (sent === undefined ? present : sent) ?? null;
  return {
    deliveryDate: kept(delivery_date, before?.deliveryDate),
    deliveryWindow: kept(delivery_window, before?.deliveryWindow),
    receivingLocationId: kept(locationId, before?.receivingLocationId),
    notes: kept(notes, before?.notes) || null,
    poNumber: kept(po_number, before?.poNumber),
  };
}

/** Stores what changed; a cart without lines is deleted. @throws AppError CONFLICT with `details.reason = "too_many"` */
async function store(
  { db, actor }: WriteContext,
  { supplier, row }: Opened,
  lines: StoredLine[],
  fields: Fields,
): Promise<CartView> {
  const { userId } = actor;
  const now = new Date();
  const version = newId();
  if (lines.length === 0) {
    if (row) await db.delete(carts).where(cartAt(userId, supplier.id));
    const gone = { ...fields, userId, supplierId: supplier.id, version, lines };
    return toView({ ...gone, createdAt: row?.createdAt ?? now, updatedAt: now }, supplier.name);
  }
  if (!row && (await db.$count(carts, eq(carts.userId, userId))) >= MAX_CARTS) {
    throw new AppError('CONFLICT', `You can have ${MAX_CARTS} carts. Order or empty one first.`, {
      reason: 'too_many',
      limit: MAX_CARTS,
    });
  }
  const values = { ...fields, version, lines };
  const [stored] = row
    ? await db.update(carts).set(values).where(cartAt(userId, supplier.id)).returning()
    : await db
        .insert(carts)
        .values({ ...values, userId, supplierId: supplier.id })
        .returning();
  if (!stored) throw notFound();
  return toView(stored, supplier.name);
}
