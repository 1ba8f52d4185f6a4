import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { readPage } from '../../platform/db/listing';
import type { ListViews, SavedView, SavedViewList } from './schema';
import { savedViews } from './tables';

export type ViewOfList = z.infer<typeof SavedView>;

/** The caller's own views, oldest first. */
export async function listViews(
  { db, actor }: ReadContext,
  { list, ...page }: z.infer<typeof ListViews>,
): Promise<z.infer<typeof SavedViewList>> {
  const mine = and(eq(savedViews.userId, actor.userId), list ? eq(savedViews.list, list) : undefined);
  return readPage(
    page,
    db.select().from(savedViews).where(mine).orderBy(asc(savedViews.createdAt), asc(savedViews.id)),
    db.$count(savedViews, mine),
    toView,
  );
}

/** @throws AppError NOT_FOUND */
export async function getView({ db, actor }: ReadContext, id: string): Promise<ViewOfList> {
  const [row] = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.userId, actor.userId)));
  if (!row) throw notFound();
  return toView(row);
}

function toView(row: typeof savedViews.$inferSelect): ViewOfList {
  return {
    id: row.id,
    list: row.list,
    name: row.name,
    query: row.query,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
