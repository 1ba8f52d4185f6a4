// Other features import this file.
import type { z } from 'zod';
import { type FieldError, invalidRequest, notFound } from '../../../kernel/errors';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { pageOf } from '../../../platform/db/listing';
import { openRows } from '../service';
import { countWanted, type PlaceOf, type WantedRow, wantedAt, wantedPage } from './queries.sql';
import type { LevelsWanted, LevelWanted, LevelWantedList, ListLevelsWanted, SetLevelsWanted } from './schema';
import {
  dropWanted,
  type Level,
  lockOwnLocations,
  lockSeenVariants,
  lockWanted,
  neverStocked,
  writeWanted,
} from './service.sql';

/** Lists what the caller's locations want, by product and location. */
export async function listLevelsWanted(
  { db, actor }: ReadContext,
  { page, limit, ...filter }: z.infer<typeof ListLevelsWanted>,
): Promise<z.infer<typeof LevelWantedList>> {
  const [rows, [counted]] = await Promise.all([
    wantedPage(db, actor, filter, { page, limit }),
    countWanted(db, actor, filter),
  ]);
  return { data: rows.map(toView), pagination: pageOf({ page, limit }, counted?.total) };
}

const toView = ({ sellable, ...row }: WantedRow): z.infer<typeof LevelWanted> => ({
  ...row,
  sellable_quantity: sellable,
});

/**
 * Replaces what locations want of variants, all lines or none (decision 466). It moves no stock and crosses no threshold.
 * @returns what is wanted then, in the order of the lines
 * @throws AppError INVALID_REQUEST `duplicate`, NOT_FOUND for a variant that the business doesn't see, and for a location that isn't
 *   its own or the member's
 */
export async function setLevelsWanted(
  ctx: WriteContext,
  { lines }: z.infer<typeof SetLevelsWanted>,
): Promise<z.infer<typeof LevelsWanted>> {
  const levels = lines.map(({ reorder_point = null, par = null, ...place }) => ({
    ...place,
    reorder_point,
    par,
  }));
  rejectRepeated(levels);
  await writeLevels(ctx, levels);
  return { data: (await wantedAt(ctx.db, levels)).map(toView) };
}

const keyOf = ({ variant_id, location_id }: PlaceOf) => `${location_id}/${variant_id}`;

function rejectRepeated(levels: readonly Level[]): void {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [n, level] of levels.entries()) {
    const key = keyOf(level);
    if (seen.has(key)) {
      errors.push({ path: `lines[${n}]`, code: 'duplicate', message: 'is in an earlier entry' });
    }
    seen.add(key);
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/**
 * Writes levels, each of another place, with an audit row for each that changed. What was never stocked gets an empty row in the vault, so
 * that it is listed, and low, like what ran out.
 * @throws AppError NOT_FOUND
 */
export async function writeLevels(ctx: WriteContext, levels: readonly Level[]): Promise<void> {
  const { db, actor } = ctx;
  const locationIds = [...new Set(levels.map(({ location_id }) => location_id))];
  const variantIds = [...new Set(levels.map(({ variant_id }) => variant_id))];
  const { locationIds: reach } = actor;
  if (reach !== null && locationIds.some((id) => !reach.includes(id))) throw notFound();
  const places = await lockOwnLocations(db, actor.entity.id, locationIds);
  const variants = await lockSeenVariants(db, actor, variantIds);
  if (places.length < locationIds.length || variants.length < variantIds.length) throw notFound();
  const before = new Map((await lockWanted(db, levels)).map((row) => [keyOf(row), row]));
  const isWanted = ({ reorder_point, par }: Level) => reorder_point !== null || par !== null;
  const [wanted, gone] = [levels.filter(isWanted), levels.filter((level) => !isWanted(level))];
  if (gone.length > 0) await dropWanted(db, gone);
  if (wanted.length > 0) {
    const fresh = await neverStocked(db, wanted);
    await writeWanted(db, actor.entity.id, wanted, fresh);
    await openRows(
      db,
      actor.entity.id,
      fresh.map((place) => ({
        locationId: place.location_id,
        variantId: place.variant_id,
        roomType: 'vault',
      })),
    );
  }
  for (const { reorder_point, par, ...place } of levels) {
    const was = before.get(keyOf(place));
    if ((was?.reorder_point ?? null) === reorder_point && (was?.par ?? null) === par) continue;
    ctx.audit({
      action: 'inventory.levels_wanted',
      objectId: place.variant_id,
      locationIds: [place.location_id],
      before: { reorder_point: was?.reorder_point ?? null, par: was?.par ?? null },
      after: { reorder_point, par },
    });
  }
}
