import type { z } from 'zod';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import type { ConnectionView, MappingView } from './connection-queries.sql';
import {
  connectionAt,
  countMappings,
  countUnmatched,
  mappingById,
  mappingsPage,
  ofLocation,
  openableAt,
  stockableVariant,
  unmatchedPage,
} from './connection-queries.sql';
import type { PosConnection as OpenedConnection } from './connector';
import { type ListOfPos, PosConnection, type PosMappingList, type PosUnmatchedList, SHOWN } from './schema';

export type { ConnectionView, MappingView } from './connection-queries.sql';

/** Reads the POS of a location. @throws AppError NOT_FOUND when none is connected, or the location is not accessible */
export async function getConnection({ db, actor }: ReadContext, locationId: string): Promise<ConnectionView> {
  const [row] = await connectionAt(db, locationId, actor);
  if (!row) throw notFound();
  const { last_id, last_status, last_created_at, last_finished_at, config, ...connection } = row;
  const last = { status: last_status, created_at: last_created_at, finished_at: last_finished_at };
  return PosConnection.parse({
    ...connection,
    config: SHOWN[connection.provider].parse(config),
    last_sync: last_id === null ? null : { id: last_id, ...last },
  });
}

/** Reads what a connector needs. @throws AppError NOT_FOUND */
export async function getOpenable(
  { db, actor }: ReadContext,
  locationId: string,
): Promise<OpenedConnection & { config: Record<string, unknown> }> {
  const [row] = await openableAt(db, locationId, actor);
  if (!row) throw notFound();
  return { ...row, locationId, entityId: actor.entity.id };
}

/** Lists unmatched items of POS systems, the most recent first. */
export async function listUnmatched(
  { db, actor }: ReadContext,
  { location_id, page, limit }: z.infer<typeof ListOfPos>,
): Promise<z.infer<typeof PosUnmatchedList>> {
  const where = ofLocation(actor, location_id);
  const [rows, [counted]] = await Promise.all([
    unmatchedPage(db, where, page, limit),
    countUnmatched(db, where),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

/** Oldest first. */
export async function listMappings(
  { db, actor }: ReadContext,
  { location_id, page, limit }: z.infer<typeof ListOfPos>,
): Promise<z.infer<typeof PosMappingList>> {
  const where = ofLocation(actor, location_id);
  const [rows, [counted]] = await Promise.all([
    mappingsPage(db, where, page, limit),
    countMappings(db, where),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent, another entity's, or outside the member's locations */
export async function getMapping({ db, actor }: ReadContext, id: string): Promise<MappingView> {
  const [row] = await mappingById(db, id, actor);
  if (!row) throw notFound();
  return row;
}

/** Returns true when the entity may hold stock of a variant: its own, a visible one, or one that it already holds. */
export async function isStockable({ db, actor }: ReadContext, variantId: string): Promise<boolean> {
  const rows = await stockableVariant(db, variantId, actor);
  return rows.length > 0;
}
