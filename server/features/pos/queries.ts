import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { orderBy, pageOf, slice } from '../../platform/db/listing';
import type { SyncRunView } from './queries.sql';
import { countRuns, runConditions, runsFrom, visibleRuns } from './queries.sql';
import type { ListSyncRuns, SyncRunList } from './schema';

export type { SyncRunView } from './queries.sql';

const SORT_COLUMNS = {
  created_at: sql`r.created_at`,
  finished_at: sql`r.finished_at`,
  status: sql`r.status`,
  sync_type: sql`r.sync_type`,
};

/** Newest first. */
export async function listSyncRuns(
  { db, actor }: ReadContext,
  { page, limit, sort, ...filters }: z.infer<typeof ListSyncRuns>,
): Promise<z.infer<typeof SyncRunList>> {
  const where = runConditions(actor, filters);
  const order = orderBy(sort, SORT_COLUMNS, sql`r.created_at desc nulls last`, sql`r.id`);
  const [rows, [counted]] = await Promise.all([
    selectRuns(db, where, sql`${order} ${slice({ page, limit })}`),
    countRuns(db, where),
  ]);
  return { data: rows, pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent, another entity's, or outside the member's locations */
export async function getSyncRun({ db, actor }: ReadContext, id: string): Promise<SyncRunView> {
  const [run] = await selectRuns(db, sql`r.id = ${id} and ${visibleRuns(actor)}`, sql``);
  if (!run) throw notFound();
  return run;
}

/** Reads a run as an API resource without a permission check, for internal use. */
export async function findSyncRun(db: Db, id: string): Promise<SyncRunView | undefined> {
  const [run] = await selectRuns(db, sql`r.id = ${id}`, sql``);
  return run;
}

async function selectRuns(db: Db, where: SQL, tail: SQL): Promise<SyncRunView[]> {
  const rows = await runsFrom(db, where, tail);
  return [...rows];
}
