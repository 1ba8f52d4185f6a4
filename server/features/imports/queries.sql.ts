import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import type { Permission } from '../../kernel/permissions';
import { among } from '../../platform/db/collection';
import { allOf, slice, uuids } from '../../platform/db/listing';
import { paged } from '../../platform/db/paged.sql';
import { rowsWhere } from '../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { type ImportKind as Kind, PLACELESS } from './fields';
import type { LineError } from './lines/codes';
import { importJob } from './resource';
import { ImportKind, type ImportLineList, ImportStatus, type Outcome } from './schema';
import { importLines, importMappings, imports } from './tables';

/** A line that is still to be applied. */
export interface OpenLine extends Record<string, unknown> {
  line: number;
  outcome: Outcome;
  before: unknown;
  after: unknown;
  note: string | null;
  data: unknown;
  externalId: string | null;
  imported: Record<string, string | number | boolean | null> | null;
}

export type LineView = z.infer<typeof ImportLineList>['data'][number];

/** Beside `update:inventory`, which all imports take. */
const NEEDED: Record<Kind, readonly Permission[]> = {
  inventory: [],
  count: [],
  products: ['create:products', 'update:products'],
  customers: ['create:customers'],
  opening_balances: ['create:credits'],
  goods_receipts: [],
  levels_wanted: [],
  batches: [],
  price_lists: ['update:prices'],
  orders: ['create:orders'],
};

const placeless = sql.raw(PLACELESS.map((kind) => `'${kind}'`).join(', '));

/** Returns a permission that a member lacks to import this kind: managers may import stock, but not products. */
export function lackedFor({ permissions }: Pick<Actor, 'permissions'>, kind: Kind): Permission | undefined {
  const needed: readonly Permission[] = ['update:inventory', ...NEEDED[kind]];
  return needed.find((permission) => !permissions.includes(permission));
}

/**
 * Condition for the imports (alias `m`) that a member may see: of their entity, their own or, once the lines are known,
 * within their locations. Products, customers and opening balances have none.
 */
function visibleImports({ entity, userId, key, locationIds }: Actor): SQL {
  const uploaded = key ? sql`m.actor_key_id = ${key.id}` : sql`m.actor_id = ${userId}`;
  const own = sql`m.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and m.migration_id is null and (${uploaded} or m.kind in (${placeless}) or (cardinality(m.location_ids) > 0
        and array_append(m.location_ids, coalesce(m.location_id, m.location_ids[1])) <@ ${uuids(locationIds)}))`;
}

export const IMPORTS = paged(importJob, {
  visible: (actor: Actor) =>
    allOf([
      visibleImports(actor),
      lackedFor(actor, 'products') ? sql`m.kind <> 'products'` : undefined,
      lackedFor(actor, 'customers') ? sql`m.kind <> 'customers'` : undefined,
      lackedFor(actor, 'opening_balances') ? sql`m.kind <> 'opening_balances'` : undefined,
      lackedFor(actor, 'price_lists') ? sql`m.kind <> 'price_lists'` : undefined,
    ]),
  sorts: { created_at: sql`m.created_at` },
  order: sql`m.created_at`,
  filters: {
    kind: among(sql`m.kind`, ImportKind.meta({ description: 'Only imports of this kind' })),
    status: among(sql`m.status`, ImportStatus.meta({ description: 'Only imports in this status' })),
  },
  viewers: [LIMITED],
});

/** SQL: the import of an id, one that a member may see. */
export const seenImport = (id: string, actor: Actor) => sql`m.id = ${id} and ${visibleImports(actor)}`;
export const readImports = rowsWhere(importJob, [[seenImport(ID, OWNER)], [seenImport(ID, LIMITED)]]);

export const importLocationIds = statement(
  [[ID]],
  (id: string) => sql<{ ids: string[] | null }>`
    select nullif(array_remove(array_append(location_ids, location_id), null), '{}') as ids
    from ${imports} where id = ${id} and kind not in (${placeless})`,
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
        l.errors, l.external_id, coalesce(l.not_carried, '[]') as not_carried
      from ${importLines} l where ${where} order by l.line ${slice({ page, limit })}`,
);

export function lineConditions(id: string, outcome: string | undefined, problem: boolean | undefined): SQL {
  return allOf([
    sql`l.import_id = ${id}`,
    outcome ? sql`l.outcome = ${outcome}` : undefined,
    problem === undefined ? undefined : problem ? sql`l.outcome = 'error'` : sql`l.outcome <> 'error'`,
  ]);
}

/** SQL: columns of an `OpenLine`, and the condition that makes a line (alias `l`) one. */
export const OPEN_LINE = sql`l.line, l.outcome, l.before, l.after, l.note, l.data, l.external_id as "externalId", l.imported`;
export const isOpenLine = (importId: SQL): SQL =>
  sql`l.import_id = ${importId} and not l.applied and l.outcome not in ('error', 'closed')`;

export const openLinesOf = statement(
  [[ID, 1]],
  (importId: string, limit: number) => sql<OpenLine>`
    select ${OPEN_LINE} from ${importLines} l where ${isOpenLine(sql`${importId}`)} order by l.line limit ${limit}`,
);

/** Remembers the mapping of an import for files of its kind with the same header. */
export const rememberMapping = statement(
  [[ID]],
  (id: string) => sql`
    insert into ${importMappings} (entity_id, kind, header_hash, mapping)
    select entity_id, kind, header_hash, mapping from ${imports} where id = ${id}
    on conflict (entity_id, kind, header_hash) do update set mapping = excluded.mapping`,
);
