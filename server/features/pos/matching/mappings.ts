import { and, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { getMapping, isStockable } from '../connections/queries';
import type { MappingView } from '../resource';
import type { MapPos } from '../schema';
import { requireLocation } from '../service';
import { posConnections, posMappings, posUnmatched } from '../tables';
import { keyOf } from './match';

/**
 * Maps an id or SKU of a POS to a variant, replacing an earlier mapping. The next sync is a full one, so that skipped
 * counts are applied.
 * @throws AppError NOT_FOUND for a location or a variant that is not visible, CONFLICT with `details.reason` =
 *   `pos_not_connected`
 */
export async function mapItem(
  ctx: WriteContext,
  { location_id, variant_id, ...named }: z.infer<typeof MapPos>,
): Promise<MappingView> {
  const { db } = ctx;
  const [external_id, sku] = [named.external_id ?? null, named.sku ?? null];
  await requireLocation(ctx, location_id);
  if (!(await isStockable(ctx, variant_id))) throw notFound();
  const [connection] = await db
    .select({ id: posConnections.id })
    .from(posConnections)
    .where(and(eq(posConnections.locationId, location_id), eq(posConnections.entityId, ctx.actor.entity.id)))
    .for('no key update');
  if (!connection) {
    throw new AppError('CONFLICT', 'This location has no POS. Connect one first.', {
      reason: 'pos_not_connected',
    });
  }
  const id = newId();
  await db
    .delete(posMappings)
    .where(
      and(
        eq(posMappings.connectionId, connection.id),
        or(sql`${posMappings.externalId} = ${external_id}`, sql`${posMappings.sku} = ${sku}`),
      ),
    );
  await db
    .insert(posMappings)
    .values({ id, connectionId: connection.id, externalId: external_id, sku, variantId: variant_id });
  await db
    .delete(posUnmatched)
    .where(
      and(
        eq(posUnmatched.connectionId, connection.id),
        or(eq(posUnmatched.key, keyOf({ externalId: external_id, sku })), sql`${posUnmatched.sku} = ${sku}`),
      ),
    );
  await takeEverythingNext(db, connection.id);
  const mapping = await getMapping(ctx, id);
  ctx.audit({
    action: 'pos.mapped',
    objectId: id,
    locationIds: [location_id],
    after: mapping,
  });
  return mapping;
}

/** Deletes a mapping; stock that it matched stays. @throws AppError NOT_FOUND */
export async function unmapItem(ctx: WriteContext, id: string): Promise<void> {
  const before = await getMapping(ctx, id);
  const gone = await existing(
    ctx.db
      .delete(posMappings)
      .where(eq(posMappings.id, id))
      .returning({ connectionId: posMappings.connectionId }),
  );
  await takeEverythingNext(ctx.db, gone.connectionId);
  ctx.audit({
    action: 'pos.unmapped',
    objectId: id,
    locationIds: [before.location_id],
    before,
  });
}

async function takeEverythingNext(db: Db, connectionId: string): Promise<void> {
  await db
    .update(posConnections)
    .set({ cursor: null, remappedAt: sql`clock_timestamp()` })
    .where(eq(posConnections.id, connectionId));
}
