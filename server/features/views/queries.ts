import { sql } from 'drizzle-orm';
import { existing } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { ownViews, viewsWhere } from './queries.sql';
import type { ViewOfList } from './resource';

/** @throws AppError NOT_FOUND */
export async function getView({ db, actor }: ReadContext, id: string): Promise<ViewOfList> {
  return existing(viewsWhere(db, sql`s.id = ${id} and ${ownViews(actor)}`));
}
