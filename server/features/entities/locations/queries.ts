import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { nextDeliveryDates } from '../../../kernel/delivery-days';
import { existing, forbidden, notFound } from '../../../kernel/errors';
import type { Premises } from '../../../kernel/premises';
import type { ReadContext, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { byName, readPage } from '../../../platform/db/listing';
import { externalIdsJson, hasExternalId } from '../external-ids/resource';
import { licenseWarnings } from '../license-formats';
import { locations } from '../tables';
import { lockReceiving, receivingRow, schedulesOf } from './queries.sql';
import type { ListLocations, Location, LocationList } from './schema';

type LocationRow = typeof locations.$inferSelect & { externalIds: Record<string, string> };
export type LocationView = z.infer<typeof Location>;

const live = (entityId: string) => and(eq(locations.entityId, entityId), isNull(locations.deletedAt));
const one = (entityId: string, id: string) => and(eq(locations.id, id), live(entityId));

const SORTS: Record<NonNullable<z.infer<typeof ListLocations>['sort']>, SQL> = {
  name: byName(sql`${locations.name}`),
  '-name': sql`${byName(sql`${locations.name}`)} desc`,
  created_at: asc(locations.createdAt),
  '-created_at': desc(locations.createdAt),
};

export async function listLocations(
  { db, actor }: ReadContext,
  { sort, external_id: named, ...page }: z.infer<typeof ListLocations>,
): Promise<z.infer<typeof LocationList>> {
  const me = actor.entity.id;
  const mine = named ? and(live(me), hasExternalId('location', sql`${locations.id}`, me, named)) : live(me);
  return readPage(
    page,
    db
      .select(seenBy(me))
      .from(locations)
      .where(mine)
      .orderBy(SORTS[sort ?? 'created_at'], asc(locations.id)),
    db.$count(locations, mine),
    toLocation,
  );
}

/** A location with the external ids of the business that reads it. */
const seenBy = (entityId: string) => ({
  ...getTableColumns(locations),
  externalIds: externalIdsJson('location', sql`${entityId}`, sql`${locations.id}`),
});

/**
 * @param ownerId the business whose location it is; the caller's when absent
 * @throws AppError NOT_FOUND when absent, deleted or another business's
 */
export async function getLocation(ctx: ReadContext, id: string, ownerId?: string): Promise<LocationView> {
  const found = await findLocation(ctx, id, ownerId);
  if (!found) throw notFound();
  return found;
}

export async function findLocation(
  { db, actor }: ReadContext,
  id: string,
  ownerId = actor.entity.id,
): Promise<LocationView | null> {
  const [row] = await db.select(seenBy(actor.entity.id)).from(locations).where(one(ownerId, id));
  return row ? toLocation(row) : null;
}

/**
 * Locks a location until the transaction ends. With `exclusively`, no new row (an order, an inventory item) can refer
 * to it meanwhile.
 * @throws AppError NOT_FOUND
 */
export async function lockLocation(
  { db, actor }: WriteContext,
  id: string,
  { exclusively = false } = {},
): Promise<LocationView> {
  const row = await existing(
    db
      .select(seenBy(actor.entity.id))
      .from(locations)
      .where(one(actor.entity.id, id))
      .for(exclusively ? 'update' : 'no key update'),
  );
  return toLocation(row);
}

/** Counts an entity's locations. */
export async function countLocations(db: Db, entityId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(locations).where(live(entityId));
  return row?.total ?? 0;
}

/**
 * Finds the default location for receiving: the oldest active one, else the oldest; null without locations. It cannot
 * be deleted before the transaction ends.
 */
export async function firstLocationId(db: Db, entityId: string): Promise<string | null> {
  const [row] = await lockReceiving(db, entityId, null, null);
  return row?.id ?? null;
}

/**
 * Finds where goods are to arrive: the location asked for, else the default one, within a member's reach.
 */
export async function holdReceiving(
  db: Db,
  entityId: string,
  { id, within }: Place,
): Promise<Premises | null> {
  const [row] = await lockReceiving(db, entityId, id ?? null, within);
  return row ?? null;
}

/** The same without holding it. */
export async function findReceiving(
  db: Db,
  entityId: string,
  { id, within }: Place,
): Promise<Premises | null> {
  const [row] = await receivingRow(db, entityId, id ?? null, within);
  return row ?? null;
}

interface Place {
  /** The location asked for. */
  id: string | null | undefined;
  /** What a member is limited to. */
  within: readonly string[] | null;
}

/** The next days on which each of some sellers delivers what is ordered now; without an entry for those that name no days. */
export async function deliveryDatesOf(db: Db, sellerIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = await schedulesOf(db, sellerIds);
  const schedulesBy = (id: string) => found.filter(({ entity_id }) => entity_id === id);
  const named = new Set(found.map(({ entity_id }) => entity_id));
  return new Map([...named].map((id) => [id, nextDeliveryDates(schedulesBy(id))]));
}

/** Returns true when the entity has the location. */
export async function locationExists(db: Db, entityId: string, id: string): Promise<boolean> {
  const [row] = await db.select({ id: locations.id }).from(locations).where(one(entityId, id));
  return row !== undefined;
}

/** Checks the location for a new reference: it cannot be deleted before the transaction ends. */
export async function holdLocation(db: Db, entityId: string, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: locations.id })
    .from(locations)
    .where(one(entityId, id))
    .for('key share');
  return row !== undefined;
}

/**
 * Checks that all ids are locations of the caller's entity; none can be deleted before the transaction ends.
 * @returns the distinct ids
 * @throws AppError NOT_FOUND
 */
export async function lockLocations({ db, actor }: ReadContext, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)].sort();
  if (wanted.length === 0) return [];
  const found = await db
    .select({ id: locations.id })
    .from(locations)
    .where(and(inArray(locations.id, wanted), live(actor.entity.id)))
    .orderBy(locations.id)
    .for('key share');
  if (found.length !== wanted.length) throw notFound();
  return wanted;
}

/**
 * Checks what a key or an endpoint is to be limited to; none of it can be deleted before the transaction ends.
 * @param wanted null for no limit, which only a member without one may grant
 * @param what it is for, such as `A key`
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function limitOf(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  wanted: readonly string[] | null,
  what: 'A key' | 'An endpoint',
): Promise<string[] | null> {
  const { locationLimit } = actor;
  if (locationLimit !== null && (wanted === null || wanted.some((id) => !locationLimit.includes(id)))) {
    throw forbidden(`You are limited to some locations. ${what} of yours must be limited to them, too.`, {
      reason: 'outside_your_locations',
    });
  }
  return wanted && lockLocations({ db, actor }, wanted);
}

/** Formats an address as the single line of the entity response (decision 20). */
export function oneLine({
  street,
  city,
  state,
  zip,
}: Pick<LocationRow, 'street' | 'city' | 'state' | 'zip'>): string {
  return `${street}, ${city}, ${state} ${zip}`;
}

function toLocation(row: LocationRow): LocationView {
  return {
    id: row.id,
    name: row.name,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    license_number: row.licenseNumber,
    license_warnings: licenseWarnings(row.licenseNumber, row.state),
    active: row.active,
    receiving_room: row.receivingRoom,
    receiving_hours: row.receivingHours,
    delivery_days: row.deliveryDays,
    order_cutoff: row.orderCutoff,
    created_at: row.createdAt.toISOString(),
    external_ids: row.externalIds,
  };
}
