import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { pageOf } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import { openWalk } from '../../../platform/db/walk';
import {
  COUNTS,
  type CountView,
  countConditions,
  type LineView,
  lineConditions,
  readCount,
  readCounts,
  readLines,
  totalOfLines,
} from './queries.sql';
import type { CountLineList, ListCountLines, ListCounts, StockCountList } from './schema';

/** Newest first. */
export async function listCounts(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListCounts>,
): Promise<z.infer<typeof StockCountList>> {
  const walk = await openWalk(db, COUNTS, actor.entity.id, input);
  return walk.read(countConditions(actor, input), (page) => readCounts(db, page, walk.order));
}

/** @throws AppError NOT_FOUND */
export async function getCount({ db, actor }: ReadContext, id: string): Promise<CountView> {
  const [count] = await readCount(db, id, actor);
  if (!count) throw notFound();
  return count;
}

/** The items of a count's room by name, with what was counted of each. @throws AppError NOT_FOUND */
export async function listLines(
  ctx: ReadContext,
  { id, page, limit, ...filters }: z.infer<typeof ListCountLines>,
): Promise<z.infer<typeof CountLineList>> {
  await getCount(ctx, id);
  const where = lineConditions(id, filters);
  const [rows, [counted]] = await pipelined([
    readLines(ctx.db, where, { page, limit }),
    totalOfLines(ctx.db, where),
  ]);
  return { data: rows.map((row): LineView => row), pagination: pageOf({ page, limit }, counted?.total) };
}
