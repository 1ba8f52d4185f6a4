import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, iso, orderBy, pageOf, slice } from '../../platform/db/listing';
import type { ListSyncRuns, SyncRun, SyncRunList } from './schema';

export type SyncRunView = z.infer<typeof SyncRun>;

/** SQL: the runs (alias `r`) that a member may see: those of their business, in the locations they are limited to. */
function visibleRuns({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`r.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and r.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

const runColumns = sql`r.id, r.location_id, r.sync_type, r.status, r.processed, r.total, r.created, r.updated, r.failed,
  r.errors, r.unmatched, r.unmatched_count, ${iso(sql`r.created_at`)} as created_at, ${iso(sql`r.finished_at`)} as finished_at`;

const SORT_COLUMNS = {
  created_at: sql`r.created_at`,
  finished_at: sql`r.finished_at`,
  status: sql`r.status`,
  sync_type: sql`r.sync_type`,
};

/** Newest first. */
export async function listSyncRuns(
  { db, actor }: ReadContext,
  { page, limit, sort, location_id, status }: z.infer<typeof ListSyncRuns>,
): Promise<z.infer<typeof SyncRunList>> {
  const where = allOf([
    visibleRuns(actor),
    location_id ? sql`r.location_id = ${location_id}` : undefined,
    status ? sql`r.status = ${status}` : undefined,
  ]);
  const order = orderBy(sort, SORT_COLUMNS, sql`r.created_at desc nulls last`, sql`r.id`);
  const [rows, [counted]] = await Promise.all([
    selectRuns(db, where, sql`${order} ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from sync_runs r where ${where}`),
  ]);
  return { data: rows, pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent, another business's, or out of the member's locations */
export async function getSyncRun({ db, actor }: ReadContext, id: string): Promise<SyncRunView> {
  const [run] = await selectRuns(db, sql`r.id = ${id} and ${visibleRuns(actor)}`, sql``);
  if (!run) throw notFound();
  return run;
}

/** A run as the API shows it, whoever asks; for the platform's own use. */
export async function findSyncRun(db: Db, id: string): Promise<SyncRunView | undefined> {
  const [run] = await selectRuns(db, sql`r.id = ${id}`, sql``);
  return run;
}

async function selectRuns(db: Db, where: SQL, tail: SQL): Promise<SyncRunView[]> {
  const rows = await db.execute<SyncRunView & Record<string, unknown>>(
    sql`select ${runColumns} from sync_runs r where ${where} ${tail}`,
  );
  return [...rows];
}
