import { sql } from 'drizzle-orm';
import { existing } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { readRuns, visibleRuns } from './queries.sql';
import type { SyncRunView } from './resource';

/** @throws AppError NOT_FOUND when absent, another entity's, or outside the member's locations */
export async function getSyncRun({ db, actor }: ReadContext, id: string): Promise<SyncRunView> {
  return existing(readRuns(db, sql`r.id = ${id} and ${visibleRuns(actor)}`));
}
