import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../../entities/tables';
import { inventoryItems } from '../../inventory/tables';
import { posConnections, posListings, posPackages, posUnmatched, syncRuns } from '../tables';

export const lockOpenLocation = statement(
  [[ID]],
  (locationId: string) =>
    sql`select 1 from ${locations} where id = ${locationId} and deleted_at is null for key share`,
);

export const countFailure = statement(
  [[ID]],
  (connectionId: string) =>
    sql`update ${posConnections} set failures = least(failures + 1, 100) where id = ${connectionId}`,
);

export const confirmListings = statement(
  [[ID, ID]],
  (connectionId: string, runId: string) => sql`
        update ${posListings} set confirmed = true
        where connection_id = ${connectionId} and run_id = ${runId} and not confirmed`,
);

export const deleteStaleUnmatched = statement(
  [[ID, ID]],
  (connectionId: string, runId: string) => sql`
    delete from ${posUnmatched} where connection_id = ${connectionId} and run_id <> ${runId}`,
);

export const deleteStalePackages = statement(
  [[ID, ID]],
  (connectionId: string, runId: string) => sql`
    delete from ${posPackages} where connection_id = ${connectionId} and run_id <> ${runId}
      and exists (select 1 from ${posListings} where connection_id = ${connectionId} and run_id = ${runId})`,
);

export const storeCursor = statement(
  [[ID, 'x', ID]],
  (runId: string, nextCursor: string | null, connectionId: string) => sql`
    update ${posConnections} set failures = 0, cursor = case when remapped_at > (
      select created_at from ${syncRuns} where id = ${runId}) then null else ${nextCursor} end
    where id = ${connectionId}`,
);

export const lockConnectionRow = statement(
  [[ID]],
  (connectionId: string) => sql`select 1 from ${posConnections} where id = ${connectionId} for no key update`,
);

const BATCH = 200;

export const unlistedStock = statement(
  [[ID, ID, 'x']],
  (connectionId: string, runId: string, pageToken: string | null) => sql<{ id: string; sku: string }>`
      select i.id, i.sku from ${posListings} l join ${inventoryItems} i on i.id = l.item_id
      where l.connection_id = ${connectionId} and l.confirmed and l.run_id <> ${runId} and i.quantity > 0
        and (${pageToken}::uuid is null or i.id > ${pageToken}::uuid)
      order by i.id limit ${BATCH}`,
);

export const anyListed = statement(
  [[ID, ID]],
  (connectionId: string, runId: string) => sql<{ listed: boolean }>`
    select exists (select 1 from ${posListings} where connection_id = ${connectionId} and run_id = ${runId})
      as listed`,
);

export const listedPage = statement(
  [[ID, ID, 'x']],
  (connectionId: string, runId: string, pageToken: string | null) => sql<{ item_id: string }>`
      select item_id from ${posListings}
      where connection_id = ${connectionId} and run_id = ${runId}
        and (${pageToken}::uuid is null or item_id > ${pageToken}::uuid)
      order by item_id limit ${BATCH}`,
);
