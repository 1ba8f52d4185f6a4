import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readPaged } from '../../../platform/db/paged.sql';
import { LINES, readCounts, visibleCounts } from './queries.sql';
import type { CountLineList, CountView } from './resource';
import { PathId } from './schema';

/** @throws AppError NOT_FOUND */
export async function getCount({ db, actor }: ReadContext, id: string): Promise<CountView> {
  return existing(readCounts(db, sql`c.id = ${id} and ${visibleCounts(actor)}`));
}

export const ListCountLines = z.strictObject({ id: PathId, ...LINES.input.shape });
/** The items of a count's room by name, with what was counted of each. @throws AppError NOT_FOUND */
export async function listLines(
  ctx: ReadContext,
  { id, ...input }: z.infer<typeof ListCountLines>,
): Promise<z.infer<typeof CountLineList>> {
  await getCount(ctx, id);
  return readPaged(ctx.db, LINES, id, input);
}
