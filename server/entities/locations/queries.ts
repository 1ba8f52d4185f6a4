import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../db/client';
import type { Page } from '../../kernel/params';
import type { ReadContext } from '../../trpc/context';
import type { LocationList } from '../schema';
import { locations } from '../tables';

type LocationRow = typeof locations.$inferSelect;

export async function listLocations(
  { db, actor }: ReadContext,
  { page, limit }: Page,
): Promise<z.infer<typeof LocationList>> {
  const mine = and(eq(locations.entityId, actor.entity.id), isNull(locations.deletedAt));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(locations)
      .where(mine)
      .orderBy(asc(locations.createdAt), asc(locations.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(locations).where(mine),
  ]);
  return { data: rows.map(toLocation), pagination: { page, limit, total: counted?.total ?? 0 } };
}

/** The oldest location of a business, where stock is received unless somebody says otherwise; null when it has none. */
export async function firstLocationId(db: Db, entityId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.entityId, entityId), isNull(locations.deletedAt)))
    .orderBy(asc(locations.createdAt), asc(locations.id))
    .limit(1);
  return row?.id ?? null;
}

export async function locationExists(db: Db, entityId: string, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.entityId, entityId), eq(locations.id, id), isNull(locations.deletedAt)));
  return row !== undefined;
}

/** The one-line form that the entity response carries (decision 20). */
export function oneLine({
  street,
  city,
  state,
  zip,
}: Pick<LocationRow, 'street' | 'city' | 'state' | 'zip'>): string {
  return `${street}, ${city}, ${state} ${zip}`;
}

function toLocation(row: LocationRow): z.infer<typeof LocationList>['data'][number] {
  return {
    id: row.id,
    name: row.name,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    license_number: row.licenseNumber,
    active: row.active,
    created_at: row.createdAt.toISOString(),
  };
}
