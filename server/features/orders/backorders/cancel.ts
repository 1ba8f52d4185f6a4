import { notFound } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { reportBackorders } from './open';
import { getBackorder } from './queries';
import { lockAndCancel, lockVisible } from './queries.sql';
import type { BackorderView } from './resource';
import { notOpen } from './state';

/** Cancels what is left of a backorder, by either party. @throws AppError NOT_FOUND, INVALID_TRANSITION unless it is open */
export async function cancelBackorder(ctx: WriteContext, id: string): Promise<BackorderView> {
  await lockVisible(ctx.db, id, ctx.actor);
  const before = await getBackorder(ctx, id);
  if (before.status !== 'open') throw notOpen(before, 'cancelled');
  await lockAndCancel(ctx.db, [id]);
  const [after] = await reportBackorders(ctx, [id], 'cancelled');
  if (!after) throw notFound();
  ctx.audit({
    action: 'backorder.updated',
    objectId: id,
    before: { status: before.status },
    after: { status: after.status },
  });
  return after;
}
