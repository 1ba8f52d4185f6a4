import { sql } from 'drizzle-orm';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { readRuns, visibleRuns } from './queries.sql';
import type { SyncRunView } from './resource';

/** @throws AppError NOT_FOUND when absent, another entity's, or outside the member's locations */
export async function getSyncRun({ db, actor }: ReadContext, id: string): Promise<SyncRunView> {
  const [run] = await readRuns(db, sql`r.id = ${id} and ${visibleRuns(actor)}`);
  if (!run) throw notFound();
  return run;
}
