import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { pageOf } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import {
  type CountView,
  countConditions,
  type LineView,
  lineConditions,
  readCount,
  readCounts,
  readLines,
  totalOfCounts,
  totalOfLines,
} from './queries.sql';
import type { CountLineList, ListCountLines, ListCounts, StockCountList } from './schema';

/** Newest first. */
export async function listCounts(
  { db, actor }: ReadContext,
  { page, limit, ...filters }: z.infer<typeof ListCounts>,
): Promise<z.infer<typeof StockCountList>> {
  const where = countConditions(actor, filters);
  const [rows, [counted]] = await pipelined([
    readCounts(db, where, { page, limit }),
    totalOfCounts(db, where),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
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
