import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { equals } from '../../../platform/db/collection';
import { iso } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../../entities/tables';
import { visibleProducts } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { mapping, unmatched } from '../resource';
import { CONNECTIONS, NEXT_SYNC_AT } from '../runs/due';
import { OnlyLocation, type PosConnection } from '../schema';
import { posConnections, posMappings, posUnmatched } from '../tables';
import type { PosConnection as OpenedConnection } from '../vendors/connector';

export type ConnectionView = z.infer<typeof PosConnection>;

/** Condition for the connections (aliases `c`, and `l` for the location) that a member may see. */
function visibleConnections({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`c.entity_id = ${entity.id} and l.deleted_at is null`;
  return locationIds === null
    ? own
    : sql`${own} and c.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

interface ConnectionRow extends Omit<ConnectionView, 'config' | 'last_sync' | 'simulator'> {
  config: unknown;
  last_id: string | null;
  last_status: NonNullable<ConnectionView['last_sync']>['status'];
  last_failed: number;
  last_created_at: string;
  last_finished_at: string | null;
}

export const connectionAt = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (locationId: string, actor: Actor) => sql<ConnectionRow>`
    select c.location_id, c.provider, c.config, c.auth, c.failures, ${iso(NEXT_SYNC_AT)} as next_sync_at,
      (select count(*)::int from ${posUnmatched} u where u.connection_id = c.id) as unmatched_count,
      ${iso(sql`c.created_at`)} as created_at, ${iso(sql`c.updated_at`)} as updated_at, last.id as last_id,
      last.status as last_status, last.failed as last_failed, ${iso(sql`last.created_at`)} as last_created_at,
      ${iso(sql`last.finished_at`)} as last_finished_at
    from ${CONNECTIONS} where c.location_id = ${locationId} and ${visibleConnections(actor)}`,
);

export const openableAt = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (locationId: string, actor: Actor) => sql<
    Pick<OpenedConnection, 'id' | 'provider' | 'credentials' | 'cursor'> & { config: Record<string, unknown> }
  >`
    select c.id, c.provider, c.config, c.credentials, c.cursor
    from ${posConnections} c join ${locations} l on l.id = c.location_id
    where c.location_id = ${locationId} and ${visibleConnections(actor)}`,
);

const location_id = equals(sql`c.location_id`, OnlyLocation, ID);
/** SQL: rows with their connection `c` and its location `l`. */
const located = (rows: SQL, connectionId: SQL) => sql`${rows}
  join ${posConnections} c on c.id = ${connectionId} join ${locations} l on l.id = c.location_id`;

/** Unmatched items of POS systems, the most recent first. */
export const UNMATCHED = paged(unmatched, {
  visible: visibleConnections,
  from: located(sql`${posUnmatched} u`, sql`u.connection_id`),
  order: sql`u.seen_at desc nulls last`,
  key: sql`u.key`,
  filters: { location_id },
  viewers: [LIMITED],
});

export const MAPPINGS = paged(mapping, {
  visible: visibleConnections,
  from: located(sql`${posMappings} m`, sql`m.connection_id`),
  order: sql`m.created_at`,
  filters: { location_id },
  viewers: [LIMITED],
});
/** SQL: the mapping of an id, of a connection that a member may see. */
export const seenMapping = (id: string, actor: Actor) => sql`m.id = ${id} and exists (
  select from ${locations} l where l.id = c.location_id and ${visibleConnections(actor)})`;
export const readMappings = rowsWhere(mapping, [[seenMapping(ID, OWNER)], [seenMapping(ID, LIMITED)]]);

export const stockableVariant = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (variantId: string, actor: Actor) => sql`
    select 1 from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.id = ${variantId} and v.deleted_at is null and p.deleted_at is null and ${visibleProducts(actor)}`,
);
