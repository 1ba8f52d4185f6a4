import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import type { Permission } from '../../kernel/permissions';
import { allOf, iso, orderBy, type SortOf, slice, uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { ImportKind } from './fields';
import type { LineError } from './line-codes';
import type { Import, ImportLineList, Outcome } from './schema';
import { importLines, importMappings, imports } from './tables';

export type ImportView = z.infer<typeof Import>;

/** A line that is still to be applied. */
export interface OpenLine extends Record<string, unknown> {
  line: number;
  outcome: Outcome;
  before: unknown;
  after: unknown;
  note: string | null;
  data: unknown;
}

export type LineView = z.infer<typeof ImportLineList>['data'][number];

const NEEDED: Record<ImportKind, readonly Permission[]> = {
  inventory: ['update:inventory'],
  count: ['update:inventory'],
  products: ['create:products', 'update:products'],
  customers: ['create:customers'],
};

/** Returns a permission that a member lacks to import this kind: managers may import stock, but not products. */
export function lackedFor(
  { permissions }: Pick<Actor, 'permissions'>,
  kind: ImportKind,
): Permission | undefined {
  return NEEDED[kind].find((permission) => !permissions.includes(permission));
}

/**
 * Condition for the imports (alias `m`) that a member may see: of their entity, their own or, once the lines are known,
 * within their locations. Products and customers have none.
 */
function visibleImports({ entity, userId, key, locationIds }: Actor): SQL {
  const uploaded = key ? sql`m.actor_key_id = ${key.id}` : sql`m.actor_id = ${userId}`;
  const own = sql`m.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and (${uploaded} or m.kind in ('products', 'customers') or (cardinality(m.location_ids) > 0
        and array_append(m.location_ids, coalesce(m.location_id, m.location_ids[1])) <@ ${uuids(locationIds)}))`;
}

const importColumns = sql`m.id, m.kind, m.status, m.file_name, m.file_size, m.location_id, m.room_type, m.columns,
  m.mapping, m.total, m.processed, m.counts, m.error, json_build_object('id', m.actor_id, 'name', m.actor_name) as created_by,
  ${iso(sql`m.created_at`)} as created_at, ${iso(sql`m.applied_at`)} as applied_at,
  ${iso(sql`m.finished_at`)} as finished_at`;

export const countImports = statement(
  [[importConditions(LIMITED, 'stock', 'ready')]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${imports} m where ${where}`,
);

export const importsPage = statement(
  [[importConditions(LIMITED, 'stock', 'ready'), '-created_at', 1, 1]],
  (where: SQL, sort: SortOf<{ created_at: SQL }>, page: number, limit: number) => {
    const order = orderBy(sort, { created_at: sql`m.created_at` }, sql`m.created_at`, sql`m.id`);
    return sql<ImportView>`
      select ${importColumns} from ${imports} m where ${where} ${order} ${slice({ page, limit })}`;
  },
);

export function importConditions(actor: Actor, kind: string | undefined, status: string | undefined): SQL {
  return allOf([
    visibleImports(actor),
    lackedFor(actor, 'products') ? sql`m.kind <> 'products'` : undefined,
    lackedFor(actor, 'customers') ? sql`m.kind <> 'customers'` : undefined,
    kind ? sql`m.kind = ${kind}` : undefined,
    status ? sql`m.status = ${status}` : undefined,
  ]);
}

export const importById = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => sql<ImportView>`
    select ${importColumns} from ${imports} m where m.id = ${id} and ${visibleImports(actor)}`,
);

export const importLocationIds = statement(
  [[ID]],
  (id: string) => sql<{ ids: string[] | null }>`
    select nullif(array_remove(array_append(location_ids, location_id), null), '{}') as ids
    from ${imports} where id = ${id} and kind not in ('products', 'customers')`,
);

export const countLines = statement(
  [[lineConditions(ID, 'x', true)]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${importLines} l where ${where}`,
);

export const linesPage = statement(
  [[lineConditions(ID, 'x', true), 1, 1]],
  (where: SQL, page: number, limit: number) => sql<
    Omit<LineView, 'problem' | 'errors'> & { errors: LineError[] }
  >`
      select l.line, l.outcome, l.applied, l.sku, l.product_name, l.customer_name, l.location, l.room_type, l.before, l.after, l.note,
        l.errors
      from ${importLines} l where ${where} order by l.line ${slice({ page, limit })}`,
);

export function lineConditions(id: string, outcome: string | undefined, problem: boolean | undefined): SQL {
  return allOf([
    sql`l.import_id = ${id}`,
    outcome ? sql`l.outcome = ${outcome}` : undefined,
    problem === undefined ? undefined : problem ? sql`l.outcome = 'error'` : sql`l.outcome <> 'error'`,
  ]);
}

export const openLinesOf = statement(
  [[ID, 1]],
  (importId: string, limit: number) => sql<OpenLine>`
    select l.line, l.outcome, l.before, l.after, l.note, l.data from ${importLines} l
    where l.import_id = ${importId} and not l.applied and l.outcome <> 'error' order by l.line limit ${limit}`,
);

/** Remembers the mapping of an import for files of its kind with the same header. */
export const rememberMapping = statement(
  [[ID]],
  (id: string) => sql`
    insert into ${importMappings} (entity_id, kind, header_hash, mapping)
    select entity_id, kind, header_hash, mapping from ${imports} where id = ${id}
    on conflict (entity_id, kind, header_hash) do update set mapping = excluded.mapping`,
);
