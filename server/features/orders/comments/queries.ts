import { asc, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ReadContext } from '../../../operation/context';
import { personOf } from '../../../platform/db/columns';
import { readPage } from '../../../platform/db/listing';
import { getOrder } from '../queries';
import type { ListComments, OrderComment, OrderCommentList } from './schema';
import { orderComments } from './tables';

/** Oldest first unless sorted otherwise. @throws AppError NOT_FOUND */
export async function listComments(
  ctx: ReadContext,
  { id, sort, ...page }: z.infer<typeof ListComments>,
): Promise<z.infer<typeof OrderCommentList>> {
  await getOrder(ctx, id);
  const ofOrder = eq(orderComments.orderId, id);
  const by = sort === '-created_at' ? desc : asc;
  return readPage(
    page,
    ctx.db
      .select()
      .from(orderComments)
      .where(ofOrder)
      .orderBy(by(orderComments.createdAt), by(orderComments.id)),
    ctx.db.$count(orderComments, ofOrder),
    toComment,
  );
}

export function toComment(row: typeof orderComments.$inferSelect): z.infer<typeof OrderComment> {
  return {
    id: row.id,
    body: row.body,
    actor: { ...personOf(row), entity_id: row.actorEntityId },
    created_at: row.createdAt.toISOString(),
  };
}
