import type { z } from 'zod';
import { AppError, forbidden } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { secondsBeyond } from '../../../platform/rate-limit/hourly';
import { areConnected } from '../../entities/connections/queries';
import type { OrderStatus } from '../flow/schema';
import { getOrder } from '../queries';
import { toComment } from './queries';
import { lockCommentedOrder } from './queries.sql';
import { COMMENTS_PER_HOUR, type NewComment, type OrderComment } from './schema';
import { orderComments } from './tables';

/** Where an order has nothing left to settle. */
const CLOSED: readonly OrderStatus[] = ['delivered', 'cancelled'];

/**
 * Comments on an order, for both parties to read; of businesses whose connection has ended while the order is open.
 * @throws AppError NOT_FOUND, FORBIDDEN with `details.reason = "connection_required"`, RATE_LIMITED with Retry-After in seconds
 */
export async function addComment(
  ctx: WriteContext,
  { id, body }: z.infer<typeof NewComment>,
): Promise<z.infer<typeof OrderComment>> {
  const { db, actor } = ctx;
  await lockCommentedOrder(db, actor, id);
  const order = await getOrder(ctx, id);
  const partner = actor.entity.id === order.retailer.id ? order.wholesaler : order.retailer;
  if (CLOSED.includes(order.status) && !(await areConnected(db, actor.entity.id, partner.id))) {
    throw forbidden(
      `You are no longer connected with ${partner.name}, and the order is closed. Connect again to comment on it.`,
      { reason: 'connection_required' },
    );
  }
  const seconds = await secondsBeyond(db, `comments:${actor.entity.id}:${partner.id}`, COMMENTS_PER_HOUR);
  if (seconds !== null) throw tooMany(seconds, partner.name);
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

function tooMany(retryAfter: number, partner: string): AppError {
  return new AppError(
    'RATE_LIMITED',
    `Your business wrote ${COMMENTS_PER_HOUR} comments to ${partner} within an hour. Try again later.`,
    { window: 'hour', limit: COMMENTS_PER_HOUR, retry_after: retryAfter },
    { 'Retry-After': String(retryAfter) },
  );
}
