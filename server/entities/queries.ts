import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../db/client';
import { notFound } from '../kernel/errors';
import type { ReadContext } from '../trpc/context';
import { oneLine } from './locations/queries';
import type { Entity } from './schema';
import { entities, locations } from './tables';

type EntityRow = typeof entities.$inferSelect;

/** The caller's own business, with its locations. */
export async function getEntity({ db, actor }: ReadContext): Promise<z.infer<typeof Entity>> {
  const [[row], places] = await Promise.all([
    db.select().from(entities).where(eq(entities.id, actor.entity.id)),
    db
      .select()
      .from(locations)
      .where(and(eq(locations.entityId, actor.entity.id), isNull(locations.deletedAt)))
      .orderBy(asc(locations.createdAt), asc(locations.id)),
  ]);
  if (!row) throw notFound();
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    legal_name: row.legalName,
    license_number: row.licenseNumber,
    license_type: row.licenseType,
    license_expiry: row.licenseExpiry,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    contact: { email: row.contactEmail, phone: row.contactPhone },
    settings: settingsOf(row),
    locations: places.map((place) => ({ id: place.id, name: place.name, address: oneLine(place) })),
    created_at: row.createdAt.toISOString(),
  };
}

function settingsOf(row: EntityRow): z.infer<typeof Entity>['settings'] {
  return {
    auto_sync: row.autoSync,
    sync_frequency: row.syncFrequency,
    low_stock_threshold: row.lowStockThreshold,
    timezone: row.timezone,
    tax_rate_bps: row.taxRateBps,
    require_coa: row.requireCoa,
    pending_order_expiry_days: row.pendingOrderExpiryDays,
  };
}

/** Both parties of an order by id; a business that is gone is absent from the answer. */
export async function findParties(db: Db, ids: readonly string[]): Promise<Map<string, EntityRow>> {
  const rows = await db
    .select()
    .from(entities)
    .where(and(inArray(entities.id, [...ids]), isNull(entities.deletedAt)));
  return new Map(rows.map((row) => [row.id, row]));
}
