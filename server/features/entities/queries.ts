import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, notFound } from '../../kernel/errors';
import { unauthorized } from '../../operation/authorize';
import type { Context, ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { rejectWhileMerging } from './claims/queries';
import { isUnderReview } from './identity.sql';
import { licenseWarnings } from './license-formats';
import { oneLine } from './locations/queries';
import { logoIdOf } from './logo/queries';
import { logoPath } from './logo/schema';
import { lockParties, type Party } from './queries.sql';
import type { Entity } from './schema';
import { settingsOf } from './settings-columns';
import { entities, locations } from './tables';

type EntityRow = typeof entities.$inferSelect;

/** Reads the caller's own entity with its locations. */
export async function getEntity({
  db,
  actor,
  publicUrl,
}: ReadContext & Pick<Context, 'publicUrl'>): Promise<z.infer<typeof Entity>> {
  const [[row], places, [logo]] = await pipelined([
    db.select().from(entities).where(eq(entities.id, actor.entity.id)),
    db
      .select()
      .from(locations)
      .where(and(eq(locations.entityId, actor.entity.id), isNull(locations.deletedAt)))
      .orderBy(asc(locations.createdAt), asc(locations.id)),
    logoIdOf(db, actor.entity.id),
  ]);
  if (!row) throw notFound();
  const { contact, ...profile } = profileOf(row);
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    ...profile,
    // A business with members has one (entities_contact).
    contact: { ...contact, email: contact.email ?? '' },
    under_review: row.underReview,
    settings: settingsOf(row),
    logo_url: logo ? publicUrl + logoPath(logo.id) : null,
    locations: places.map((place) => ({ id: place.id, name: place.name, address: oneLine(place) })),
    created_at: row.createdAt.toISOString(),
  };
}

function profileOf(row: EntityRow) {
  return {
    legal_name: row.legalName,
    license_number: row.licenseNumber,
    license_type: row.licenseType,
    license_expiry: row.licenseExpiry,
    license_warnings: licenseWarnings(row.licenseNumber, row.state),
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    contact: { email: row.contactEmail, phone: row.contactPhone },
  };
}

/** Reads what a business shares with those that it is connected with; null once it was deleted. */
export async function findProfile(db: Db, id: string) {
  const [row] = await partiesOf(db, [id]);
  return row ? { ...profileOf(row), license_verified: row.licenseVerified } : null;
}

/**
 * Locks the row of a live entity until the transaction ends without blocking foreign keys to it.
 * @throws AppError UNAUTHORIZED when it was deleted
 */
export async function lockEntity(db: Db, id: string): Promise<void> {
  const [row] = await db
    .select({ id: entities.id })
    .from(entities)
    .where(and(eq(entities.id, id), isNull(entities.deletedAt)))
    .for('no key update');
  if (!row) throw unauthorized('The session has ended. Sign in again.');
}

/**
 * Reads both parties of an order by id. A deleted entity is missing from the result, and a customer that isn't on board unless
 * its seller is the other.
 */
export async function findParties(db: Db, ids: readonly string[]): Promise<Map<string, EntityRow>> {
  const rows = await partiesOf(db, ids);
  return new Map(
    rows.flatMap((row) => (row.managedBy === null || ids.includes(row.managedBy) ? [[row.id, row]] : [])),
  );
}

/** Reads both parties, as `findParties`, for a new reference: until the transaction ends neither can be deleted. @throws AppError CONFLICT `merging` */
export async function holdParties(db: Db, ids: readonly string[]): Promise<Map<string, Party>> {
  const rows = await lockParties(db, ids);
  for (const { id, managedBy } of rows) if (managedBy !== null) await rejectWhileMerging(db, id);
  return new Map(rows.map((row) => [row.id, row]));
}

function partiesOf(db: Db, ids: readonly string[]) {
  return db
    .select()
    .from(entities)
    .where(and(inArray(entities.id, [...ids]), isNull(entities.deletedAt)));
}

/** What a business may not do while the operator reviews its license (decision 510). */
export function underReview(): AppError {
  return new AppError(
    'CONFLICT',
    'The license of your business is being reviewed. Until then, fill your catalog: connecting, ordering, accepting, shipping, inviting and mailing come after.',
    { reason: 'license_unverified' },
  );
}

/** @throws AppError CONFLICT with `details.reason = "license_unverified"` while the business is under review */
export async function assertReviewed(db: Db, entityId: string): Promise<void> {
  const [found] = await isUnderReview(db, entityId);
  if (found?.review) throw underReview();
}
