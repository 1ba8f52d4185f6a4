import { AppError, notFound } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { openItems } from '../service';
import { itemsOfRoom, variantsOfSkus, variantsOfTags } from './record.sql';
import type { Entry } from './schema';

interface Room {
  id: string;
  location_id: string;
  room_type: string;
}

/**
 * Finds the items of the count's room that entries are of; one whose code was scanned and that is new there is opened, empty.
 * @returns the item of each entry, in their order
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason = "ambiguous_sku"`; with the entries in `details.entry_ids`
 */
export async function itemsOfEntries(
  ctx: WriteContext,
  room: Room,
  entries: readonly Entry[],
): Promise<string[]> {
  const named = [...new Set(entries.flatMap(({ inventory_id }) => inventory_id ?? []))];
  const present = new Set(
    named.length > 0 ? (await itemsOfRoom(ctx.db, room.id, named)).map(({ id }) => id) : [],
  );
  const absent = entries.filter(({ inventory_id }) => inventory_id && !present.has(inventory_id));
  if (absent.length > 0) {
    const entry_ids = idsOf(absent);
    throw entry_ids.length > 0
      ? new AppError('NOT_FOUND', 'The items are not of this room.', { reason: 'unknown_item', entry_ids })
      : notFound();
  }
  const scanned = await itemsOfCodes(ctx, room, entries);
  return entries.map(({ inventory_id, sku }) => inventory_id ?? scanned.get(sku ?? '') ?? '');
}

async function itemsOfCodes(
  { db, actor }: WriteContext,
  room: Room,
  entries: readonly Entry[],
): Promise<Map<string, string>> {
  const codes = [...new Set(entries.flatMap(({ sku }) => sku ?? []))];
  if (codes.length === 0) return new Map();
  const bySku = await variantsOfSkus(db, actor.entity.id, codes, room.location_id, room.room_type);
  const known = new Set(bySku.map(({ code }) => code));
  const others = codes.filter((code) => !known.has(code));
  const found =
    others.length === 0
      ? bySku
      : [...bySku, ...(await variantsOfTags(db, actor.entity.id, others, room.location_id, room.room_type))];
  const variantOf = new Map(
    codes.map((code) => [code, variantsMeant(found.filter((one) => one.code === code))]),
  );
  const of = (isSuch: (variants: readonly string[]) => boolean) =>
    entries.filter(({ sku }) => sku !== undefined && isSuch(variantOf.get(sku) ?? []));
  const unknown = of((variants) => variants.length === 0);
  if (unknown.length > 0) {
    throw new AppError('NOT_FOUND', 'No item has this SKU or package tag.', {
      reason: 'unknown_sku',
      ...namedIn(unknown),
    });
  }
  const ambiguous = of((variants) => variants.length > 1);
  if (ambiguous.length > 0) {
    throw new AppError('CONFLICT', 'Several products have this SKU. Choose one in the list.', {
      reason: 'ambiguous_sku',
      ...namedIn(ambiguous),
    });
  }
  const place = { locationId: room.location_id, roomType: room.room_type };
  const opened = await openItems(db, actor.entity.id, place, [...new Set([...variantOf.values()].flat())]);
  return new Map(
    [...variantOf].map(([code, [variant = '']]) => {
      const item = opened.get(variant);
      if (!item) throw notFound();
      return [code, item];
    }),
  );
}

/** Of the variants that a code may mean, those that are in the room, if any are. */
function variantsMeant(found: ReadonlyArray<{ variant_id: string; here: boolean }>): string[] {
  const here = found.filter((one) => one.here);
  return (here.length > 0 ? here : found).map(({ variant_id }) => variant_id);
}

const idsOf = (entries: readonly Entry[]) => entries.flatMap(({ entry_id }) => entry_id ?? []);

/** Names the entries that an error is about, where the client gave them ids. */
function namedIn(entries: readonly Entry[]) {
  const entry_ids = idsOf(entries);
  return entry_ids.length > 0 ? { entry_ids } : {};
}
