import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { forbidden, notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, iso, orderBy, pageOf, slice, uuids } from '../../platform/db/listing';
import type { ImportKind } from './fields';
import type { Import, ImportLineList, ImportList, ListImportLines, ListImports, Outcome } from './schema';

export type ImportView = z.infer<typeof Import>;
type LineView = z.infer<typeof ImportLineList>['data'][number];

/** Whether a member's role lets them bring such a file in: stock is a manager's too, products are not. */
export function mayImport({ permissions }: Pick<Actor, 'permissions'>, kind: ImportKind): boolean {
  return kind === 'products'
    ? permissions.includes('create:products') && permissions.includes('update:products')
    : permissions.includes('update:inventory');
}

/**
 * SQL: the imports (alias `m`) that a member may see: of their business, their own or, once their lines are known, within
 * their locations. Products have none.
 */
function visibleImports({ entity, userId, locationIds }: Actor): SQL {
  const own = sql`m.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and (m.actor_id = ${userId} or m.kind = 'products' or (cardinality(m.location_ids) > 0
        and array_append(m.location_ids, coalesce(m.location_id, m.location_ids[1])) <@ ${uuids(locationIds)}))`;
}

const importColumns = sql`m.id, m.kind, m.status, m.file_name, m.file_size, m.location_id, m.room_type, m.columns,
  m.mapping, m.total, m.processed, m.counts, m.error, json_build_object('id', m.actor_id, 'name', m.actor_name) as created_by,
  ${iso(sql`m.created_at`)} as created_at, ${iso(sql`m.applied_at`)} as applied_at,
  ${iso(sql`m.finished_at`)} as finished_at`;

/** Oldest first; of the kinds that the member may import. */
export async function listImports(
  { db, actor }: ReadContext,
  { page, limit, sort, kind, status }: z.infer<typeof ListImports>,
): Promise<z.infer<typeof ImportList>> {
  const where = allOf([
    visibleImports(actor),
    mayImport(actor, 'products') ? undefined : sql`m.kind <> 'products'`,
    kind ? sql`m.kind = ${kind}` : undefined,
    status ? sql`m.status = ${status}` : undefined,
  ]);
  const order = orderBy(sort, { created_at: sql`m.created_at` }, sql`m.created_at`, sql`m.id`);
  const [rows, [counted]] = await Promise.all([
    db.execute<ImportView & Record<string, unknown>>(sql`
      select ${importColumns} from imports m where ${where} ${order} ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from imports m where ${where}`),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

/**
 * @throws AppError NOT_FOUND when absent, another business's, or out of the member's locations; FORBIDDEN when the
 *   member's role may not import such a file
 */
export async function getImport({ db, actor }: ReadContext, id: string): Promise<ImportView> {
  const [row] = await db.execute<ImportView & Record<string, unknown>>(sql`
    select ${importColumns} from imports m where m.id = ${id} and ${visibleImports(actor)}`);
  if (!row) throw notFound();
  if (!mayImport(actor, row.kind)) throw forbidden();
  return row;
}

/** The locations that an import is about, as far as they are known: null before its lines are, and for products. */
export async function importLocations(db: Db, id: string): Promise<string[] | null> {
  const [row] = await db.execute<{ ids: string[] | null }>(sql`
    select nullif(array_remove(array_append(location_ids, location_id), null), '{}') as ids
    from imports where id = ${id} and kind <> 'products'`);
  return row?.ids ?? null;
}

/** The lines of an import in the file's order. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listImportLines(
  ctx: ReadContext,
  { id, page, limit, problem, outcome }: z.infer<typeof ListImportLines>,
): Promise<z.infer<typeof ImportLineList>> {
  await getImport(ctx, id);
  const where = allOf([
    sql`l.import_id = ${id}`,
    outcome ? sql`l.outcome = ${outcome}` : undefined,
    problem === undefined ? undefined : problem ? sql`l.outcome = 'error'` : sql`l.outcome <> 'error'`,
  ]);
  const [rows, [counted]] = await Promise.all([
    ctx.db.execute<Omit<LineView, 'problem'> & Record<string, unknown>>(sql`
      select l.line, l.outcome, l.applied, l.sku, l.product_name, l.location, l.room_type, l.before, l.after, l.note,
        l.errors
      from import_lines l where ${where} order by l.line ${slice({ page, limit })}`),
    ctx.db.execute<{ total: number }>(sql`select count(*)::int as total from import_lines l where ${where}`),
  ]);
  const data = rows.map((row) => ({
    ...row,
    problem: row.errors.length > 0 ? row.errors.map(sentenceOf).join(' ') : null,
  }));
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

function sentenceOf({ field, message }: LineView['errors'][number]): string {
  return field === '' ? `The line ${message}.` : `${field} ${message}.`;
}

/** A line that is still to be applied. */
export interface OpenLine extends Record<string, unknown> {
  line: number;
  outcome: Outcome;
  before: unknown;
  after: unknown;
  note: string | null;
  data: unknown;
}

/** The next lines that are to be applied, in the file's order. */
export async function openLines(db: Db, importId: string, limit: number): Promise<OpenLine[]> {
  const rows = await db.execute<OpenLine>(sql`
    select l.line, l.outcome, l.before, l.after, l.note, l.data from import_lines l
    where l.import_id = ${importId} and not l.applied and l.outcome <> 'error' order by l.line limit ${limit}`);
  return [...rows];
}
