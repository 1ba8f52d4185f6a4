import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { entityLogos } from './tables';

/** The id of a business's logo; no row without one. */
export const logoIdOf = (db: Db, entityId: string) =>
  db.select({ id: entityLogos.id }).from(entityLogos).where(eq(entityLogos.entityId, entityId));

/** Logos as PNG, by id. One that was replaced or removed meanwhile is missing. */
export async function readLogos(db: Db, ids: readonly string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: entityLogos.id, contents: entityLogos.contents })
    .from(entityLogos)
    .where(inArray(entityLogos.id, [...ids]));
  return new Map(rows.map(({ id, contents }) => [id, contents]));
}
