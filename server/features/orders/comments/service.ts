import type { z } from 'zod';
import { forbidden } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { checkPace } from '../../../operation/pace';
import { actorValues } from '../../../platform/db/columns';
import { areConnected } from '../../entities/connections/queries';
import { recipientsOf, sharedPart } from '../flow/announce';
import { getOrder } from '../queries';
import type { OrderStatus } from '../shapes/flow.schema';
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
  const [locked] = await lockCommentedOrder(db, actor, id);
  const order = await getOrder(ctx, id);
  const partner = actor.entity.id === order.retailer.id ? order.wholesaler : order.retailer;
  if (CLOSED.includes(order.status) && !(await areConnected(db, actor.entity.id, partner.id))) {
    throw forbidden(
      `You are no longer connected with ${partner.name}, and the order is closed. Connect again to comment on it.`,
      { reason: 'connection_required' },
    );
  }
  await checkPace(
    db,
    { subject: `comments:${actor.entity.id}:${partner.id}`, limit: COMMENTS_PER_HOUR },
    `Your business wrote ${COMMENTS_PER_HOUR} comments to ${partner.name} within an hour. Try again later.`,
  );
  const [row] = await db
    .insert(orderComments)
    .values({ orderId: id, body, ...actorValues(actor), actorEntityId: actor.entity.id })
    .returning();
  const comment = toComment(row as typeof orderComments.$inferSelect);
  for (const party of recipientsOf({ order, unclaimed: locked?.unclaimed ?? false })) {
    ctx.emit('order.commented', party.id, { ...sharedPart(order), comment });
  }
  ctx.audit({ action: 'order.commented', objectId: id, after: { comment_id: comment.id, body } });
  return comment;
}
