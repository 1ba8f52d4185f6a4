import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { integrationConnections } from '../integrations/tables';

/** Deletes the user key of a deleted location. */
export async function forgetKeysOfLocation(db: Db, { locationId }: { locationId: string }): Promise<void> {
  await db
    .update(integrationConnections)
    .set({ credentials: null, status: 'off' })
    .where(
      and(eq(integrationConnections.locationId, locationId), eq(integrationConnections.system, 'metrc')),
    );
}

/** Deletes all user keys of a deleted business. */
export async function forgetKeysOfEntity(db: Db, { entityId }: { entityId: string }): Promise<void> {
  await db
    .update(integrationConnections)
    .set({ credentials: null, status: 'off' })
    .where(and(eq(integrationConnections.entityId, entityId), eq(integrationConnections.system, 'metrc')));
}
