import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, notFound } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import { checkPace } from '../../operation/pace';
import { storeNotice } from '../../platform/outbox/notices';
import { entities } from '../entities/tables';
import { getRecall } from './queries';
import type { RemindHolder } from './schema';
import { type Detail, lockOwnRecall } from './service';
import { recallResponses } from './tables';

/**
 * Notifies a holder again that its response is missing, by mail and in the dashboard; of a customer that isn't on board its
 * seller. Who has the units from a reseller is that reseller's to remind.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT once closed or responded, RATE_LIMITED within an hour
 */
export async function remindHolder(
  ctx: WriteContext,
  { id, holder_id }: z.infer<typeof RemindHolder>,
): Promise<Detail> {
  await lockOwnRecall(ctx, id);
  const [holder] = await ctx.db
    .select({
      respondedAt: recallResponses.respondedAt,
      reader: sql<string>`coalesce(${entities.managedBy}, ${entities.id})`,
    })
    .from(recallResponses)
    .innerJoin(entities, eq(entities.id, recallResponses.entityId))
    .where(
      and(
        eq(recallResponses.recallId, id),
        eq(recallResponses.entityId, holder_id),
        isNull(recallResponses.supplierId),
      ),
    );
  if (!holder) throw notFound();
  if (holder.respondedAt)
    throw new AppError('CONFLICT', 'The business has responded.', { reason: 'already_responded' });
  await checkPace(
    ctx.db,
    { subject: `recall-reminder:${id}:${holder_id}`, limit: 1 },
    'This business was reminded within the last hour. Try again later.',
  );
  const recall = await getRecall(ctx, id);
  const { entity } = ctx.actor;
  await storeNotice(ctx.db, holder.reader, {
    kind: 'recall',
    object: { type: 'recall', id, name: recall.batch_id },
    summary: `${entity.name} awaits your response to the recall of ${recall.product_name} ${recall.batch_id} (class ${recall.class})`,
    permission: 'read:inventory',
  });
  ctx.audit({ action: 'recall.reminded', objectId: id, after: { holder_id } });
  return recall;
}
