import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { keyOf } from './match';

export const deleteUnmatchedOf = statement(
  [[ID, ID, 'x']],
  (connectionId: string, externalId: string | null, sku: string | null) => sql`
    delete from pos_unmatched where connection_id = ${connectionId}
      and (key = ${keyOf({ externalId: externalId, sku })} or sku = ${sku})`,
);

export const insertMapping = statement(
  [[{ id: ID, connectionId: ID, externalId: ID, sku: 'x', variantId: ID }]],
  ({
    id,
    connectionId,
    externalId,
    sku,
    variantId,
  }: {
    id: string;
    connectionId: string;
    externalId: string | null;
    sku: string | null;
    variantId: string;
  }) => sql`
    insert into pos_mappings (id, connection_id, external_id, sku, variant_id)
    values (${id}, ${connectionId}, ${externalId}, ${sku}, ${variantId})`,
);

export const deleteCompeting = statement(
  [[ID, ID, 'x']],
  (connectionId: string, externalId: string | null, sku: string | null) => sql`
    delete from pos_mappings where connection_id = ${connectionId}
      and (external_id = ${externalId} or sku = ${sku})`,
);

export const lockConnectionAt = statement(
  [[ID, ID]],
  (locationId: string, entityId: string) => sql<{ id: string }>`
    select id from pos_connections where location_id = ${locationId} and entity_id = ${entityId}
    for no key update`,
);

export const forgetCursor = statement(
  [[ID]],
  (connectionId: string) => sql`
    update pos_connections set cursor = null, remapped_at = clock_timestamp() where id = ${connectionId}`,
);
