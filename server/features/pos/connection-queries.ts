import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { allOf, iso, pageOf, slice } from '../../platform/db/listing';
import { visibleProducts } from '../products/queries';
import type { PosConnection as OpenedConnection } from './connector';
import { CONNECTIONS, NEXT_SYNC_AT } from './due';
import {
  type ListOfPos,
  type PosConnection,
  type PosMapping,
  type PosMappingList,
  type PosUnmatchedList,
  ShownConfig,
} from './schema';

export type ConnectionView = z.infer<typeof PosConnection>;
export type MappingView = z.infer<typeof PosMapping>;

/** SQL: the connections (aliases `c`, and `l` for the location) that a member may see. */
function visibleConnections({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`c.entity_id = ${entity.id} and l.deleted_at is null`;
  return locationIds === null
    ? own
    : sql`${own} and c.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

interface ConnectionRow extends Record<string, unknown>, Omit<ConnectionView, 'config' | 'last_sync'> {
  config: unknown;
  last_id: string | null;
  last_status: NonNullable<ConnectionView['last_sync']>['status'];
  last_created_at: string;
  last_finished_at: string | null;
}

/** The POS of a location. @throws AppError NOT_FOUND when none is connected, or the location is not in reach */
export async function getConnection({ db, actor }: ReadContext, locationId: string): Promise<ConnectionView> {
  const [row] = await db.execute<ConnectionRow>(sql`
    select c.location_id, c.provider, c.config, c.auth, c.failures, ${iso(NEXT_SYNC_AT)} as next_sync_at,
      (select count(*)::int from pos_unmatched u where u.connection_id = c.id) as unmatched_count,
      ${iso(sql`c.created_at`)} as created_at, ${iso(sql`c.updated_at`)} as updated_at, last.id as last_id,
      last.status as last_status, ${iso(sql`last.created_at`)} as last_created_at,
      ${iso(sql`last.finished_at`)} as last_finished_at
    from ${CONNECTIONS} where c.location_id = ${locationId} and ${visibleConnections(actor)}`);
  if (!row) throw notFound();
  const { last_id, last_status, last_created_at, last_finished_at, config, ...connection } = row;
  const last = { status: last_status, created_at: last_created_at, finished_at: last_finished_at };
  return {
    ...connection,
    config: ShownConfig.parse(config),
    last_sync: last_id === null ? null : { id: last_id, ...last },
  };
}

/** As a connector is opened with it. @throws AppError NOT_FOUND */
export async function getOpenable(
  { db, actor }: ReadContext,
  locationId: string,
): Promise<OpenedConnection & { config: Record<string, unknown> }> {
  const [row] = await db.execute<
    Pick<OpenedConnection, 'id' | 'provider' | 'credentials' | 'cursor'> & { config: Record<string, unknown> }
  >(sql`
    select c.id, c.provider, c.config, c.credentials, c.cursor
    from pos_connections c join locations l on l.id = c.location_id
    where c.location_id = ${locationId} and ${visibleConnections(actor)}`);
  if (!row) throw notFound();
  return { ...row, locationId };
}

/** What POS systems have reported and is not known here, the last reported first. */
export async function listUnmatched(
  { db, actor }: ReadContext,
  { location_id, page, limit }: z.infer<typeof ListOfPos>,
): Promise<z.infer<typeof PosUnmatchedList>> {
  const from = sql`pos_unmatched u join pos_connections c on c.id = u.connection_id
    join locations l on l.id = c.location_id`;
  const where = ofLocation(actor, location_id);
  const [rows, [counted]] = await Promise.all([
    db.execute<z.infer<typeof PosUnmatchedList>['data'][number]>(sql`
      select c.location_id, u.external_id, u.sku, u.name, u.quantity, ${iso(sql`u.seen_at`)} as seen_at
      from ${from} where ${where} order by u.seen_at desc nulls last, u.key ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from ${from} where ${where}`),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

const MAPPINGS = sql`pos_mappings m join pos_connections c on c.id = m.connection_id
  join locations l on l.id = c.location_id join product_variants v on v.id = m.variant_id
  join products p on p.id = v.product_id`;

const mappingColumns = sql`m.id, c.location_id, m.external_id, m.sku,
  json_build_object('id', v.id, 'product_id', p.id, 'product_name', p.name, 'name', v.name, 'sku', v.sku) as variant,
  ${iso(sql`m.created_at`)} as created_at`;

/** Oldest first. */
export async function listMappings(
  { db, actor }: ReadContext,
  { location_id, page, limit }: z.infer<typeof ListOfPos>,
): Promise<z.infer<typeof PosMappingList>> {
  const where = ofLocation(actor, location_id);
  const [rows, [counted]] = await Promise.all([
    db.execute<MappingView & Record<string, unknown>>(
      sql`select ${mappingColumns} from ${MAPPINGS} where ${where} order by m.created_at, m.id ${slice({ page, limit })}`,
    ),
    db.execute<{ total: number }>(sql`select count(*)::int as total from ${MAPPINGS} where ${where}`),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent, another business's, or of a location out of the member's */
export async function getMapping({ db, actor }: ReadContext, id: string): Promise<MappingView> {
  const [row] = await db.execute<MappingView & Record<string, unknown>>(
    sql`select ${mappingColumns} from ${MAPPINGS} where m.id = ${id} and ${visibleConnections(actor)}`,
  );
  if (!row) throw notFound();
  return row;
}

/** Whether a business may hold stock of a variant: its own, one in sight, or one that it holds already. */
export async function isStockable({ db, actor }: ReadContext, variantId: string): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from product_variants v join products p on p.id = v.product_id
    where v.id = ${variantId} and v.deleted_at is null and p.deleted_at is null and ${visibleProducts(actor)}`);
  return rows.length > 0;
}

function ofLocation(actor: Actor, locationId: string | undefined): SQL {
  return allOf([visibleConnections(actor), locationId ? sql`c.location_id = ${locationId}` : undefined]);
}
