import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { getOrder } from '../queries';
import { toComment } from './queries';
import { lockCommentedOrder, secondsUntilComment } from './queries.sql';
import { COMMENTS_PER_HOUR, type NewComment, type OrderComment } from './schema';
import { orderComments } from './tables';

/**
 * Comments on an order, for both parties to read.
 * @throws AppError NOT_FOUND, RATE_LIMITED with Retry-After in seconds
 */
export async function addComment(
  ctx: WriteContext,
  { id, body }: z.infer<typeof NewComment>,
): Promise<z.infer<typeof OrderComment>> {
  const { db, actor } = ctx;
  await lockCommentedOrder(db, actor, id);
  const order = await getOrder(ctx, id);
  const [full] = await secondsUntilComment(db, id, actor.entity.id);
  if (full) throw tooMany(Math.max(1, full.seconds));
  const [row] = await db
    .insert(orderComments)
    .values({ orderId: id, body, ...actorValues(actor), actorEntityId: actor.entity.id })
    .returning();
  const comment = toComment(row as typeof orderComments.$inferSelect);
  for (const party of [order.wholesaler, order.retailer]) {
    ctx.emit('order.commented', party.id, { ...order, comment });
  }
  ctx.audit({ action: 'order.commented', objectId: id, after: { comment_id: comment.id, body } });
  return comment;
}

function tooMany(retryAfter: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `Your business wrote ${COMMENTS_PER_HOUR} comments on this order within an hour. Try again later.`,
    { window: 'hour', limit: COMMENTS_PER_HOUR, retry_after: retryAfter },
    { 'Retry-After': String(retryAfter) },
  );
}
