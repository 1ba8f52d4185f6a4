// Other features import this file.
import { and, eq } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/client';
import type { System } from './systems';
import { integrationConnections } from './tables';

/** Adds a connection of another feature's system. @returns no row where there is one already */
export const addConnection = (db: Db, values: PgInsertValue<typeof integrationConnections>) =>
  db
    .insert(integrationConnections)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: integrationConnections.id });

export const changeConnection = (
  db: Db,
  id: string,
  change: PgUpdateSetSource<typeof integrationConnections>,
) => db.update(integrationConnections).set(change).where(eq(integrationConnections.id, id));

export const deleteConnection = (db: Db, id: string) =>
  db.delete(integrationConnections).where(eq(integrationConnections.id, id));

/** Deletes the credentials of a system's connections, of a location or a business, and turns them off. */
export async function forgetCredentials(
  db: Db,
  system: System,
  of: { locationId: string } | { entityId: string },
): Promise<void> {
  const { locationId, entityId } = integrationConnections;
  await db
    .update(integrationConnections)
    .set({ credentials: null, status: 'off' })
    .where(
      and(
        'locationId' in of ? eq(locationId, of.locationId) : eq(entityId, of.entityId),
        eq(integrationConnections.system, system),
      ),
    );
}
