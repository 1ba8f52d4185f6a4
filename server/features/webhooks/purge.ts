import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { deleteInBatches, olderThan } from '../../platform/db/purge';
import { entities } from '../entities/tables';
import { withWaitingEvents } from './deliveries.sql';
import { webhookDeliveries, webhookEndpoints } from './tables';

/** Deletes deliveries older than 30 days, with their attempts (decision 68); those of a suspended business wait for it. */
export async function purgeDeliveries(db: Db): Promise<void> {
  const { createdAt, status } = webhookDeliveries;
  await deleteInBatches(
    db,
    webhookDeliveries,
    sql`${olderThan(createdAt, '30 days')} and ${status} <> 'pending'`,
  );
}

/** Deletes the endpoints of deleted businesses, each after its deliveries. */
export async function purgeEndpoints(db: Db): Promise<void> {
  const { id, entityId } = webhookEndpoints;
  const ofDeleted = sql`${entityId} in (select ${entities.id} from ${entities} where ${entities.deletedAt} is not null)`;
  const toThem = sql`${webhookDeliveries.endpointId} in (select ${id} from ${webhookEndpoints} where ${ofDeleted})`;
  await deleteInBatches(db, webhookDeliveries, toThem);
  await deleteInBatches(db, webhookEndpoints, ofDeleted);
}

/** Businesses whose events are kept for longer: suspended ones, and those that still have to be sent what came meanwhile. */
export async function entitiesWithWaitingEvents(db: Db): Promise<string[]> {
  return (await withWaitingEvents(db)).map(({ id }) => id);
}
