import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { allOf, iso, slice } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { locations } from '../entities/tables';
import { visibleProducts } from '../products/queries.sql';
import { products, productVariants } from '../products/tables';
import type { PosConnection as OpenedConnection } from './connector';
import { CONNECTIONS, NEXT_SYNC_AT } from './due';
import type { PosConnection, PosMapping, PosUnmatchedList } from './schema';
import { posConnections, posMappings, posUnmatched } from './tables';

export type ConnectionView = z.infer<typeof PosConnection>;

export type MappingView = z.infer<typeof PosMapping>;

/** Condition for the connections (aliases `c`, and `l` for the location) that a member may see. */
function visibleConnections({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`c.entity_id = ${entity.id} and l.deleted_at is null`;
  return locationIds === null
    ? own
    : sql`${own} and c.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

interface ConnectionRow extends Omit<ConnectionView, 'config' | 'last_sync'> {
  config: unknown;
  last_id: string | null;
  last_status: NonNullable<ConnectionView['last_sync']>['status'];
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
      last.status as last_status, ${iso(sql`last.created_at`)} as last_created_at,
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

export const countUnmatched = statement([[ofLocation(LIMITED, ID)]], (where: SQL) => {
  const from = sql`${posUnmatched} u join ${posConnections} c on c.id = u.connection_id
    join ${locations} l on l.id = c.location_id`;
  return sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`;
});

export const unmatchedPage = statement(
  [[ofLocation(LIMITED, ID), 1, 1]],
  (where: SQL, page: number, limit: number) => {
    const from = sql`${posUnmatched} u join ${posConnections} c on c.id = u.connection_id
    join ${locations} l on l.id = c.location_id`;
    return sql<z.infer<typeof PosUnmatchedList>['data'][number]>`
      select c.location_id, u.external_id, u.sku, u.name, u.quantity, ${iso(sql`u.seen_at`)} as seen_at
      from ${from} where ${where} order by u.seen_at desc nulls last, u.key ${slice({ page, limit })}`;
  },
);

const MAPPINGS = sql`${posMappings} m join ${posConnections} c on c.id = m.connection_id
  join ${locations} l on l.id = c.location_id join ${productVariants} v on v.id = m.variant_id
  join ${products} p on p.id = v.product_id`;

const mappingColumns = sql`m.id, c.location_id, m.external_id, m.sku,
  json_build_object('id', v.id, 'product_id', p.id, 'product_name', p.name, 'name', v.name, 'sku', v.sku) as variant,
  ${iso(sql`m.created_at`)} as created_at`;

export const countMappings = statement(
  [[ofLocation(LIMITED, ID)]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${MAPPINGS} where ${where}`,
);

export const mappingsPage = statement(
  [[ofLocation(LIMITED, ID), 1, 1]],
  (where: SQL, page: number, limit: number) =>
    sql<MappingView>`select ${mappingColumns} from ${MAPPINGS} where ${where} order by m.created_at, m.id ${slice({ page, limit })}`,
);

export const mappingById = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) =>
    sql<MappingView>`select ${mappingColumns} from ${MAPPINGS} where m.id = ${id} and ${visibleConnections(actor)}`,
);

export const stockableVariant = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (variantId: string, actor: Actor) => sql`
    select 1 from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.id = ${variantId} and v.deleted_at is null and p.deleted_at is null and ${visibleProducts(actor)}`,
);

export function ofLocation(actor: Actor, locationId: string | undefined): SQL {
  return allOf([visibleConnections(actor), locationId ? sql`c.location_id = ${locationId}` : undefined]);
}
