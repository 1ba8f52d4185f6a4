import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { AppError, notFound } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { getMapping, isStockable, type MappingView } from './connection-queries';
import {
  deleteCompeting,
  deleteUnmatchedOf,
  forgetCursor,
  insertMapping,
  lockConnectionAt,
} from './mappings.sql';
import type { MapPos } from './schema';
import { requireLocation } from './service';

/**
 * Says which variant a POS means by an id of its own, or by a SKU; one that was mapped before means the new
 * variant from now on. The next sync takes everything, so that the counts that were left out come in.
 * @throws AppError NOT_FOUND for a location or a variant out of sight, CONFLICT with `details.reason` =
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
  const [connection] = await lockConnectionAt(db, location_id, ctx.actor.entity.id);
  if (!connection) {
    throw new AppError('CONFLICT', 'This location has no POS. Connect one first.', {
      reason: 'pos_not_connected',
    });
  }
  const id = v7();
  await deleteCompeting(db, connection.id, external_id, sku);
  await insertMapping(db, {
    id,
    connectionId: connection.id,
    externalId: external_id,
    sku,
    variantId: variant_id,
  });
  await deleteUnmatchedOf(db, connection.id, external_id, sku);
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

/** Forgets a mapping; stock that came in by it stays. @throws AppError NOT_FOUND */
export async function unmapItem(ctx: WriteContext, id: string): Promise<void> {
  const before = await getMapping(ctx, id);
  const [gone] = await ctx.db.execute<{ connection_id: string }>(
    sql`delete from pos_mappings where id = ${id} returning connection_id`,
  );
  if (!gone) throw notFound();
  await takeEverythingNext(ctx.db, gone.connection_id);
  ctx.audit({
    action: 'pos.unmapped',
    objectId: id,
    locationIds: [before.location_id],
    before,
  });
}

async function takeEverythingNext(db: Db, connectionId: string): Promise<void> {
  await forgetCursor(db, connectionId);
}
