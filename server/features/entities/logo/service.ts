import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween } from '../../../kernel/patch';
import type { Context, WriteContext } from '../../../operation/context';
import { getEntity, lockEntity } from '../queries';
import type { Entity } from '../schema';
import { entityLogos } from './tables';

type EntityView = z.infer<typeof Entity>;
type LogoContext = WriteContext & Pick<Context, 'publicUrl'>;

/**
 * Sets the logo of the caller's business, in place of the one before.
 * @throws AppError INVALID_REQUEST without a file
 */
export async function setLogo(ctx: LogoContext & Pick<Context, 'upload'>): Promise<EntityView> {
  const contents = ctx.upload?.logo;
  if (!contents) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  return changeLogo(ctx, async (entityId) => {
    const logo = { id: newId(), contents };
    await ctx.db
      .insert(entityLogos)
      .values({ entityId, ...logo })
      .onConflictDoUpdate({ target: entityLogos.entityId, set: logo });
  });
}

/** @throws AppError NOT_FOUND without one */
export async function removeLogo(ctx: LogoContext): Promise<void> {
  await changeLogo(ctx, async (entityId) => {
    const removed = await ctx.db
      .delete(entityLogos)
      .where(eq(entityLogos.entityId, entityId))
      .returning({ id: entityLogos.id });
    if (removed.length === 0) throw notFound();
  });
}

async function changeLogo(
  ctx: LogoContext,
  change: (entityId: string) => Promise<void>,
): Promise<EntityView> {
  const { id } = ctx.actor.entity;
  await lockEntity(ctx.db, id);
  const before = await getEntity(ctx);
  await change(id);
  const after = await getEntity(ctx);
  ctx.audit({ action: 'entity.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}
