import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { lockLocations } from '../../entities/locations/queries';
import type { BulkUpdate } from '../schema';
import { openRows, placeKey } from '../service';
import { variantsBySku } from './located.sql';

type Sent = z.infer<typeof BulkUpdate>['updates'][number];
/** An adjustment of a row that is known. */
export type Located = Omit<Sent, 'id' | 'sku' | 'location_id' | 'room_type'> & { id: string };

/**
 * The rows that entries name by SKU and place; one that a place lacks is made, empty.
 * @throws AppError INVALID_REQUEST for a SKU that is unknown or ambiguous, NOT_FOUND with `details.index` for a location
 */
export async function located(ctx: WriteContext, sent: readonly Sent[]): Promise<Located[]> {
  const named = sent.flatMap(({ sku }) => sku ?? []);
  const found = named.length > 0 ? await variantsBySku(ctx.db, ctx.actor.entity.id, [...new Set(named)]) : [];
  const errors: FieldError[] = [];
  const places = sent.flatMap(({ sku, location_id: locationId, room_type: roomType = 'vault' }, index) => {
    if (sku === undefined || locationId === undefined) return [];
    const variants = found.filter((row) => row.sku === sku);
    const own = variants.filter(({ own: isOwn }) => isOwn);
    const [variant, other] = own.length > 0 ? own : variants;
    const path = `updates[${index}].sku`;
    if (!variant)
      errors.push({ path, code: 'unknown_sku', message: 'is of no product in your stock or catalog' });
    else if (other)
      errors.push({ path, code: 'ambiguous_sku', message: 'is of several products in your stock' });
    return variant ? [{ key: String(index), locationId, roomType, variantId: variant.id }] : [];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  await checkLocations(ctx, sent);
  const rowOf =
    places.length > 0 ? await openRows(ctx.db, ctx.actor.entity.id, places) : new Map<string, string>();
  const idOf = new Map(places.map((place) => [place.key, rowOf.get(placeKey(place)) ?? '']));
  return sent.map(({ id, sku: _, location_id: __, room_type: ___, ...rest }, index) => ({
    ...rest,
    id: id ?? idOf.get(String(index)) ?? '',
  }));
}

async function checkLocations(ctx: WriteContext, sent: readonly Sent[]): Promise<void> {
  const { locationIds } = ctx.actor;
  const wanted = sent.flatMap(({ location_id }) => location_id ?? []);
  const hidden = sent.findIndex(
    ({ location_id: id }) => id !== undefined && locationIds?.includes(id) === false,
  );
  if (hidden >= 0)
    throw new AppError('NOT_FOUND', `updates[${hidden}] does not exist. Nothing was changed.`, {
      index: hidden,
    });
  await lockLocations(ctx, wanted);
}
